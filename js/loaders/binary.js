// The shapes binary, binary-geometry and columnar-table: a BinaryFeatureCollection, as MVTLoader gives it. Called by loaders.js.

import { Allocation } from './allocation.js';
import { Lines, Points, Polygons } from './group.js';
import { readProperties } from './properties.js';

/** @import { BinaryFeatureCollection } from '../loaders.mjs' */
/** @import { BinaryLayer, Settings } from './options.js' */

const UNKNOWN = 0;

/**
 * @param {BinaryLayer[]} layers in the order of the result; one may come more than once
 * @param {Settings} settings
 * @param {number} byteLength of the tile
 * @returns {BinaryFeatureCollection}
 */
export function readBinary(layers, { layerProperty, absent }, byteLength) {
    const { numericKeys, ofLayers } = readProperties(layers, layerProperty);
    const counts = layers.map(({ types }) => types.reduce((count, type) => count + Number(type !== UNKNOWN), 0));
    const featureCount = counts.reduce((total, count) => total + count, 0);
    const shared = { allocation: new Allocation(), featureCount, numericKeys, absent, hasIds: hasIdAtFirst(layers) };
    const groups = [new Points(layers, shared), new Lines(layers, shared), new Polygons(layers, shared)];
    layers.reduce((firstNumber, layer, i) => {
        for (const group of groups) group.append(layer, ofLayers[i], firstNumber);
        return firstNumber + counts[i];
    }, 0);
    const [points, lines, polygons] = groups.map((group) => group.toResult());
    return { shape: 'binary-feature-collection', points, lines, polygons, byteLength };
}

/**
 * Whether the first feature of the result has an id: MVTLoader says all ids then, else none.
 *
 * @param {BinaryLayer[]} layers
 */
function hasIdAtFirst(layers) {
    for (const layer of layers) {
        const first = layer.types.findIndex((type) => type !== UNKNOWN);
        if (first >= 0) return layer.id(first) !== undefined;
    }
    return false;
}
