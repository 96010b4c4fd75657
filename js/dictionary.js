// Keys and values of a layer, each decoded once. Called by layer.js on first use of a property.
// MVT 4.4; how the block stores strings: docs/DESIGN.md, kinds 7 to 12.

import {
    KIND_KEY_BYTES,
    KIND_KEY_OFFSETS,
    KIND_STRING_BYTES,
    KIND_STRING_OFFSETS,
    KIND_VALUE_NUMBERS,
    KIND_VALUE_TYPES,
    column,
    columnAt,
    findColumn,
} from './block.js';
import { decodePiece, decodeText } from './text.js';

/** @import { IntegerMode, PropertyValue } from './index.mjs' */

/** Types of values, as column valueTypes has them. */
const NONE = 0;
const STRING = 1;
const UINT = 5;
const BOOL = 7;
/** Set beside the type of an integer beyond 2^53, whose number is its 64 bits. */
const BIG = 128;

/**
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} layer
 * @returns {string[]}
 */
export function readKeys(words, layer) {
    const strings = stringsOf(words, layer, KIND_KEY_BYTES, KIND_KEY_OFFSETS);
    const keys = new Array(Math.max(strings.offsets.length - 1, 0));
    for (let i = 0; i < keys.length; i++) keys[i] = stringAt(strings, i);
    return keys;
}

/**
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} layer
 * @param {IntegerMode} integers
 * @returns {PropertyValue[]}
 */
export function readValues(words, layer, integers) {
    /** @type {Uint8Array | undefined} */
    const types = column(words, layer, KIND_VALUE_TYPES);
    if (!types) return [];
    const strings = stringsOf(words, layer, KIND_STRING_BYTES, KIND_STRING_OFFSETS);
    /** @type {Float64Array<ArrayBuffer>} */
    const numbers = column(words, layer, KIND_VALUE_NUMBERS) ?? new Float64Array(0);
    const values = new Array(types.length);
    for (let i = 0, string = 0, number = 0; i < types.length; i++) {
        const type = types[i];
        if (type === STRING) values[i] = stringAt(strings, string++);
        else if (type === NONE) values[i] = null;
        else if (type === BOOL) values[i] = numbers[number++] !== 0;
        else if (type < BIG) values[i] = numbers[number++];
        else values[i] = convertInteger(bigAt(numbers, number++, type), integers);
    }
    return values;
}

/**
 * The numbers of values: NaN for those that are none.
 *
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} layer
 * @returns {Float64Array<ArrayBuffer>}
 */
export function readNumbers(words, layer) {
    /** @type {Uint8Array} */
    const types = column(words, layer, KIND_VALUE_TYPES) ?? new Uint8Array(0);
    /** @type {Float64Array<ArrayBuffer>} */
    const numbers = column(words, layer, KIND_VALUE_NUMBERS) ?? new Float64Array(0);
    const result = new Float64Array(types.length).fill(NaN);
    for (let i = 0, number = 0; i < types.length; i++) {
        const type = types[i];
        if (type === NONE || type === STRING) continue;
        const at = number++;
        if (type !== BOOL) result[i] = type < BIG ? numbers[at] : Number(bigAt(numbers, at, type));
    }
    return result;
}

/**
 * @param {Float64Array<ArrayBuffer>} numbers
 * @param {number} at
 * @param {number} type
 */
function bigAt(numbers, at, type) {
    const bits = new BigUint64Array(numbers.buffer, numbers.byteOffset + 8 * at, 1)[0];
    return type === (BIG | UINT) ? bits : BigInt.asIntN(64, bits);
}

/**
 * An integer beyond 2^53 as the request wants it.
 *
 * @param {bigint} value
 * @param {IntegerMode} integers
 */
export function convertInteger(value, integers) {
    if (integers === 'exact') return value;
    return integers === 'number' ? Number(value) : String(value);
}

/**
 * Strings that lie back to back, and all of them as one text where each is valid by itself.
 *
 * @typedef {{ bytes: Uint8Array, offsets: Uint32Array, text: string | undefined }} Strings
 */

const NO_STRINGS = { bytes: new Uint8Array(0), offsets: new Uint32Array(1), text: '' };

/**
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} layer
 * @param {number} bytesKind
 * @param {number} offsetsKind
 * @returns {Strings}
 */
function stringsOf(words, layer, bytesKind, offsetsKind) {
    const record = findColumn(words, layer, offsetsKind);
    if (record < 0) return NO_STRINGS;
    /** @type {Uint8Array} */
    const bytes = column(words, layer, bytesKind) ?? NO_STRINGS.bytes;
    const wholeIsValid = ((words[record] >>> 24) & 1) === 1;
    return { bytes, offsets: columnAt(words, record), text: wholeIsValid ? decodeText(bytes) : undefined };
}

/**
 * @param {Strings} strings
 * @param {number} i
 */
function stringAt({ bytes, offsets, text }, i) {
    if (text === undefined) return decodePiece(bytes, offsets[i], offsets[i + 1]);
    return text.substring(offsets[i], offsets[i + 1]);
}
