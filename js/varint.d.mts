// The published declarations of tilewasm/varint.
//
// A packed field of protobuf is a run of varints. These functions read and write the bytes of such a field, without its tag and
// length: https://protobuf.dev/programming-guides/encoding/#packed

import type { Bytes } from './index.mjs';

export type { Bytes } from './index.mjs';

/** Options of `init`. */
export interface InitOptions {
    /** The kernels with SIMD where the engine has it ('auto', the default), always (true), never (false). */
    simd?: 'auto' | boolean;
}

/** Options of a decode function. */
export interface DecodeOptions<Target = ArrayBufferView> {
    /** Where the values go: an array of the type that the function returns. The result is then its part that was filled. */
    target?: Target;
}

/** Options of a decode function for 64-bit values. */
export interface Decode64Options<Target = ArrayBufferView> extends DecodeOptions<Target> {
    /**
     * 'bigint' (the default): an array of 64-bit integers. 'number': a Float64Array, which is faster to use; integers beyond 2^53
     * become the nearest number. Differences are summed up exactly, before that.
     */
    as?: 'bigint';
}

/** The same, for a Float64Array. */
export interface DecodeNumbersOptions extends DecodeOptions<Float64Array> {
    as: 'number';
}

/**
 * What went wrong, in `code`: `truncated` (the last varint has no end) or `overlong` (one has more than ten bytes), with `offset`, the
 * byte at which that varint begins; `bad-input` or `bad-request` (an argument); `out-of-memory`; or that WebAssembly cannot be
 * compiled. Its `name` is 'TileError'; it is not the class of the main entry, which this entry does not load.
 */
export declare class TileError extends Error {
    constructor(code: string, message: string, place?: { offset?: number; cause?: unknown });
    /** The error again from what `toJSON` gave, on the other side of a postMessage, which strips errors of their fields. */
    static from(json: { code: string; message: string; offset?: number }): TileError;
    readonly code: string;
    /** Where the varint begins that the error is about, or undefined. */
    readonly offset: number | undefined;
    /** The error behind this one. */
    readonly cause?: unknown;
    toJSON(): { name: string; code: string; message: string; offset?: number };
}

/**
 * Compiles the module without blocking, or chooses the one without SIMD; of several calls the last one counts. Not needed: the first
 * call compiles it, in about ten milliseconds.
 */
export function init(options?: InitOptions): Promise<void>;

/** The number of varints in the bytes that have an end: how much room a target needs. */
export function countVarints(bytes: Bytes): number;

/** uint32: the low 32 bits of each varint, as protobuf reads them. Throws a TileError. */
export function decodeUint32(bytes: Bytes, options?: DecodeOptions<Uint32Array>): Uint32Array;
/** int32: negative ones take ten bytes. */
export function decodeInt32(bytes: Bytes, options?: DecodeOptions<Int32Array>): Int32Array;
/** sint32: zigzag, 0, -1, 1, -2, ... */
export function decodeSint32(bytes: Bytes, options?: DecodeOptions<Int32Array>): Int32Array;
/** Differences as sint32, each to the value before, the first to 0; modulo 2^32. As OpenStreetMap PBF has string ids. */
export function decodeDeltaSint32(bytes: Bytes, options?: DecodeOptions<Int32Array>): Int32Array;
/** uint64. */
export function decodeUint64(bytes: Bytes, options?: Decode64Options<BigUint64Array>): BigUint64Array;
export function decodeUint64(bytes: Bytes, options: DecodeNumbersOptions): Float64Array;
/** int64: negative ones take ten bytes. */
export function decodeInt64(bytes: Bytes, options?: Decode64Options<BigInt64Array>): BigInt64Array;
export function decodeInt64(bytes: Bytes, options: DecodeNumbersOptions): Float64Array;
/** sint64: zigzag. */
export function decodeSint64(bytes: Bytes, options?: Decode64Options<BigInt64Array>): BigInt64Array;
export function decodeSint64(bytes: Bytes, options: DecodeNumbersOptions): Float64Array;
/** Differences as sint64, each to the value before, the first to 0; modulo 2^64. As OpenStreetMap PBF has ids, lat, lon and refs. */
export function decodeDeltaSint64(bytes: Bytes, options?: Decode64Options<BigInt64Array>): BigInt64Array;
export function decodeDeltaSint64(bytes: Bytes, options: DecodeNumbersOptions): Float64Array;

/** uint32, each varint as short as it can be. The result is a buffer of its own, exactly large enough. */
export function encodeUint32(values: Uint32Array): Uint8Array;
/** int32: negative ones take ten bytes, as protobuf has it. */
export function encodeInt32(values: Int32Array): Uint8Array;
/** sint32: zigzag. */
export function encodeSint32(values: Int32Array): Uint8Array;
/** Differences as sint32; modulo 2^32. */
export function encodeDeltaSint32(values: Int32Array): Uint8Array;
/** uint64, from an array of integers, or of numbers from 0 to 2^53. */
export function encodeUint64(values: BigUint64Array | Float64Array): Uint8Array;
/** int64: negative ones take ten bytes. A Float64Array must hold integers from -2^53 to 2^53. */
export function encodeInt64(values: BigInt64Array | Float64Array): Uint8Array;
/** sint64: zigzag. */
export function encodeSint64(values: BigInt64Array | Float64Array): Uint8Array;
/** Differences as sint64; modulo 2^64. */
export function encodeDeltaSint64(values: BigInt64Array | Float64Array): Uint8Array;
