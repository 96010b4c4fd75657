// Triangulates polygons that the caller brings. Called by the decoder. Polygons of a tile get theirs while they are decoded.

import { TileError, describe } from './error.js';

/** @import { Instance } from './instance.js' */
/** @import { Offsets, Triangulation } from './index.mjs' */

/**
 * @param {Instance} instance
 * @param {Int16Array | Int32Array} positions
 * @param {Offsets} ringOffsets
 * @param {Offsets} [polygonOffsets]
 * @returns {Triangulation}
 */
export function triangulateWith(instance, positions, ringOffsets, polygonOffsets) {
    const vertices = toInt32(positions);
    checkOffsets('ringOffsets', ringOffsets, vertices.length / 2, 'vertices');
    const ringCount = ringOffsets.length - 1;
    const polygons = polygonOffsets ?? [0, ringCount];
    checkOffsets('polygonOffsets', polygons, ringCount, 'rings');
    const offsets = new Uint32Array(ringOffsets.length + polygons.length);
    offsets.set(ringOffsets);
    offsets.set(polygons, ringOffsets.length);
    const result = instance.triangulate(vertices, offsets, ringCount, polygons.length - 1);
    return {
        triangles: new Uint32Array(result, 4 * polygons.length),
        triangleOffsets: new Uint32Array(result, 0, polygons.length),
    };
}

/** @param {Int16Array | Int32Array} positions */
function toInt32(positions) {
    const type = ArrayBuffer.isView(positions) ? positions[Symbol.toStringTag] : '';
    if (type !== 'Int16Array' && type !== 'Int32Array') {
        throw new TypeError(
            `positions must be an Int16Array or Int32Array, x and y in turn, not ${describe(positions)}; ` +
                'exact triangles need integers: scale and round other coordinates to int32 first',
        );
    }
    if (positions.length % 2 !== 0) throw new TypeError(`positions must have an even length, x and y in turn, not ${positions.length}`);
    return type === 'Int16Array' ? new Int32Array(positions) : /** @type {Int32Array} */ (positions);
}

/**
 * Throws unless offsets are whole numbers that do not fall and stay within `limit`.
 *
 * @param {string} name
 * @param {Offsets} offsets
 * @param {number} limit
 * @param {string} what the limit counts
 */
function checkOffsets(name, offsets, limit, what) {
    if (!(offsets?.length > 0)) {
        throw new TypeError(`${name} must be a Uint32Array or an array of numbers, one more than there are pieces, not ${describe(offsets)}`);
    }
    let before = 0;
    for (let i = 0; i < offsets.length; i++) {
        const offset = offsets[i];
        if (!(offset >= before && offset <= limit && Number.isInteger(offset))) {
            throw new TileError('bad-polygons', `${name}[${i}] is ${offset}; offsets are whole, do not fall, and there are ${limit} ${what}`);
        }
        before = offset;
    }
}
