// loaders.gl's binary shape, with triangles: what deck.gl's MVTLayer asks for. Results are handed out, so each has a buffer of its own.

import { MVTLoader } from '@loaders.gl/mvt';
import { decode } from '../../dist/index.mjs';
import { TileWasmLoader } from '../../dist/loaders.mjs';

const options = { mvt: { shape: 'binary', layerProperty: 'layerName' } };
const GROUPS = ['points', 'lines', 'polygons'];

/** @returns {any} */
const ours = (bytes) => TileWasmLoader.parseSync(bytes.buffer, options);
const theirs = (bytes) => MVTLoader.parseSync(bytes.buffer, options);

/** Something of each group. */
function touch(result) {
    let sum = result.polygons.triangles.value.length;
    for (const group of GROUPS) sum += result[group].positions.value.length + result[group].properties.length;
    return sum;
}

/** Bytes of all typed arrays of a result. */
function bytesOf(value) {
    if (ArrayBuffer.isView(value)) return value.byteLength;
    if (typeof value !== 'object' || value === null) return 0;
    return Object.values(value).reduce((sum, inner) => sum + bytesOf(inner), 0);
}

/** Plain values, arrays, typed arrays and objects, to the bottom. */
function same(a, b) {
    if (Object.is(a, b)) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || a.constructor !== b.constructor) return false;
    if (ArrayBuffer.isView(a)) return sameElements(a, b);
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

function sameElements(a, b) {
    return a.length === b.length && a.every((element, i) => Object.is(element, b[i]));
}

/** Twice the area that triangles cover. */
function coveredBy({ positions: { value: positions }, triangles: { value: triangles } }) {
    let sum = 0;
    for (let i = 0; i < triangles.length; i += 3) {
        const [a, b, c] = [2 * triangles[i], 2 * triangles[i + 1], 2 * triangles[i + 2]];
        sum += Math.abs((positions[b] - positions[a]) * (positions[c + 1] - positions[a + 1]) - (positions[c] - positions[a]) * (positions[b + 1] - positions[a + 1]));
    }
    return sum;
}

/**
 * All arrays and objects equal; triangles may be others over the same area, of which earcut misses some in a few tiles. Left out: tiles with
 * geometry that breaks the specification, which MVTLoader passes on.
 */
function compare(comparison, bytes) {
    const [mine, other] = [ours(bytes), theirs(bytes)];
    const features = GROUPS.reduce((sum, group) => sum + mine[group].properties.length, 0);
    if (decode(bytes).problemCount > 0) {
        comparison.leftOut += features;
        return;
    }
    const [area, otherArea] = [coveredBy(mine.polygons), coveredBy(other.polygons)];
    comparison.check('area of the triangles', Math.abs(area - otherArea) <= 1e-5 * area);
    mine.polygons.triangles = other.polygons.triangles = undefined;
    for (const group of GROUPS) comparison.check(group, same(mine[group], other[group]));
    comparison.features += features;
}

export default {
    title: '`binary` with triangles',
    peer: 'loaders.gl MVTLoader',
    goals: { streets: 10, 'osm-qa': 25, corpus: 15 },

    prepare() {
        return {
            outputLengths: (bytes) => bytesOf(ours(bytes)),
            fresh: (bytes) => touch(ours(bytes)),
            theirs: (bytes) => touch(theirs(bytes)),
            check: compare,
        };
    },
};
