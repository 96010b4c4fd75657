// What VectorTile and VectorTileLayer are made from: bytes, or a reader of pbf. Called by vector-tile.js.

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
    const bytes = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
    return end === undefined ? bytes : bytes.subarray(0, end);
}

/**
 * @param {any} source
 * @returns {source is PbfLike}
 */
function isPbf(source) {
    return ArrayBuffer.isView(source?.buf) && typeof source.pos === 'number';
}
