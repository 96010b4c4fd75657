// What decoding some bytes gives, in the form of tests/cases/cases.json.

import { TileError } from '../../js/index.js';

const TYPES = ['UNKNOWN', 'POINT', 'LINESTRING', 'POLYGON'];

/** @param {() => object} decode returns a DecodedTile or throws */
export function outcomeOf(decode) {
    try {
        const tile = decode();
        return { layers: tile.layers.map(plainLayer), problems: tile.problems.map(({ code, layer, feature }) => [code, layer ?? null, feature ?? null]) };
    } catch (error) {
        if (!(error instanceof TileError)) throw error;
        return { error: error.code };
    }
}

export function plainLayer(layer) {
    const features = Array.from({ length: layer.length }, (_, i) => {
        const { id, type, coordinates, properties } = layer.feature(i);
        return {
            id: id === undefined ? null : String(id),
            type: TYPES[layer.types[i]],
            ...(coordinates && { geometry: { type, coordinates } }),
            properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, plainValue(value)])),
        };
    });
    return { name: layer.name, version: layer.version, extent: layer.extent, features };
}

function plainValue(value) {
    if (typeof value === 'bigint') return { $bigint: String(value) };
    if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))) return value;
    return { $number: Object.is(value, -0) ? '-0' : String(value) };
}
