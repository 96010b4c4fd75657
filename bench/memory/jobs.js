// What is done with each tile while the heap is watched. Called by memory.js for the names, by heap.js for the work.

import { recycling } from '../support/recycle.js';
import { touchGeometry } from '../support/views.js';

export const jobs = {
    'tilewasm, geometry, recycled buffer': async () => {
        const decode = recycling();
        return (bytes) => touchGeometry(decode(bytes, { positions: 'int16', properties: false }));
    },
    'tilewasm, geometry': async () => {
        const { decode } = await import('../../dist/index.mjs');
        return (bytes) => touchGeometry(decode(bytes, { positions: 'int16', properties: false }));
    },
    '@mapbox/vector-tile, geometry': async () => (await import('../peers/vector-tile.js')).readGeometry,
    'tilewasm, geometry and properties': async () => {
        const { decode } = await import('../../dist/index.mjs');
        return (bytes) => {
            const tile = decode(bytes);
            let sum = touchGeometry(tile);
            for (const layer of tile.layers) for (let i = 0; i < layer.length; i++) sum += layer.properties(i) ? 1 : 0;
            return sum;
        };
    },
    '@mapbox/vector-tile, geometry and properties': async () => (await import('../peers/vector-tile.js')).readAll,
    'tilewasm/openlayers': async () => {
        const { TileWasmFormat } = await import('../../dist/openlayers.mjs');
        return openLayers(new TileWasmFormat());
    },
    'ol/format/MVT': async () => {
        const { default: MVT } = await import('ol/format/MVT.js');
        return openLayers(new MVT());
    },
    'tilewasm/loaders': async () => binary((await import('../../dist/loaders.mjs')).TileWasmLoader),
    'loaders.gl MVTLoader': async () => binary((await import('@loaders.gl/mvt')).MVTLoader),
};

const openLayers = (format) => (bytes) => format.readFeatures(bytes.buffer, { extent: [0, 0, 2000, 2000], featureProjection: 'EPSG:3857' }).length;

const binary = (loader) => (bytes) =>
    loader.parseSync(bytes.buffer, { mvt: { shape: 'binary', coordinates: 'local', layerProperty: 'layerName' } }).polygons.positions.value.length;
