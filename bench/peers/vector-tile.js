// What an application does with @mapbox/vector-tile: the peer of most rows. Each returns a number that depends on all of the work.

import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** @param {Uint8Array} bytes */
export function openTile(bytes) {
    return new VectorTile(new PbfReader(bytes));
}

/** @param {Uint8Array} bytes */
export function readStructure(bytes) {
    let features = 0;
    const { layers } = openTile(bytes);
    for (const name in layers) features += layers[name].length;
    return features;
}

/** @param {Uint8Array} bytes */
export function readGeometry(bytes) {
    let parts = 0;
    const { layers } = openTile(bytes);
    for (const name in layers) {
        const layer = layers[name];
        for (let i = 0; i < layer.length; i++) parts += layer.feature(i).loadGeometry().length;
    }
    return parts;
}

/** Geometry, and the property object that each feature has anyway. */
export function readAll(bytes) {
    return readAllOf(openTile(bytes));
}

/** @param {{ layers: Record<string, any> }} tile of this library, or of one with its API */
export function readAllOf({ layers }) {
    let sum = 0;
    for (const name in layers) {
        const layer = layers[name];
        for (let i = 0; i < layer.length; i++) {
            const feature = layer.feature(i);
            sum += feature.loadGeometry().length + (feature.properties === undefined ? 0 : 1);
        }
    }
    return sum;
}

/** The property object of each feature; no geometry. */
export function readTags(bytes) {
    let sum = 0;
    const { layers } = openTile(bytes);
    for (const name in layers) {
        const layer = layers[name];
        for (let i = 0; i < layer.length; i++) sum += layer.feature(i).properties === undefined ? 0 : 1;
    }
    return sum;
}
