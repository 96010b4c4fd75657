// tilewasm/varint: packed varints to typed arrays and back, by the kernels of c-src/varint. A module of its own, compiled at the first
// call; the tile decoder is not needed. Declarations: varint.d.mts.

import { toBytes } from './bytes.js';
import { compileInlined, compileInlinedAsync, explain, readSimd } from './compile.js';
import { TileError, describe } from './error.js';
import * as inlined from './generated/varint-modules.js';
import { bytesOf, classOf, plainArray, refuseGone } from './typed-array.js';

/** @import { Bytes, WasmModule } from './index.mjs' */
/** @import { InitOptions } from './varint.mjs' */

export { TileError } from './error.js';

/**
 * @typedef {object} Exports the functions of c-src/varint/packed_wasm.c
 * @property {{ buffer: ArrayBuffer }} memory
 * @property {(size: number) => number} tw_varint_reserve
 * @property {(length: number) => number} tw_varint_count
 * @property {(length: number, type: number) => number} tw_varint_decode
 * @property {(count: number, type: number) => number} tw_varint_encode
 * @property {() => number} tw_varint_result
 */

/** @typedef {Int32Array | Uint32Array | BigInt64Array | BigUint64Array | Float64Array} Values */
/** @typedef {{ values: ArrayLike<unknown>, wideName: string }} Encoded values, and the class that takes all values of their type */
/** @typedef {{ number: number, name: string, Array: any }} Type a tw_varint_type, and the array that holds its values */

/** @type {Record<string, Type>} */
const types = {
    Uint32: { number: 0, name: 'Uint32Array', Array: Uint32Array },
    Int32: { number: 1, name: 'Int32Array', Array: Int32Array },
    Sint32: { number: 2, name: 'Int32Array', Array: Int32Array },
    DeltaSint32: { number: 3, name: 'Int32Array', Array: Int32Array },
    Uint64: { number: 4, name: 'BigUint64Array', Array: globalThis.BigUint64Array },
    Int64: { number: 5, name: 'BigInt64Array', Array: globalThis.BigInt64Array },
    Sint64: { number: 6, name: 'BigInt64Array', Array: globalThis.BigInt64Array },
    DeltaSint64: { number: 7, name: 'BigInt64Array', Array: globalThis.BigInt64Array },
};

/** Bits of a type's number. */
const WIDE = 4;
const NUMBERS = 8;

/** Statuses of C: tw_status, and one of packed_wasm.c. */
const TRUNCATED = 20;
const BAD_VARINT = 24;
const NOT_AN_INTEGER = 100;

/** Beyond this C has no memory for an input, whatever the engine has. */
const MOST_INPUT = 512 * 1024 * 1024;

/** Linear memory never shrinks: past this many bytes the instance is replaced. */
const HIGH_WATER = 64 * 1024 * 1024;

/** @type {WasmModule | undefined} */
let module;
/** @type {Exports | undefined} */
let instance;
/** Calls of init so far: the last one counts, whichever is ready last. */
let inits = 0;

/**
 * Compiles the module without blocking, or chooses the one without SIMD. Not needed before the first call, which compiles it.
 *
 * @param {InitOptions} [options]
 */
export async function init(options) {
    const simd = readSimd(options);
    const number = ++inits;
    const compiled = await compileInlinedAsync(inlined, simd);
    if (number !== inits) return;
    if (compiled !== module) instance = undefined;
    module = compiled;
}

/**
 * The number of varints that have an end.
 *
 * @param {Bytes} bytes
 */
export function countVarints(bytes) {
    const input = toBytes(bytes);
    let count = 0;
    const countAll = (/** @type {Exports} */ exports) => {
        count = exports.tw_varint_count(input.length);
        return 0;
    };
    return call(input, countAll, () => count);
}

export const decodeUint32 = decoderOf(types.Uint32);
export const decodeInt32 = decoderOf(types.Int32);
export const decodeSint32 = decoderOf(types.Sint32);
export const decodeDeltaSint32 = decoderOf(types.DeltaSint32);
export const decodeUint64 = decoderOf(types.Uint64);
export const decodeInt64 = decoderOf(types.Int64);
export const decodeSint64 = decoderOf(types.Sint64);
export const decodeDeltaSint64 = decoderOf(types.DeltaSint64);

export const encodeUint32 = encoderOf(types.Uint32);
export const encodeInt32 = encoderOf(types.Int32);
export const encodeSint32 = encoderOf(types.Sint32);
export const encodeDeltaSint32 = encoderOf(types.DeltaSint32);
export const encodeUint64 = encoderOf(types.Uint64);
export const encodeInt64 = encoderOf(types.Int64);
export const encodeSint64 = encoderOf(types.Sint64);
export const encodeDeltaSint64 = encoderOf(types.DeltaSint64);

/**
 * @param {Type} type
 * @returns {(bytes: Bytes, options?: { target?: Values, as?: string }) => any}
 */
function decoderOf(type) {
    return (bytes, options) => {
        const { target, as = 'bigint' } = readOptions(options);
        const input = toBytes(bytes);
        if (as !== 'bigint' && as !== 'number') throw new TileError('bad-request', `options.as must be 'bigint' or 'number', not ${describe(as)}`);
        const asNumbers = type.number & WIDE && as === 'number';
        const { name, Array } = asNumbers ? { name: 'Float64Array', Array: Float64Array } : type;
        const view = target === undefined || target === null ? undefined : checkedArray('options.target', target, name, Array);
        return call(input, (exports) => exports.tw_varint_decode(input.length, type.number | (asNumbers ? NUMBERS : 0)), (memory, at, length) => {
            if (!view) return new Array(memory.slice(at, at + length));
            const count = length / Array.BYTES_PER_ELEMENT;
            if (count > view.length) {
                throw new TileError('bad-input', `options.target has room for ${view.length} values, but the bytes hold ${count}; countVarints tells how many`);
            }
            view.set(new Array(memory, at, count));
            return view.subarray(0, count);
        });
    };
}

/**
 * @param {Type} type
 * @returns {(values: any) => Uint8Array<ArrayBuffer>}
 */
function encoderOf(type) {
    return (values) => {
        const asNumbers = type.number & WIDE && classOf(values) === 'Float64Array';
        const plain = checkedArray('values', values, asNumbers ? 'Float64Array' : type.name, asNumbers ? Float64Array : type.Array);
        if (plain.byteLength > MOST_INPUT) throw outOfMemory(); // one array of bytes may not have so many
        return call(
            bytesOf(plain),
            (exports) => exports.tw_varint_encode(plain.length, type.number | (asNumbers ? NUMBERS : 0)),
            (memory, at, length) => new Uint8Array(memory.slice(at, at + length)),
            { values: plain, wideName: type.name },
        );
    };
}

/**
 * One call: puts the input into memory, calls, takes the output out.
 *
 * @template Result
 * @param {Uint8Array} input
 * @param {(exports: Exports) => number} invoke returns a status
 * @param {(memory: ArrayBuffer, at: number, length: number) => Result} take
 * @param {Encoded} [encoded] what is encoded
 * @returns {Result}
 */
function call(input, invoke, take, encoded) {
    const exports = start();
    try {
        const at = exports.tw_varint_reserve(input.length);
        if (at === 0) throw outOfMemory();
        new Uint8Array(exports.memory.buffer).set(input, at);
        const status = invoke(exports);
        const [output, length, fault] = new Uint32Array(exports.memory.buffer, exports.tw_varint_result(), 3);
        if (status !== 0) throw statusError(status, fault, encoded);
        return take(exports.memory.buffer, output, length);
    } catch (error) {
        if (error instanceof TileError) throw error;
        // The state of a crashed instance is unknown.
        instance = undefined;
        throw error instanceof WebAssembly.RuntimeError ? crash(error) : explain(error);
    } finally {
        if (exports.memory.buffer.byteLength > HIGH_WATER) instance = undefined;
    }
}

/** @returns {Exports} */
function start() {
    if (instance) return instance;
    module ??= compileInlined(inlined, 'auto');
    try {
        const { exports } = new WebAssembly.Instance(module);
        /** @type {any} */ (exports)._initialize?.();
        return (instance = /** @type {any} */ (exports));
    } catch (error) {
        throw explain(error);
    }
}

/**
 * @param {number} status
 * @param {number} fault
 * @param {Encoded} [encoded]
 */
function statusError(status, fault, encoded) {
    if (status === TRUNCATED) {
        return new TileError('truncated', `the varint that begins at byte ${fault} has no end: the packed field is cut off`, { offset: fault });
    }
    if (status === BAD_VARINT) {
        return new TileError('overlong', `the varint that begins at byte ${fault} is longer than ten bytes: this is no packed field, or a damaged one`, { offset: fault });
    }
    if (status === NOT_AN_INTEGER) {
        return new TileError('bad-input', `values[${fault}] is ${encoded?.values[fault]}: numbers must be integers of the type up to 2^53; take a ${encoded?.wideName} beyond`);
    }
    return outOfMemory();
}

function outOfMemory() {
    return new TileError('out-of-memory', 'the array needs more memory than 512 MiB or than the engine gives; pass it in pieces');
}

/** @param {Error} cause */
function crash(cause) {
    return new TileError('crashed', `the kernels crashed (${cause.message}) and were replaced; please report it with the bytes`, { cause });
}

/**
 * @param {any} options
 * @returns {{ target?: unknown, as?: unknown }}
 */
function readOptions(options) {
    if (options === undefined || options === null) return {};
    if (typeof options === 'object' && !ArrayBuffer.isView(options)) return options;
    throw new TileError('bad-request', `options must be an object such as { target }, not ${describe(options)}`);
}

/**
 * An array of the class, without properties of the caller's: nothing of the caller's runs in the middle of a call.
 *
 * @param {string} what
 * @param {any} value
 * @param {string} name of the class
 * @param {any} Array the class
 */
function checkedArray(what, value, name, Array) {
    if (classOf(value) !== name) throw new TileError('bad-input', `${what} must be a ${name}, not ${describe(value)}`);
    refuseGone(what, value);
    return plainArray(value, Array);
}
