// A WebAssembly instance and the calls into it: bytes in, one piece of bytes out. Called by decoder.js and reader.js.
//
// No view over linear memory outlives a statement that could grow it, and nothing of the caller's runs between a call's
// tw_reserve and its tw_release, so calls never meet inside. An instance that crashed or grew too large is replaced; the bytes of
// open tiles are taken out of it first.

import { explain } from './compile.js';
import { TileError, statusError } from './error.js';
import { lengthOf } from './typed-array.js';

/** @import { WasmModule } from './index.mjs' */

/**
 * @typedef {object} Exports the functions of c-src/include/*.h
 * @property {{ buffer: ArrayBuffer }} memory
 * @property {() => void} [_initialize]
 * @property {() => number} tw_abi_version
 * @property {(bytes: number) => void} tw_set_memory_limit
 * @property {(tileLength: number, requestLength: number) => number} tw_reserve
 * @property {() => number} tw_request
 * @property {() => number} tw_last_status
 * @property {() => number} tw_result
 * @property {(tileLength: number, requestLength: number) => number} tw_decode
 * @property {(tileLength: number, handle: number) => number} tw_open
 * @property {() => number} tw_opened
 * @property {(handle: number) => number} tw_describe
 * @property {(handle: number, requestLength: number) => number} tw_read
 * @property {(handle: number, layer: number, feature: number) => number} tw_feature_tags
 * @property {(handle: number, layer: number, feature: number) => number} tw_feature_geometry
 * @property {(handle: number) => number} tw_close
 * @property {(vertexCount: number, ringCount: number, polygonCount: number) => number} tw_triangulate
 * @property {() => void} tw_release
 */

const ABI_VERSION = 1;
const OUT_OF_MEMORY = 41;
const TOO_MANY_TILES = 47;

/** TW_MAX_OPEN_TILES of c-src/include/tilewasm.h. */
const MAX_OPEN_TILES = 2048;

const NONE = 0xffffffff;
const EMPTY = new Uint8Array(0);

/**
 * Linear memory never shrinks: past this many bytes the instance is replaced after the call. Open tiles count for themselves.
 *
 * Where large tiles come one after another, growing anew for each takes several times as long as decoding it. So after a second large
 * call among so few the instance stays, until as many smaller ones have followed: a screen of tiles, about.
 */
const HIGH_WATER = 64 * 1024 * 1024;
const FEW_CALLS = 32;

/**
 * A call is large when memory is past the mark and grew in it, or input and result together take more than this part of it. Growth
 * counts since a call may need much more than it brings: the tables of an open tile are made again after its instance was replaced.
 */
const LARGE_PART = 1 / 8;

/** Memory that an open tile of so many bytes may take, with its tables: whole pages. */
const openTileMemory = (/** @type {number} */ length) => 65536 + 3 * length;

/**
 * Room that C sets aside at most to read a feature of an open tile, bytes a byte of its layer (columns_bound in c-src/read/layer.c). One
 * tile is read at a time, so the longest that is open counts, once.
 */
const READ_ROOM = 19;

/**
 * @typedef {object} OpenTile a tile whose bytes lie in an instance's memory; when that instance is gone, here
 * @property {number} length of the tile
 * @property {number} handle 0: in no instance
 * @property {number} at where its bytes are in linear memory, as long as there is a handle
 * @property {Uint8Array} [bytes]
 */

export class Instance {
    #module;
    #memoryLimit;
    /** @type {Exports | undefined} */
    #exports;
    /** @type {Set<OpenTile>} those that are not closed, with a handle or without */
    #openTiles = new Set();
    #openMemory = 0;
    /** Bytes of all open tiles, in this instance or not. */
    #openLength = 0;
    /** Bytes of linear memory that the last call took, from its input to the end of its result. */
    #used = 0;
    /** Bytes of linear memory after the last call. */
    #byteLength = 0;
    /** Calls since the last large one. */
    #callsSinceLarge = Infinity;
    /** Whether a call began and did not end: where the stack overflowed, and once more in what follows an error. */
    #isCalling = false;

    /**
     * @param {WasmModule} module
     * @param {number} memoryLimit in bytes
     */
    constructor(module, memoryLimit) {
        this.#module = module;
        this.#memoryLimit = memoryLimit;
        this.#start();
    }

    #start() {
        if (this.#isCalling) this.#abandon();
        if (this.#exports) return this.#exports;
        /** @type {any} */
        let exports;
        try {
            ({ exports } = new WebAssembly.Instance(this.#module));
        } catch (error) {
            throw explain(error);
        }
        exports._initialize?.();
        if (exports.tw_abi_version?.() !== ABI_VERSION) {
            throw new TileError('not-wasm', 'this .wasm file is not of this version of tilewasm; take both from the same package');
        }
        exports.tw_set_memory_limit(this.#memoryLimit);
        return (this.#exports = /** @type {Exports} */ (exports));
    }

    /** Gives memory back after a call, or some calls after it. */
    #trim() {
        const { byteLength } = /** @type {Exports} */ (this.#exports).memory.buffer;
        const room = this.#spare(byteLength);
        const isLarge = room > HIGH_WATER && (byteLength > this.#byteLength || this.#used > room * LARGE_PART);
        this.#byteLength = byteLength;
        const isFollowing = this.#callsSinceLarge <= FEW_CALLS;
        this.#callsSinceLarge = isLarge ? 0 : this.#callsSinceLarge + 1;
        const isInUse = isLarge ? isFollowing : this.#callsSinceLarge <= FEW_CALLS;
        if (room > HIGH_WATER && !isInUse) this.#abandon();
    }

    /**
     * What of the memory is neither open tiles' nor needed to read them.
     *
     * @param {number} byteLength of all of it
     */
    #spare(byteLength) {
        const room = byteLength - this.#openMemory;
        if (room <= HIGH_WATER) return room;
        let longest = 0;
        for (const { length } of this.#openTiles) longest = Math.max(longest, length);
        return room - READ_ROOM * longest;
    }

    #abandon() {
        const { buffer } = /** @type {Exports} */ (this.#exports).memory;
        for (const tile of this.#openTiles) {
            if (tile.handle === 0) continue;
            try {
                tile.bytes = new Uint8Array(buffer.slice(tile.at, tile.at + tile.length));
            } catch (error) {
                if (isStackOverflow(error)) throw error; // the next call is one with more stack
                // The engine is out of memory: this tile is lost, and its next use says so.
            }
            tile.handle = 0;
        }
        this.#openMemory = 0;
        this.#byteLength = 0;
        this.#exports = undefined;
        this.#isCalling = false;
    }

    /**
     * A call and what follows it. Other tiles that are open may leave it too little memory: a call that lacks memory takes them out of it, and
     * then is made once more.
     *
     * @template Result
     * @param {OpenTile | undefined} own what it is about
     * @param {number} tileLength in bytes
     * @param {number} requestLength in bytes
     * @param {(memory: ArrayBuffer, tileAt: number, requestAt: number) => void} put writes tile and request
     * @param {(exports: Exports, handle: number) => number} invoke returns a status
     * @param {(memory: ArrayBuffer, offset: number, length: number) => Result} take what to do with the result's bytes
     * @returns {Result}
     */
    #call(own, tileLength, requestLength, put, invoke, take) {
        for (let holdsTiles = this.#openMemory > 0; ; holdsTiles = false) {
            try {
                const handle = own ? this.#handleOf(own) : 0;
                const result = this.#attempt(tileLength, requestLength, put, (exports) => invoke(exports, handle), take);
                this.#trim();
                return result;
            } catch (error) {
                if (!holdsTiles || /** @type {any} */ (error).code !== 'memory-limit') throw error;
            }
        }
    }

    /**
     * Reserves room, has the input put there, calls, takes the result out, releases.
     *
     * @template Result
     * @param {number} tileLength in bytes
     * @param {number} requestLength in bytes
     * @param {(memory: ArrayBuffer, tileAt: number, requestAt: number) => void} put
     * @param {(exports: Exports) => number} invoke
     * @param {(memory: ArrayBuffer, offset: number, length: number) => Result} take
     * @returns {Result}
     */
    #attempt(tileLength, requestLength, put, invoke, take) {
        const exports = this.#start();
        this.#isCalling = true;
        try {
            // A length beyond 2^31 would arrive cut to 32 bits; C refuses tiles above 1 GiB.
            const tileAt = exports.tw_reserve(Math.min(tileLength, 0x7fffffff), requestLength);
            if (tileAt === 0) throw statusError(exports.tw_last_status());
            put(exports.memory.buffer, tileAt, exports.tw_request());
            this.#used = tileLength;
            const status = invoke(exports);
            const left = new Uint32Array(exports.memory.buffer, exports.tw_result(), 5);
            if (status !== 0) throw statusError(status, toPlace(left));
            this.#used = left[0] + left[1] - tileAt;
            const result = take(exports.memory.buffer, left[0], left[1]);
            exports.tw_release();
            this.#isCalling = false;
            return result;
        } catch (error) {
            this.#fail(exports, error);
            throw error instanceof TileError || isStackOverflow(error) ? error : crash(error);
        }
    }

    /**
     * After an error of the tile the instance goes on; after any other its state is unknown.
     *
     * @param {Exports} exports
     * @param {unknown} error
     */
    #fail(exports, error) {
        if (!(error instanceof TileError) || /memory/.test(error.code)) {
            this.#abandon();
            return;
        }
        exports.tw_release();
        this.#isCalling = false;
        this.#trim();
    }

    /**
     * @param {Uint8Array} tile
     * @param {Uint8Array} request
     * @param {Uint8Array<ArrayBuffer>} [into] a whole buffer; is used when it is large enough
     * @returns {ArrayBuffer} with a result block at its beginning
     */
    decode(tile, request, into) {
        return this.#call(
            undefined,
            tile.length,
            request.length,
            putBytes(tile, request),
            (exports) => exports.tw_decode(tile.length, request.length),
            (memory, offset, length) => copyOut(memory, offset, length, into),
        );
    }

    /**
     * @param {Uint8Array} bytes
     * @returns {OpenTile} to be described at once, which copies its bytes, and to be closed
     */
    open(bytes) {
        // Counted here as well as in C: a tile that waits outside an instance comes back into one when it is next used.
        if (this.#openTiles.size >= MAX_OPEN_TILES) throw statusError(TOO_MANY_TILES);
        const { length } = bytes;
        if (this.#openLength > 0 && this.#openLength + length > this.#memoryLimit) {
            throw new TileError('memory-limit', `open tiles would have more bytes than memoryLimit allows, ${this.#memoryLimit}; close some, or raise it`);
        }
        const tile = { length, handle: 0, at: 0, bytes };
        this.#openTiles.add(tile);
        this.#openLength += length;
        return tile;
    }

    /** @param {OpenTile} tile is opened again where the instance that it was in is gone */
    #handleOf(tile) {
        const { handle, bytes } = tile;
        if (handle !== 0) return handle;
        if (!bytes) throw statusError(OUT_OF_MEMORY);
        // The tile is told once the call is over: one that fails on its way leaves no handle behind.
        const opened = this.#attempt(
            bytes.length,
            0,
            putBytes(bytes),
            (exports) => exports.tw_open(bytes.length, 0),
            (_, at) => ({ at, handle: /** @type {Exports} */ (this.#exports).tw_opened() }),
        );
        tile.at = opened.at;
        tile.handle = opened.handle;
        tile.bytes = undefined;
        this.#openMemory += openTileMemory(tile.length);
        return tile.handle;
    }

    /**
     * @template Structure
     * @param {OpenTile} tile
     * @param {(memory: ArrayBuffer, at: number, length: number) => Structure} take reads the block that describes the tile, where it lies
     * @returns {Structure}
     */
    describe(tile, take) {
        return this.#call(tile, 0, 0, putBytes(EMPTY), (exports, handle) => exports.tw_describe(handle), take);
    }

    /**
     * @param {OpenTile} tile
     * @param {Uint8Array} request
     * @returns {ArrayBuffer} a result block
     */
    read(tile, request) {
        return this.#call(tile, 0, request.length, putBytes(EMPTY, request), (exports, handle) => exports.tw_read(handle, request.length), copyOut);
    }

    /**
     * @param {'tw_feature_tags' | 'tw_feature_geometry'} name
     * @param {OpenTile} tile
     * @param {number} layer
     * @param {number} feature
     * @returns {Uint32Array<ArrayBuffer>}
     */
    readIntegers(name, tile, layer, feature) {
        return new Uint32Array(this.#call(tile, 0, 0, putBytes(EMPTY), (exports, handle) => exports[name](handle, layer, feature), copyOut));
    }

    /**
     * @param {Int16Array | Int32Array} positions
     * @param {Uint32Array} ringOffsets
     * @param {Uint32Array} polygonOffsets
     * @param {Uint8Array<ArrayBuffer>} [into] a whole buffer; is used when it is large enough
     * @returns {{ buffer: ArrayBuffer, length: number }} offsets of the polygons' triangles, then the triangles: so many numbers in all
     */
    triangulate(positions, ringOffsets, polygonOffsets, into) {
        const length = lengthOf(positions);
        const ringCount = lengthOf(ringOffsets) - 1;
        const polygonCount = lengthOf(polygonOffsets) - 1;
        const offsetCount = ringCount + 1 + polygonCount + 1;
        return this.#call(
            undefined,
            4 * length,
            4 * offsetCount,
            (memory, positionsAt, offsetsAt) => {
                new Int32Array(memory, positionsAt, length).set(positions);
                const offsets = new Uint32Array(memory, offsetsAt, offsetCount);
                offsets.set(ringOffsets);
                offsets.set(polygonOffsets, ringCount + 1);
            },
            (exports) => exports.tw_triangulate(length / 2, ringCount, polygonCount),
            (memory, at, bytes) => ({ buffer: copyOut(memory, at, bytes, into), length: bytes / 4 }),
        );
    }

    /** @param {OpenTile} tile */
    close(tile) {
        if (this.#isCalling) this.#abandon();
        tile.bytes = undefined;
        if (this.#openTiles.delete(tile)) this.#openLength -= tile.length;
        const { handle } = tile;
        if (handle === 0) return;
        tile.handle = 0; // whatever becomes of the call, a handle is closed once
        this.#isCalling = true;
        /** @type {Exports} */ (this.#exports).tw_close(handle);
        this.#isCalling = false;
        this.#openMemory -= openTileMemory(tile.length);
        // As large a call as the tile was: large ones that are opened and closed in turn do not want a new instance each.
        this.#used = openTileMemory(tile.length);
        this.#trim();
    }
}

/**
 * What writes a call's input.
 *
 * @param {Uint8Array} tile
 * @param {Uint8Array} [request]
 * @returns {(memory: ArrayBuffer, tileAt: number, requestAt: number) => void}
 */
function putBytes(tile, request) {
    return (memory, tileAt, requestAt) => {
        const bytes = new Uint8Array(memory);
        bytes.set(tile, tileAt);
        if (request) bytes.set(request, requestAt);
    };
}

/**
 * @param {ArrayBuffer} memory
 * @param {number} offset
 * @param {number} length
 * @param {Uint8Array<ArrayBuffer>} [into]
 */
function copyOut(memory, offset, length, into) {
    if (!into || into.length < length) return memory.slice(offset, offset + length);
    into.set(new Uint8Array(memory, offset, length));
    return into.buffer;
}

/**
 * @param {Uint32Array} left tw_result_t after an error
 */
function toPlace([, , offset, layer, feature]) {
    return { offset, layer: layer === NONE ? undefined : layer, feature: feature === NONE ? undefined : feature };
}

/** The caller's recursion, which is to hear of it as it is. @param {unknown} error of any engine */
function isStackOverflow(error) {
    return /call stack|recursion/.test(String(/** @type {any} */ (error)?.message));
}

/** @param {unknown} cause */
function crash(cause) {
    if (cause instanceof RangeError) return statusError(OUT_OF_MEMORY, { cause });
    const text = String(/** @type {any} */ (cause)?.message ?? cause);
    return new TileError('crashed', `the decoder crashed (${text}) and was replaced; please report it with the tile`, { cause });
}
