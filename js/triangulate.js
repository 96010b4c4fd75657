// Triangulates polygons that the caller brings. Called by the decoder. Polygons of a tile get theirs while they are decoded.

import { writable } from './bytes.js';
import { TileError, describe } from './error.js';
import { classOf, isGone, lengthOf, refuseGone } from './typed-array.js';

/** @import { Instance } from './instance.js' */
/** @import { Offsets, Triangulation } from './index.mjs' */

/**
 * @param {Instance} instance
 * @param {Int16Array | Int32Array} positions
 * @param {Offsets} ringOffsets
 * @param {Offsets} [polygonOffsets]
 * @param {ArrayBuffer} [into] is used when it is large enough
 * @returns {Triangulation}
 */
export function triangulateWith(instance, positions, ringOffsets, polygonOffsets, into) {
    checkPositions(positions);
    const vertexCount = lengthOf(positions) / 2;
    const rings = toOffsets('ringOffsets', ringOffsets, vertexCount);
    const ringCount = lengthOf(rings) - 1;
    const polygons = polygonOffsets === undefined ? Uint32Array.of(0, ringCount) : toOffsets('polygonOffsets', polygonOffsets, ringCount);
    // Plain arrays may have getters, which have run by now: nothing of the caller's does from here on.
    refuseGone('positions', positions);
    refuseGone('ringOffsets', rings);
    refuseGone('polygonOffsets', polygons);
    let result;
    try {
        result = instance.triangulate(positions, rings, polygons, into && writable(into));
    } catch (error) {
        if (error instanceof TileError && error.code === 'bad-polygons') {
            checkOffsets('ringOffsets', rings, vertexCount);
            checkOffsets('polygonOffsets', polygons, ringCount);
        }
        throw error;
    }
    const offsetCount = lengthOf(polygons);
    return {
        triangles: new Uint32Array(result.buffer, 4 * offsetCount, result.length - offsetCount),
        triangleOffsets: new Uint32Array(result.buffer, 0, offsetCount),
    };
}

/** @param {Int16Array | Int32Array} positions */
function checkPositions(positions) {
    const type = classOf(positions);
    if (type !== 'Int16Array' && type !== 'Int32Array') {
        throw new TypeError(
            `positions must be an Int16Array or Int32Array, x and y in turn, not ${describe(positions)}; ` +
                'scale and round other coordinates first',
        );
    }
    refuseGone('positions', positions); // before offsets are compared with its length
    const length = lengthOf(positions);
    if (length % 2 !== 0) throw new TypeError(`positions must have an even length, x and y in turn, not ${length}`);
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
    const array = classOf(offsets) === 'Uint32Array' ? /** @type {Uint32Array} */ (offsets) : undefined;
    if (array && (lengthOf(array) > 0 || isGone(array))) return array;
    if (!(offsets?.length > 0)) {
        throw new TypeError(`${name} must be a Uint32Array or an array of numbers, one more than there are pieces, not ${describe(offsets)}`);
    }
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
