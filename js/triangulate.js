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
    const rings = toOffsets('ringOffsets', ringOffsets, vertices.length / 2);
    const ringCount = rings.length - 1;
    const polygons = polygonOffsets === undefined ? Uint32Array.of(0, ringCount) : toOffsets('polygonOffsets', polygonOffsets, ringCount);
    const offsets = new Uint32Array(rings.length + polygons.length);
    offsets.set(rings);
    offsets.set(polygons, rings.length);
    let result;
    try {
        result = instance.triangulate(vertices, offsets, ringCount, polygons.length - 1);
    } catch (error) {
        if (error instanceof TileError && error.code === 'bad-polygons') {
            checkOffsets('ringOffsets', rings, vertices.length / 2);
            checkOffsets('polygonOffsets', polygons, ringCount);
        }
        throw error;
    }
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
    // An array without properties of its own: nothing of the caller's may run in the middle of the call.
    return type === 'Int16Array' ? new Int32Array(positions) : new Int32Array(positions.buffer, positions.byteOffset, positions.length);
}

/**
 * Offsets as C takes them. C checks them again, so that only plain arrays, which hold anything, need it here.
 *
 * @param {string} name
 * @param {Offsets} offsets
 * @param {number} limit
 * @returns {Uint32Array}
 */
function toOffsets(name, offsets, limit) {
    if (!(offsets?.length > 0)) {
        throw new TypeError(`${name} must be a Uint32Array or an array of numbers, one more than there are pieces, not ${describe(offsets)}`);
    }
    if (ArrayBuffer.isView(offsets) && offsets[Symbol.toStringTag] === 'Uint32Array') return offsets;
    checkOffsets(name, offsets, limit);
    return Uint32Array.from(offsets);
}

/**
 * Throws unless offsets are whole numbers that do not fall and stay within `limit`.
 *
 * @param {string} name
 * @param {Offsets} offsets
 * @param {number} limit
 */
function checkOffsets(name, offsets, limit) {
    let before = 0;
    for (let i = 0; i < offsets.length; i++) {
        const offset = offsets[i];
        if (!(offset >= before && offset <= limit && Number.isInteger(offset))) {
            throw new TileError('bad-polygons', `${name}[${i}] is ${offset}, which must be a whole number from ${before} to ${limit}`);
        }
        before = offset;
    }
}
