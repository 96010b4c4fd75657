// A decoder: a memory of its own and the functions that turn bytes into tiles. Made by index.js, the default one too.

import { isArrayBuffer, toBytes, writable } from './bytes.js';
import { TileError, describe } from './error.js';
import { inflateGzip, isGzip } from './gzip.js';
import { Instance } from './instance.js';
import { TileReader } from './reader.js';
import { encodeRequest, integersOf, readRequest } from './request.js';
import { DecodedTile } from './tile.js';
import { triangulateWith } from './triangulate.js';

/** @import { Bytes, DecodeRequest, Offsets, Triangulation, WasmModule } from './index.mjs' */
/** @import { Plan } from './request.js' */

export class Decoder {
    #instance;

    /**
     * @param {WasmModule} module
     * @param {number} memoryLimit in bytes
     */
    constructor(module, memoryLimit) {
        this.#instance = new Instance(module, memoryLimit);
    }

    /**
     * @param {Bytes} bytes
     * @param {DecodeRequest} [request]
     * @returns {DecodedTile}
     */
    decode(bytes, request) {
        return this.#decode(bytes, readRequest(request));
    }

    /**
     * @param {ArrayBuffer} buffer
     * @param {Bytes} bytes
     * @param {DecodeRequest} [request]
     * @returns {DecodedTile}
     */
    decodeInto(buffer, bytes, request) {
        checkBuffer(buffer);
        return this.#decode(bytes, readRequest(request), buffer);
    }

    /**
     * @param {Bytes | Promise<Bytes>} bytes
     * @param {DecodeRequest} [request]
     * @returns {Promise<DecodedTile>}
     */
    async decodeAsync(bytes, request) {
        const plan = readRequest(request);
        const tile = toBytes(await bytes);
        return this.#decode(isGzip(tile) ? await inflateGzip(tile) : tile, plan);
    }

    /**
     * @param {Bytes} bytes
     * @returns {TileReader}
     */
    open(bytes) {
        return new TileReader(this.#instance, toBytes(bytes));
    }

    /**
     * @param {Int16Array | Int32Array} positions
     * @param {Offsets} ringOffsets
     * @param {Offsets} [polygonOffsets]
     * @returns {Triangulation}
     */
    triangulate(positions, ringOffsets, polygonOffsets) {
        return triangulateWith(this.#instance, positions, ringOffsets, polygonOffsets);
    }

    /**
     * @param {ArrayBuffer} buffer
     * @param {Int16Array | Int32Array} positions
     * @param {Offsets} ringOffsets
     * @param {Offsets} [polygonOffsets]
     * @returns {Triangulation}
     */
    triangulateInto(buffer, positions, ringOffsets, polygonOffsets) {
        checkBuffer(buffer);
        return triangulateWith(this.#instance, positions, ringOffsets, polygonOffsets, buffer);
    }

    /**
     * @param {Bytes} bytes
     * @param {Plan} plan
     * @param {ArrayBuffer} [into]
     */
    #decode(bytes, plan, into) {
        const tile = toBytes(bytes); // before the request is encoded: a view may have a getter of its own
        const request = encodeRequest(plan);
        return new DecodedTile(this.#instance.decode(tile, request, into && writable(into)), integersOf(plan));
    }
}

/** @param {ArrayBuffer} buffer */
function checkBuffer(buffer) {
    if (!isArrayBuffer(buffer)) throw new TileError('bad-input', `the buffer must be an ArrayBuffer, not ${describe(buffer)}`);
}
