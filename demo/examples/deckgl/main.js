// deck.gl's MVTLayer with tilewasm in loaders.gl's workers. `?decoder=page` parses on the page's own thread, `?decoder=loaders` draws the
// same with loaders.gl's own decoder, for comparison.

import { Deck } from '@deck.gl/core';
import { MVTLayer } from '@deck.gl/geo-layers';
import { MVTLoader } from '@loaders.gl/mvt';
import { TileWasmLoader, createTileWasmLoader } from 'tilewasm/loaders';
import workerUrl from '../../../dist/loaders-worker.js?url&no-inline';

// Only an address without a host becomes a worker as it is; around others loaders.gl puts a blob, which a strict policy forbids.
const workerPath = new URL(workerUrl, location.href).pathname;

const decoder = new URLSearchParams(location.search).get('decoder');
const loader = { page: TileWasmLoader, loaders: { ...MVTLoader, worker: false } }[decoder ?? ''] ?? createTileWasmLoader({ workerUrl: workerPath });
const data = new URL('../../data/chicago/{z}/{x}/{y}.mvt', document.baseURI).href.replaceAll('%7B', '{').replaceAll('%7D', '}');

/** @type {Record<string, [number, number, number]>} */
const COLORS = { water: [157, 195, 221], landuse: [201, 220, 180], building: [203, 185, 172], road: [217, 142, 83], poi_label: [61, 73, 86] };

const layer = new MVTLayer({
    id: 'city',
    data,
    minZoom: 13,
    maxZoom: 13,
    loaders: [loader],
    loadOptions: { mvt: { layers: Object.keys(COLORS) } },
    getFillColor: ({ properties }) => COLORS[properties.layerName],
    getLineColor: ({ properties }) => (properties.class === 'motorway' ? [178, 76, 99] : COLORS[properties.layerName]),
    getLineWidth: ({ properties }) => (properties.layerName === 'road' ? 1.5 : 0.5),
    lineWidthUnits: 'pixels',
    getPointRadius: ({ properties }) => 2 + Math.min(4, properties.localrank / 4),
    pointRadiusUnits: 'pixels',
    pickable: true,
    onTileError: (error) => console.error(error),
    onViewportLoad: () => (loaded = true),
});

let loaded = false;

const deck = new Deck({
    parent: /** @type {HTMLDivElement} */ (document.getElementById('map')),
    initialViewState: { longitude: -87.635, latitude: 41.885, zoom: 13.2 },
    controller: true,
    useDevicePixels: false,
    layers: [layer],
    // For the browser test: the picture is done.
    onAfterRender: () => {
        if (loaded) document.documentElement.dataset.ready = 'true';
    },
});

// For the browser test: all features that can be picked in the picture.
Object.assign(globalThis, {
    picked: () =>
        deck
            .pickObjects({ x: 0, y: 0, width: deck.width, height: deck.height })
            .map(({ index, object }) => JSON.stringify([index, object.id, object.geometry, Object.entries(object.properties).sort()]))
            .sort(),
});
