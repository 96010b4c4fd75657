// Typed arrays as they are, whatever properties a caller has given them: nothing of the caller's may run in the middle of a call, and an
// array of another class would be read wrongly. Called by bytes.js, triangulate.js, instance.js and varint.js.

import { TileError } from './error.js';

const prototype = Object.getPrototypeOf(Uint8Array.prototype);

/** @param {string | symbol} name */
const getterOf = (name) => /** @type {() => any} */ (Object.getOwnPropertyDescriptor(prototype, name)?.get);

const tagGetter = getterOf(Symbol.toStringTag);
const lengthGetter = getterOf('length');
const bufferGetter = getterOf('buffer');
const byteOffsetGetter = getterOf('byteOffset');
const byteLengthGetter = getterOf('byteLength');

/**
 * The name of a typed array's class, of any realm; undefined for anything else.
 *
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function classOf(value) {
    return tagGetter.call(value);
}

/**
 * Its elements; 0 where its buffer was transferred away, or shrunk below it.
 *
 * @param {Int16Array | Int32Array | Uint32Array} array
 * @returns {number}
 */
export function lengthOf(array) {
    return lengthGetter.call(array);
}

/**
 * The same elements in an array that has no properties of the caller's.
 *
 * @param {any} array that is not gone
 * @param {any} Array its class, of this realm
 */
export function plainArray(array, Array) {
    return new Array(bufferGetter.call(array), byteOffsetGetter.call(array), lengthGetter.call(array));
}

/**
 * The bytes of its elements.
 *
 * @param {any} array that is not gone
 * @returns {Uint8Array}
 */
export function bytesOf(array) {
    return new Uint8Array(bufferGetter.call(array), byteOffsetGetter.call(array), byteLengthGetter.call(array));
}

/**
 * Throws where an array's buffer was transferred away, or shrunk below it.
 *
 * @param {string} name of the argument
 * @param {any} array
 */
export function refuseGone(name, array) {
    if (isGone(array)) throw new TileError('bad-input', `${name}: the array's buffer was transferred to another thread, or made smaller than the array`);
}

/**
 * Whether its buffer was transferred away, or shrunk below it.
 *
 * @param {any} array
 */
export function isGone(array) {
    if (lengthOf(array) > 0) return false;
    try {
        prototype.keys.call(array); // as most of its methods, refuses one that is gone
        return false;
    } catch {
        return true;
    }
}
