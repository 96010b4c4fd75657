// Accepts the bytes of a tile in every form in which programs have them. Called by the decoder before each call.

import { TileError, describe } from './error.js';
import { bytesOf, classOf, isGone } from './typed-array.js';

/** @import { Bytes } from './index.mjs' */

/**
 * A Uint8Array over the same memory as `input`: nothing is copied here.
 *
 * Works for views and buffers of other realms too (Jest, iframes), hence no instanceof.
 *
 * @param {Bytes} input
 * @returns {Uint8Array}
 */
export function toBytes(input) {
    const isArray = classOf(input) !== undefined;
    if (isArray && isGone(input)) throw detached(); // it would be read as no bytes
    try {
        const bytes = isArray ? bytesOf(input) : viewBytes(input);
        if (bytes) return bytes;
    } catch (cause) {
        if (!(cause instanceof RangeError)) throw detached(cause);
        throw new TileError('too-large', 'the bytes are more than this engine has in one view; pass them in pieces', { cause });
    }
    const hint = hints[tagOf(input)] ?? '';
    throw new TileError('bad-input', `the bytes must be a Uint8Array, another view or an ArrayBuffer, not ${describe(input)}${hint}`);
}

/**
 * @param {any} input
 * @returns {Uint8Array | undefined} undefined: it is neither a view nor a buffer
 */
function viewBytes(input) {
    if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    const bytes = /^(Shared)?ArrayBuffer$/.test(tagOf(input)) ? new Uint8Array(input) : undefined;
    return bytes && bytes.buffer === input ? bytes : undefined; // an object may call itself a buffer
}

/** @param {unknown} [cause] */
function detached(cause) {
    const text = 'the bytes are detached: their ArrayBuffer was transferred to another thread, or made smaller than they are; decode them there, or before';
    return new TileError('bad-input', text, { cause });
}

/** @type {Record<string, string>} */
const hints = {
    __proto__: /** @type {any} */ (null),
    Promise: '; await it first',
    Response: '; pass await response.arrayBuffer()',
    Blob: '; pass await blob.arrayBuffer()',
    File: '; pass await file.arrayBuffer()',
};

/** @param {unknown} value */
function tagOf(value) {
    return Object.prototype.toString.call(value).slice(8, -1);
}

const byteLengthOf = /** @type {() => number} */ (Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get);

/**
 * @param {unknown} value
 * @returns {value is ArrayBuffer} of any realm, hence no instanceof; shared memory is none
 */
export function isArrayBuffer(value) {
    try {
        byteLengthOf.call(value);
        return true;
    } catch {
        return false;
    }
}

/**
 * All of a buffer that may be written to, undefined where it is detached. What is looked at is the buffer itself, whatever properties
 * it has been given: nothing of the caller's may run in the middle of a decode.
 *
 * @param {ArrayBuffer} buffer
 * @returns {Uint8Array<ArrayBuffer> | undefined}
 */
export function writable(buffer) {
    return byteLengthOf.call(buffer) === 0 ? undefined : new Uint8Array(buffer);
}
