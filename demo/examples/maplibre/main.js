// MapLibre GL JS with tilewasm in its workers. `?decoder=maplibre` draws the same with its own decoder, for comparison.

import * as maplibregl from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import maplibreWorkerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import hookUrl from '../../../dist/maplibre-worker.mjs?url&no-inline';
import { useTileWasm } from 'tilewasm/maplibre';

maplibregl.setWorkerUrl(maplibreWorkerUrl);
if (new URLSearchParams(location.search).get('decoder') !== 'maplibre') await useTileWasm(maplibregl, hookUrl);

const tiles = new URL('../../data/chicago/{z}/{x}/{y}.mvt', document.baseURI).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
const paint = (/** @type {string} */ id, /** @type {string} */ type, /** @type {string} */ layer, /** @type {object} */ rest) => ({ id, type, source: 'city', 'source-layer': layer, paint: rest });

const map = new maplibregl.Map({
    container: 'map',
    center: [-87.635, 41.885],
    zoom: 13.2,
    pixelRatio: 1,
    fadeDuration: 0,
    attributionControl: { customAttribution: '© OpenStreetMap contributors' },
    style: /** @type {any} */ ({
        version: 8,
        sources: { city: { type: 'vector', tiles: [tiles], minzoom: 13, maxzoom: 13 } },
        layers: [
            { id: 'paper', type: 'background', paint: { 'background-color': '#f4f1ea' } },
            paint('landuse', 'fill', 'landuse', { 'fill-color': '#c9dcb4' }),
            paint('water', 'fill', 'water', { 'fill-color': '#9dc3dd' }),
            paint('building', 'fill', 'building', { 'fill-color': '#cbb9ac' }),
            paint('road', 'line', 'road', { 'line-color': '#d98e53', 'line-width': 1.5 }),
            paint('poi', 'circle', 'poi_label', { 'circle-radius': 3, 'circle-color': '#3d4956' }),
        ],
    }),
});

// For the browser test: the picture is done, and what the map says is in it.
map.once('idle', () => (document.documentElement.dataset.ready = 'true'));
Object.assign(globalThis, {
    queried: () => map.queryRenderedFeatures().map(({ id, type, sourceLayer, properties, geometry }) => JSON.stringify([id, type, sourceLayer, properties, geometry])).sort(),
});
