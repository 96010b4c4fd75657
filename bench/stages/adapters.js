// How near each adapter is to its limit: what decoding takes for it, what the objects alone take that its API wants, the adapter itself,
// its peer. Each prepares a pass over all tiles. Called by one.js.

import { decode } from '../../dist/index.mjs';
import binary from '../rows/binary.js';
import openlayers from '../rows/openlayers.js';
import vectorTile from '../rows/vector-tile.js';
import { recycling } from '../support/recycle.js';
import { sumOver } from './kinds.js';
import { makeBinaryProperties, makeRenderFeatures, makeVectorTileFeatures, prepareLayer } from './objects.js';

/**
 * @param {any} row of the speed table
 * @param {any} request what the adapter decodes
 * @param {(layer: any) => number} make objects of a layer
 */
function limitOf(row, request, make) {
    const prepareAll = (tile) => tile.layers.map(prepareLayer);
    return {
        title: row.title,
        against: row.peer,
        decode(tiles) {
            const decodeRecycled = recycling();
            return sumOver(tiles, (bytes) => prepareAll(decodeRecycled(bytes, request)).length);
        },
        objects: (tiles) => sumOver(tiles.flatMap((bytes) => prepareAll(decode(bytes, request))), make),
        adapter: (tiles) => sumOver(tiles, row.prepare(tiles).fresh),
        peer: (tiles) => sumOver(tiles, row.prepare(tiles).theirs),
    };
}

export const PARTS = ['decode', 'objects', 'adapter', 'peer'];

/** @type {Record<string, ReturnType<typeof limitOf>>} */
export const adapters = {
    'vector-tile': limitOf(vectorTile, { integers: 'number' }, makeVectorTileFeatures),
    openlayers: limitOf(openlayers, { positions: 'float64', integers: 'number', properties: false, coordinates: { scale: [2000, -2000], offset: [0, 2000] } }, makeRenderFeatures),
    binary: limitOf(binary, { positions: 'float32', coordinates: 'unit', triangles: true, integers: 'number' }, makeBinaryProperties),
};
