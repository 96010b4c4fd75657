// The main entry: what the package exports, and the decoder that its functions share. Nothing happens before the first call.

import { Decoder } from './decoder.js';
import { TileError } from './error.js';
import { compileAsync, compileSync, readOptions } from './module.js';

/** @import { Bytes, DecodeRequest, InitOptions, Offsets } from './index.mjs' */
/** @import { Options } from './module.js' */

export { TileError } from './error.js';
export { INFLATE_LIMIT } from './gzip.js';
export { DecodedLayer } from './layer.js';
export { TileReader } from './reader.js';
export { DecodedTile } from './tile.js';

/** @type {Decoder | undefined} */
let decoder;
/** The options that `decoder` has or will have. @type {Options | undefined} */
let chosen;
/** @type {Promise<Decoder> | undefined} while an init is under way */
let pending;

/** @param {InitOptions} [options] */
export async function init(options) {
    const wanted = readOptions(options);
    if (options !== undefined && chosen && !isSame(wanted, chosen)) {
        throw new TileError('already-initialized', 'the decoder has other options already; call init once, before the first decode, or use createDecoder');
    }
    if (decoder) return;
    chosen ??= wanted;
    try {
        const made = await (pending ??= make(chosen));
        decoder ??= made;
    } catch (error) {
        if (!decoder) chosen = undefined;
        throw error;
    } finally {
        pending = undefined;
    }
}

/**
 * @param {InitOptions} [options]
 * @returns {Promise<Decoder>}
 */
export async function createDecoder(options) {
    return make(readOptions(options));
}

/** @param {Pick<InitOptions, 'wasm' | 'simd'>} [options] */
export async function compile(options) {
    return compileAsync(readOptions(options));
}

/**
 * @param {Bytes} bytes
 * @param {DecodeRequest} [request]
 */
export function decode(bytes, request) {
    return getDecoder().decode(bytes, request);
}

/**
 * @param {Bytes | Promise<Bytes>} bytes
 * @param {DecodeRequest} [request]
 */
export async function decodeAsync(bytes, request) {
    if (!decoder) await init();
    return getDecoder().decodeAsync(bytes, request);
}

/**
 * @param {ArrayBuffer} buffer
 * @param {Bytes} bytes
 * @param {DecodeRequest} [request]
 */
export function decodeInto(buffer, bytes, request) {
    return getDecoder().decodeInto(buffer, bytes, request);
}

/** @param {Bytes} bytes */
export function open(bytes) {
    return getDecoder().open(bytes);
}

/**
 * @param {Int16Array | Int32Array} positions
 * @param {Offsets} ringOffsets
 * @param {Offsets} [polygonOffsets]
 */
export function triangulate(positions, ringOffsets, polygonOffsets) {
    return getDecoder().triangulate(positions, ringOffsets, polygonOffsets);
}

/**
 * @param {ArrayBuffer} buffer
 * @param {Int16Array | Int32Array} positions
 * @param {Offsets} ringOffsets
 * @param {Offsets} [polygonOffsets]
 */
export function triangulateInto(buffer, positions, ringOffsets, polygonOffsets) {
    return getDecoder().triangulateInto(buffer, positions, ringOffsets, polygonOffsets);
}

/** @param {Options} options */
async function make(options) {
    return new Decoder(await compileAsync(options), options.memoryLimit);
}

function getDecoder() {
    if (decoder) return decoder;
    if (chosen?.wasm !== undefined) {
        throw new TileError('not-initialized', 'init is still loading the module of options.wasm; await it before the first call');
    }
    const options = chosen ?? readOptions();
    decoder = new Decoder(compileSync(options), options.memoryLimit);
    chosen = options;
    return decoder;
}

/**
 * @param {Options} a
 * @param {Options} b
 */
function isSame(a, b) {
    return a.wasm === b.wasm && a.simd === b.simd && a.memoryLimit === b.memoryLimit;
}
