// OpenLayers with tilewasm: tiles are decoded in a pool of workers. `?decoder=ol` draws the same with ol/format/MVT, for comparison.

import Map from 'ol/Map.js';
import View from 'ol/View.js';
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import { TileWasmFormat, tileLoadFunction } from 'tilewasm/openlayers';
import { createPool } from 'tilewasm/pool';

const decoder = new URLSearchParams(location.search).get('decoder');
const template = new URL('../../data/chicago/{z}/{x}/{y}.mvt', document.baseURI).href.replaceAll('%7B', '{').replaceAll('%7D', '}');

const pool = createPool({ worker: () => new Worker(new URL('../../tile.worker.js', import.meta.url), { type: 'module' }) });
const ours = { format: new TileWasmFormat(), tileLoadFunction: tileLoadFunction(pool) };

const source = new VectorTileSource({ url: template, maxZoom: 13, ...(decoder === 'ol' ? { format: new MVT() } : ours) });
const layer = new VectorTileLayer({ source, declutter: false, style: { 'fill-color': '#9dc3dd80', 'stroke-color': '#995533', 'stroke-width': 1, 'circle-radius': 2, 'circle-fill-color': '#223344' } });

const map = new Map({ target: 'map', layers: [layer], pixelRatio: 1, view: new View({ center: [-9754500, 5142500], zoom: 14, constrainResolution: true }) });

// For the browser test: the picture is done, and what lies under a pixel.
map.on('rendercomplete', () => (document.documentElement.dataset.ready = 'true'));
Object.assign(globalThis, {
    featuresAt: (/** @type {number[]} */ pixel) =>
        map.getFeaturesAtPixel(pixel, { hitTolerance: 8 }).map((/** @type {any} */ feature) => ({ id: feature.getId(), type: feature.getType(), properties: feature.getProperties() })),
});
