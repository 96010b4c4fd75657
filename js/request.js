// Checks a request, fills in its defaults and encodes it for C. Called by the decoder and the tile reader before each call.
// Layout: docs/DESIGN.md, "The request". Requests are data of strangers: every field is read once, before anything else happens.

import { TileError, describe } from './error.js';
import { encodeText } from './text.js';

/** @import { DecodeRequest, IntegerMode } from './index.mjs' */

/**
 * @typedef {object} Fields checked fields of a request; undefined: not given
 * @property {number} [types] bit a geometry type
 * @property {number} [positions] element type, 0 for none
 * @property {Coordinates} [coordinates]
 * @property {boolean} [triangles]
 * @property {boolean} [vertexFeature]
 * @property {boolean | string[]} [properties]
 * @property {IntegerMode} [integers]
 * @property {boolean} [strict]
 * @property {unknown[]} [layers] of the tile only
 * @property {string} [name] of a layer only
 * @property {number} [index] of a layer only
 */

/** @typedef {{ kind: number, map?: number[], x?: number, y?: number, z?: number }} Coordinates `map`: scale of x and y, offset of x and y */
/** @typedef {{ fields: Fields, selectors?: Fields[], firstFeature?: number, featureCount?: number }} Plan a checked request */
/** @typedef {[expected: string, read: (value: any) => unknown]} Reader what a field must be, in words, and what a value means: undefined refuses it */
/** @typedef {Record<string, Reader>} Readers */

const NONE = 0xffffffff;
const HEADER_LENGTH = 16;
const OPTIONS_LENGTH = 80;
const SELECTOR_LENGTH = 96;

/** Bytes that a request may take, more than any names and keys of a tile need. */
const LONGEST_REQUEST = 64 * 1024 * 1024;

/** Names of element types and of geometry types, at the numbers that C gives them. */
const ELEMENT_TYPES = [, , 'int16', , 'int32', , 'float32', 'float64']; // eslint-disable-line no-sparse-arrays
const GEOMETRY_TYPES = ['unknown', 'point', 'line', 'polygon'];
const INT32 = 4;
const FLOAT32 = 6;
const FLOAT64 = 7;

/** @type {Reader} */
const boolean = ['true or false', (value) => (typeof value === 'boolean' ? value : undefined)];

/** @type {Readers} */
const commonFields = {
    types: ["an array of 'unknown', 'point', 'line', 'polygon'", readTypes],
    positions: ["'int16', 'int32', 'float32', 'float64' or false", (value) => (value === false ? 0 : numberOf(value, ELEMENT_TYPES))],
    coordinates: [
        "'tile', 'unit', { scale: [x, y], offset: [x, y] } with finite numbers, or { x, y, z } with integers, z up to 32, x and y below 2^z",
        readCoordinates,
    ],
    triangles: boolean,
    vertexFeature: boolean,
    properties: ['true, false or an array of keys', (value) => (typeof value === 'boolean' ? value : readKeys(value))],
    integers: ["'exact', 'number' or 'string'", (value) => (['exact', 'number', 'string'].includes(value) ? value : undefined)],
    strict: boolean,
};

/** @type {Readers} */
const tileFields = {
    __proto__: /** @type {any} */ (null),
    layers: ['an array of names and objects', readArray],
    ...commonFields,
};

/** @type {Readers} */
const layerFields = {
    __proto__: /** @type {any} */ (null),
    name: ['a string', (value) => (typeof value === 'string' ? value : undefined)],
    index: ['the number of a layer', (value) => (isInteger(value, NONE - 1) ? value : undefined)],
    ...commonFields,
};

/** @type {Plan} */
const everything = { fields: {} };

/**
 * @param {DecodeRequest} [request]
 * @returns {Plan}
 */
export function readRequest(request) {
    if (request === undefined) return everything;
    const fields = readFields(request, 'request', tileFields);
    return { fields, selectors: fields.layers?.map((entry, i) => readSelector(entry, `request.layers[${i}]`, fields)) };
}

/**
 * @param {unknown} entry
 * @param {string} path
 * @param {Fields} fields those of the tile, which hold where the layer does not say otherwise
 * @returns {Fields}
 */
function readSelector(entry, path, fields) {
    const own = typeof entry === 'string' ? { name: entry } : readFields(entry, path, layerFields);
    if ((own.name === undefined) === (own.index === undefined)) refuse(entry, path, 'a name, or an object with a name or an index');
    own.name = own.name?.replace(/\p{Cs}/gu, '\ufffd'); // as UTF-8 has half a surrogate pair, and so the names of layers
    return { ...fields, ...own };
}

/**
 * The own enumerable fields of an object.
 *
 * @param {any} source
 * @param {string} path
 * @param {Readers} readers
 * @returns {Fields}
 */
function readFields(source, path, readers) {
    if (!isObject(source) || Array.isArray(source)) return refuse(source, path, 'an object');
    /** @type {any} */
    const fields = {};
    for (const key of Object.keys(source)) {
        if (!readers[key]) throw new TileError('bad-request', `${path}.${key} is not known; fields are ${Object.keys(readers).join(', ')}`);
        const [expected, read] = readers[key];
        const value = source[key];
        if (value === undefined) continue;
        fields[key] = read(value);
        if (fields[key] === undefined) refuse(value, `${path}.${key}`, expected);
    }
    return fields;
}

/**
 * @param {unknown} found
 * @param {string} path
 * @param {string} expected
 * @returns {never}
 */
function refuse(found, path, expected) {
    throw new TileError('bad-request', `${path} must be ${expected}, not ${describe(found)}`);
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isObject(value) {
    return value !== null && typeof value === 'object';
}

/**
 * @param {any} value
 * @param {number} most
 */
function isInteger(value, most) {
    return Number.isInteger(value) && value >= 0 && value <= most;
}

/**
 * @param {unknown} name
 * @param {unknown[]} names
 */
function numberOf(name, names) {
    const number = typeof name === 'string' ? names.indexOf(name) : -1;
    return number < 0 ? undefined : number;
}

/** @param {unknown} value @returns {unknown[] | undefined} a copy, without holes */
function readArray(value) {
    return Array.isArray(value) ? Array.from(value) : undefined;
}

/** @param {unknown} value */
function readKeys(value) {
    const keys = readArray(value);
    return keys?.every((key) => typeof key === 'string') ? keys : undefined;
}

/** @param {unknown} value @returns {number | undefined} */
function readTypes(value) {
    const numbers = readArray(value)?.map((name) => numberOf(name, GEOMETRY_TYPES));
    return numbers?.reduce((bits, number) => (number === undefined || bits === undefined ? undefined : bits | (1 << number)), 0);
}

/**
 * @param {any} value
 * @returns {Coordinates | undefined}
 */
function readCoordinates(value) {
    if (value === 'tile' || value === 'unit') return { kind: value === 'tile' ? 0 : 1 };
    if (!isObject(value)) return undefined;
    const { scale, offset, x, y, z } = value;
    if (scale !== undefined || offset !== undefined) {
        const map = [...readPair(scale), ...readPair(offset)];
        return map.length === 4 ? { kind: 2, map } : undefined;
    }
    const valid = isInteger(z, 32) && isInteger(x, 2 ** z - 1) && isInteger(y, 2 ** z - 1);
    return valid ? { kind: 3, x, y, z } : undefined;
}

/** @param {any} value @returns {number[]} empty where it is none */
function readPair(value) {
    const pair = value?.length === 2 ? [value[0], value[1]] : [];
    return pair.every(Number.isFinite) ? pair : [];
}

/**
 * How integers beyond 2^53 come out of each layer: what the request says of the tile, or a function where layers differ.
 *
 * @param {Plan} plan
 * @returns {IntegerMode | ((name: string, index: number) => IntegerMode)}
 */
export function integersOf({ fields: { integers = 'exact' }, selectors }) {
    if (!selectors?.some((fields) => (fields.integers ?? 'exact') !== integers)) return integers;
    return (name, index) => selectors.find((fields) => fields.name === name || fields.index === index)?.integers ?? 'exact';
}

/** Longer requests than this are put together in an array of their own. */
const SCRATCH_LENGTH = 16384;
/**
 * Where the others are, from one call to the next. Nothing of the caller's runs while one is in it.
 *
 * @type {Uint8Array | undefined} made at first use: nothing happens at import
 */
let scratch;
/** @type {Uint8Array | undefined} the request of all who ask for nothing in particular */
let encodedEverything;

/**
 * @param {Plan} plan
 * @returns {Uint8Array} as docs/DESIGN.md lays it out; valid until the next call
 */
export function encodeRequest(plan) {
    if (plan === everything) return (encodedEverything ??= encode(plan).slice());
    return encode(plan);
}

/** @param {Plan} plan */
function encode({ fields, selectors: listed, firstFeature = 0, featureCount = NONE }) {
    const selectors = listed ?? [];
    let end = HEADER_LENGTH + OPTIONS_LENGTH + SELECTOR_LENGTH * selectors.length;
    const most = selectors.reduce((sum, each) => sum + mostStringBytes(each), end + mostStringBytes(fields));
    if (most > LONGEST_REQUEST) {
        throw new TileError('bad-request', `request.layers and .properties must be shorter, not ${most} bytes`);
    }
    const bytes = most > SCRATCH_LENGTH ? new Uint8Array((most + 7) & ~7) : (scratch ??= new Uint8Array(SCRATCH_LENGTH)).fill(0, 0, end);
    const words = new Uint32Array(bytes.buffer);

    /** @param {number} at where offset and length go, in words @param {string} text */
    const addString = (at, text) => {
        const start = end;
        end = encodeText(text, bytes, start);
        words[at] = start;
        words[at + 1] = end - start;
    };

    /** @param {number} at in bytes @param {Fields} options */
    const putOptions = (at, { positions, coordinates, types = 15, triangles, vertexFeature, properties = true, strict }) => {
        const { kind, map, x = 0, y = 0, z = 0 } = coordinates ?? { kind: 0 };
        const element = elementOf(positions, kind);
        const word = at >> 2;
        bytes.set([element, kind, types, element && (triangles ? 1 : 0) + (vertexFeature ? 2 : 0), Number(properties !== false)], at);
        if (strict) bytes[at + 3] |= 4;
        words[word + 4] = firstFeature;
        words[word + 5] = featureCount;
        if (map) new Float64Array(bytes.buffer, at + 24, 4).set(map);
        words.set([x, y, z], word + 14);
        if (typeof properties === 'boolean') return;
        bytes[at + 4] = 2;
        const table = (end + 3) >> 2;
        words[word + 2] = 4 * table;
        words[word + 3] = properties.length;
        end = 4 * table + 8 * properties.length;
        properties.forEach((key, i) => addString(table + 2 * i, key));
    };

    words.set([1, 0, listed ? 2 : 0, selectors.length]);
    putOptions(HEADER_LENGTH, fields);
    selectors.forEach((each, i) => {
        const at = HEADER_LENGTH + OPTIONS_LENGTH + SELECTOR_LENGTH * i;
        if (each.name !== undefined) addString(at >> 2, each.name);
        else words.set([NONE, /** @type {number} */ (each.index)], at >> 2);
        putOptions(at + 16, each);
    });
    words[1] = end;
    return bytes.subarray(0, end);
}

/** @param {Fields} fields @returns {number} room for the strings of a layer, with their table */
function mostStringBytes({ name = '', properties }) {
    const keys = Array.isArray(properties) ? properties : [];
    return keys.reduce((sum, key) => sum + 8 + 3 * key.length, 3 * name.length + 4);
}

/**
 * The element type of positions, with the default that depends on what they are.
 *
 * @param {number | undefined} positions
 * @param {number} kind of coordinates
 */
function elementOf(positions, kind) {
    const element = positions ?? (kind === 0 ? INT32 : FLOAT64);
    if (kind !== 0 && element !== 0 && element < FLOAT32) {
        throw new TileError('bad-request', `'${ELEMENT_TYPES[element]}' positions cannot hold these coordinates; ask for 'float32' or 'float64'`);
    }
    return element;
}
