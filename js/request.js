// Checks a request, fills in its defaults and encodes it for C. Called by the decoder and the tile reader before each call.
// Layout: docs/DESIGN.md, "The request". Requests are data of strangers: every field is read once, before anything else happens.

import { TileError, describe } from './error.js';

/** @import { DecodeRequest, IntegerMode } from './index.mjs' */

/**
 * @typedef {object} Fields checked fields of a request; undefined: not given
 * @property {number} [types] bit a geometry type
 * @property {string | false} [positions]
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
/** @typedef {Record<string, (value: any, path: string, key: string) => any>} Readers by field: checks a value, returns what it means */

const ELEMENT_TYPES = { int16: 2, int32: 4, float32: 6, float64: 7 };
const GEOMETRY_TYPES = ['unknown', 'point', 'line', 'polygon'];
const NONE = 0xffffffff;
const HEADER_LENGTH = 16;
const OPTIONS_LENGTH = 80;
const SELECTOR_LENGTH = 96;

/**
 * @param {unknown} found
 * @param {string} path
 * @param {string} expected
 * @returns {never}
 */
function refuse(found, path, expected) {
    throw new TileError('bad-request', `${path} must be ${expected}, not ${describe(found)}`);
}

/** @type {Plan} */
const everything = { fields: {} };

/**
 * @param {DecodeRequest} [request]
 * @returns {Plan}
 */
export function readRequest(request) {
    if (request === undefined) return everything;
    const fields = readFields(request, 'request', tileFields);
    const selectors = fields.layers?.map((entry, i) => readSelector(entry, `request.layers[${i}]`, fields));
    return { fields, selectors };
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
    if (source === null || typeof source !== 'object' || Array.isArray(source)) refuse(source, path, 'an object');
    /** @type {any} */
    const fields = {};
    for (const key of Object.keys(source)) {
        const read = readers[key];
        if (!read) throw new TileError('bad-request', `${path}.${key} is not known; fields are ${Object.keys(readers).join(', ')}`);
        const value = source[key];
        if (value !== undefined) fields[key] = read(value, path, key);
    }
    return fields;
}

/** @type {Readers} */
const commonFields = {
    types(value, path, key) {
        let bits = 0;
        for (const type of readArray(value, `${path}.${key}`, 'an array of geometry types')) {
            bits |= 1 << GEOMETRY_TYPES.indexOf(oneOf(type, `${path}.${key}[]`, GEOMETRY_TYPES));
        }
        return bits;
    },
    positions: (value, path, key) => value !== false && oneOf(value, `${path}.${key}`, Object.keys(ELEMENT_TYPES), ' or false'),
    coordinates: (value, path, key) => readCoordinates(value, `${path}.${key}`),
    triangles: readBoolean,
    vertexFeature: readBoolean,
    properties(value, path, key) {
        if (typeof value === 'boolean') return value;
        const keys = readArray(value, `${path}.${key}`, 'true, false or an array of keys');
        if (!keys.every((each) => typeof each === 'string')) refuse(value, `${path}.${key}`, 'an array of strings');
        return keys;
    },
    integers: (value, path, key) => oneOf(value, `${path}.${key}`, ['exact', 'number', 'string']),
    strict: readBoolean,
};

/** @type {Readers} */
const tileFields = {
    __proto__: /** @type {any} */ (null),
    layers: (value, path, key) => readArray(value, `${path}.${key}`, 'an array of names and objects'),
    ...commonFields,
};

/** @type {Readers} */
const layerFields = {
    __proto__: /** @type {any} */ (null),
    name(value, path, key) {
        if (typeof value !== 'string') refuse(value, `${path}.${key}`, 'a string');
        return value;
    },
    index: (value, path, key) => readInteger(value, `${path}.${key}`, NONE - 1),
    ...commonFields,
};

/**
 * @param {unknown} value
 * @param {string} path
 * @param {string} expected
 * @returns {unknown[]} a copy, without holes
 */
function readArray(value, path, expected) {
    if (!Array.isArray(value)) refuse(value, path, expected);
    return Array.from(value);
}

/**
 * @param {any} value
 * @param {string} path
 * @param {string[]} names
 */
function oneOf(value, path, names, more = '') {
    if (!names.includes(value)) refuse(value, path, names.map((name) => `'${name}'`).join(', ') + more);
    return value;
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {string} key
 */
function readBoolean(value, path, key) {
    if (typeof value !== 'boolean') refuse(value, `${path}.${key}`, 'true or false');
    return value;
}

/**
 * @param {any} value
 * @param {string} path
 * @param {number} most
 * @returns {number}
 */
function readInteger(value, path, most) {
    if (!(Number.isInteger(value) && value >= 0 && value <= most)) refuse(value, path, `an integer from 0 to ${most}`);
    return value;
}

/**
 * @param {any} value
 * @param {string} path
 * @returns {Coordinates}
 */
function readCoordinates(value, path) {
    if (value === 'tile') return { kind: 0 };
    if (value === 'unit') return { kind: 1 };
    if (value === null || typeof value !== 'object') refuse(value, path, "'tile', 'unit', { scale, offset } or { x, y, z }");
    const { scale, offset, x, y, z } = value;
    if (scale !== undefined || offset !== undefined) return { kind: 2, map: [...readPair(scale, `${path}.scale`), ...readPair(offset, `${path}.offset`)] };
    const most = 2 ** readInteger(z, `${path}.z`, 32) - 1;
    return { kind: 3, x: readInteger(x, `${path}.x`, most), y: readInteger(y, `${path}.y`, most), z };
}

/**
 * @param {any} value
 * @param {string} path
 * @returns {number[]}
 */
function readPair(value, path) {
    const pair = value?.length === 2 ? [value[0], value[1]] : [];
    if (pair.length < 2 || !pair.every(Number.isFinite)) refuse(value, path, 'two finite numbers');
    return pair;
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

/** @type {TextEncoder | undefined} made at first use: nothing happens at import */
let encoder;
/** Where requests are put together, from one call to the next. Nothing of the caller's runs while one is in it. */
let scratch = new Uint8Array(0);
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
    if (scratch.length < most) scratch = new Uint8Array((2 * most + 7) & ~7);
    const bytes = scratch.fill(0, 0, end);
    const words = new Uint32Array(bytes.buffer);

    /** @param {number} at where offset and length go, in words @param {string} text */
    const addString = (at, text) => {
        const { written } = (encoder ??= new TextEncoder()).encodeInto(text, bytes.subarray(end));
        words[at] = end;
        words[at + 1] = written;
        end += written;
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
 * @param {string | false | undefined} positions
 * @param {number} kind of coordinates
 */
function elementOf(positions, kind) {
    if (positions === false) return 0;
    const type = positions ?? (kind === 0 ? 'int32' : 'float64');
    const element = ELEMENT_TYPES[/** @type {keyof typeof ELEMENT_TYPES} */ (type)];
    if (kind !== 0 && element < ELEMENT_TYPES.float32) {
        throw new TileError('bad-request', `positions '${type}' cannot hold these coordinates; ask for 'float32' or 'float64'`);
    }
    return element;
}
