// Accepts the bytes of a tile in every form in which programs have them. Called by the decoder before each call.

import { TileError, describe } from './error.js';

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
    try {
        if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
        const bytes = /^(Shared)?ArrayBuffer$/.test(classOf(input)) ? new Uint8Array(input) : undefined;
        if (bytes && bytes.buffer === input) return bytes; // an object may call itself a buffer
    } catch (cause) {
        throw new TileError(
            'bad-input',
            'the bytes are detached: their ArrayBuffer was transferred to another thread; decode them there, or before',
            { cause },
        );
    }
    const hint = hints[classOf(input)] ?? '';
    throw new TileError('bad-input', `the bytes must be a Uint8Array, another view or an ArrayBuffer, not ${describe(input)}${hint}`);
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
function classOf(value) {
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
