// Inflates gzip with the platform's DecompressionStream. Called by decodeAsync.

import { TileError } from './error.js';

/** Most bytes that a tile may inflate to: a tile's own limit. */
export const INFLATE_LIMIT = 64 * 1024 * 1024;

/** @param {Uint8Array} bytes */
export function isGzip(bytes) {
    return bytes.length > 1 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Inflates once: what is still gzip then is for the decoder to name.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function inflateGzip(bytes) {
    if (typeof DecompressionStream !== 'function') {
        throw new TileError('not-mvt:gzip', 'these bytes are gzip-compressed, and this engine has no DecompressionStream; decompress them first');
    }
    const stream = new DecompressionStream('gzip');
    const writer = stream.writable.getWriter();
    // A failure shows on the reading side too; here it only must not become an unhandled rejection. The copy is for bytes in shared memory.
    writer.write(bytes.slice()).catch(() => {});
    writer.close().catch(() => {});
    const reader = stream.readable.getReader();
    /** @type {Uint8Array[]} */
    const chunks = [];
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read().catch((cause) => {
            throw new TileError('bad-gzip', 'these bytes begin as gzip and are damaged, or the download was cut off', { cause });
        });
        if (done) return concatenate(chunks, length);
        chunks.push(value);
        length += value.length;
        if (length > INFLATE_LIMIT) {
            reader.cancel().catch(() => {});
            throw new TileError('too-large', `these gzip bytes inflate to more than ${INFLATE_LIMIT} bytes, the limit; inflate them yourself`);
        }
    }
}

/**
 * @param {Uint8Array[]} chunks
 * @param {number} length
 */
function concatenate(chunks, length) {
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
    }
    return bytes;
}
