// What VectorTile and VectorTileLayer are made from: bytes, or a reader of pbf. Called by vector-tile.js.

import { TileError } from '../index.js';

/** @import { Bytes } from '../index.mjs' */

/** @typedef {{ buf: Uint8Array, pos: number, length: number }} PbfLike a PbfReader of pbf, of any version */

/**
 * The bytes from where a reader stands up to `end`, which it is moved to, as the other library does; or bytes as they are, up to `end`.
 *
 * @param {PbfLike | Bytes} source
 * @param {number} [end]
 * @returns {Uint8Array}
 */
export function takeBytes(source, end) {
    if (isPbf(source)) {
        const bytes = source.buf.subarray(source.pos, end ?? source.length);
        source.pos += bytes.length;
        return bytes;
    }
    const bytes = bytesOf(source);
    return end === undefined ? bytes : bytes.subarray(0, end);
}

/**
 * @param {any} source
 * @returns {Uint8Array}
 */
function bytesOf(source) {
    const kind = Object.prototype.toString.call(source).slice(8, -1);
    try {
        if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
        if (/^(Shared)?ArrayBuffer$/.test(kind)) {
            const bytes = new Uint8Array(source);
            if (bytes.buffer === source) return bytes; // an object may call itself a buffer
        }
    } catch (cause) {
        throw new TileError('bad-input', 'a VectorTile is made of bytes, and these are gone: their ArrayBuffer was transferred to another thread', { cause });
    }
    // What is something else would be read as no bytes at all, and so as an empty tile.
    throw new TileError('bad-input', `a VectorTile is made of a Pbf or of bytes, not of an object of type ${kind}${kind === 'Promise' ? '; await it first' : ''}`);
}

/**
 * @param {any} source
 * @returns {source is PbfLike}
 */
function isPbf(source) {
    return ArrayBuffer.isView(source?.buf) && typeof source.pos === 'number';
}
