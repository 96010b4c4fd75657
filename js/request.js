// Checks a request, fills in its defaults and encodes it for C. Called by the decoder and the tile reader before each call.
// Layout: docs/DESIGN.md, "The request". Requests are data of strangers: every field is read once, before anything else happens.

import { TileError, describe } from './error.js';

/** @import { DecodeRequest, IntegerMode, LayerRequest } from './index.mjs' */

/**
 * @typedef {object} Fields the fields of a request that may be given for the tile and again for one layer, checked; undefined: not given
 * @property {number} [types] bit a geometry type
 * @property {string | false} [positions]
 * @property {Coordinates} [coordinates]
 * @property {boolean} [triangles]
 * @property {boolean} [vertexFeature]
 * @property {boolean | string[]} [properties]
 * @property {IntegerMode} [integers]
 * @property {boolean} [strict]
 */

/** @typedef {{ kind: number, scale?: number[], offset?: number[], x?: number, y?: number, z?: number }} Coordinates */
/** @typedef {{ name?: string, index?: number, fields: Fields }} Selector */
/** @typedef {{ fields: Fields, selectors?: Selector[], firstFeature?: number, featureCount?: number }} Plan a checked request */

/** @type {Record<string, number>} */
const ELEMENT_TYPES = { int16: 2, int32: 4, float32: 6, float64: 7 };
const GEOMETRY_TYPES = ['unknown', 'point', 'line', 'polygon'];
const INTEGER_MODES = ['exact', 'number', 'string'];
const NONE = 0xffffffff;
const HEADER_LENGTH = 16;
const OPTIONS_LENGTH = 80;
const SELECTOR_LENGTH = 96;

/**
 * How integers beyond 2^53 come out of each layer: what the request says of the tile, or a function where layers differ.
 *
 * @param {Plan} plan
 * @returns {IntegerMode | ((name: string, index: number) => IntegerMode)}
 */
export function integersOf({ fields: { integers = 'exact' }, selectors }) {
    if (!selectors?.some(({ fields }) => (fields.integers ?? 'exact') !== integers)) return integers;
    return (name, index) => {
        const selector = selectors.find((each) => each.name === name || each.index === index);
        return selector?.fields.integers ?? 'exact';
    };
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

/**
 * @param {DecodeRequest} [request]
 * @returns {Plan}
 */
export function readRequest(request) {
    if (request === undefined) return { fields: {} };
    const { layers, ...rest } = readObject(request, 'request');
    const fields = readFields(rest, 'request');
    if (layers === undefined) return { fields };
    if (!Array.isArray(layers)) refuse(layers, 'request.layers', 'an array of names and objects');
    return { fields, selectors: Array.from(layers, (entry, i) => readSelector(entry, `request.layers[${i}]`, fields)) };
}

/**
 * The own enumerable fields of an object, each read once.
 *
 * @param {unknown} value
 * @param {string} path
 * @returns {Record<string, any>}
 */
function readObject(value, path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) refuse(value, path, 'an object');
    return { .../** @type {object} */ (value) };
}

/**
 * @param {string | LayerRequest} entry
 * @param {string} path
 * @param {Fields} fields those of the tile, which hold where the layer does not say otherwise
 * @returns {Selector}
 */
function readSelector(entry, path, fields) {
    if (typeof entry === 'string') return { name: entry, fields };
    const { name, index, ...rest } = readObject(entry, path);
    if ((name === undefined) === (index === undefined)) refuse(entry, path, 'a name, or an object with a name or an index');
    if (name !== undefined && typeof name !== 'string') refuse(name, `${path}.name`, 'a string');
    if (index !== undefined) readInteger(index, `${path}.index`, NONE - 1);
    const own = readFields(rest, path);
    return { name, index, fields: { ...fields, ...own } };
}

/**
 * @param {Record<string, unknown>} source
 * @param {string} path
 * @returns {Fields}
 */
function readFields(source, path) {
    /** @type {Record<string, unknown>} */
    const fields = {};
    for (const key of Object.keys(source)) {
        const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
        if (!read) throw new TileError('bad-request', `${path}.${key} is not known; fields are ${Object.keys(readers).join(', ')}`);
        if (source[key] !== undefined) fields[key] = read(source[key], `${path}.${key}`);
    }
    return fields;
}

/** @type {Record<string, (value: any, path: string) => unknown>} */
const readers = {
    types(value, path) {
        if (!Array.isArray(value)) refuse(value, path, 'an array of geometry types');
        return value.reduce((bits, type) => bits | (1 << GEOMETRY_TYPES.indexOf(oneOf(type, `${path}[]`, GEOMETRY_TYPES))), 0);
    },
    positions: (value, path) => value !== false && oneOf(value, path, Object.keys(ELEMENT_TYPES), ' or false'),
    coordinates: readCoordinates,
    triangles: readBoolean,
    vertexFeature: readBoolean,
    properties(value, path) {
        if (typeof value === 'boolean') return value;
        const keys = Array.isArray(value) ? Array.from(value) : [0];
        if (!keys.every((key) => typeof key === 'string')) refuse(value, path, 'true, false or an array of keys');
        return keys;
    },
    integers: (value, path) => oneOf(value, path, INTEGER_MODES),
    strict: readBoolean,
};

/**
 * @param {unknown} value
 * @param {string} path
 * @param {string[]} names
 */
function oneOf(value, path, names, more = '') {
    if (!names.includes(/** @type {string} */ (value))) refuse(value, path, names.map((name) => `'${name}'`).join(', ') + more);
    return /** @type {string} */ (value);
}

/**
 * @param {unknown} value
 * @param {string} path
 */
function readBoolean(value, path) {
    if (typeof value !== 'boolean') refuse(value, path, 'true or false');
    return value;
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {number} most
 */
export function readInteger(value, path, most) {
    if (!(Number.isInteger(value) && /** @type {number} */ (value) >= 0 && /** @type {number} */ (value) <= most)) {
        refuse(value, path, `an integer from 0 to ${most}`);
    }
    return /** @type {number} */ (value);
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {Coordinates}
 */
function readCoordinates(value, path) {
    if (value === 'tile') return { kind: 0 };
    if (value === 'unit') return { kind: 1 };
    if (value === null || typeof value !== 'object') refuse(value, path, "'tile', 'unit', { scale, offset } or { x, y, z }");
    const fields = readObject(value, path);
    if ('scale' in fields || 'offset' in fields) {
        return { kind: 2, scale: readPair(fields.scale, `${path}.scale`), offset: readPair(fields.offset, `${path}.offset`) };
    }
    const z = readInteger(fields.z, `${path}.z`, 32);
    const most = 2 ** z - 1;
    return { kind: 3, x: readInteger(fields.x, `${path}.x`, most), y: readInteger(fields.y, `${path}.y`, most), z };
}

/**
 * @param {any} value
 * @param {string} path
 */
function readPair(value, path) {
    const pair = value?.length === 2 ? [value[0], value[1]] : [];
    if (pair.length !== 2 || !pair.every(Number.isFinite)) refuse(value, path, 'two finite numbers');
    return pair;
}

/**
 * The element type and the map of a layer's positions, with the default that depends on it.
 *
 * @param {Fields} fields
 */
function readPlacing({ positions, coordinates = { kind: 0 } }) {
    const type = positions ?? (coordinates.kind === 0 ? 'int32' : 'float64');
    const element = type === false ? 0 : ELEMENT_TYPES[type];
    if (coordinates.kind !== 0 && (element === ELEMENT_TYPES.int16 || element === ELEMENT_TYPES.int32)) {
        throw new TileError('bad-request', `positions '${type}' cannot hold these coordinates; ask for 'float32' or 'float64'`);
    }
    return { element, coordinates };
}

/** @type {TextEncoder | undefined} made at first use: nothing happens at import */
let encoder;

/** @type {Uint8Array<ArrayBuffer> | undefined} the request of all who ask for nothing in particular */
let defaultRequest;

/**
 * @param {Plan} plan
 * @returns {Uint8Array<ArrayBuffer>} as docs/DESIGN.md lays it out
 */
export function encodeRequest(plan) {
    const isDefault = plan.selectors === undefined && plan.firstFeature === undefined && Object.keys(plan.fields).length === 0;
    if (!isDefault) return new Encoding(plan).bytes;
    return (defaultRequest ??= new Encoding(plan).bytes);
}

/** One request on its way to bytes: the fixed part in front, behind it strings and tables of strings as they come. */
class Encoding {
    /** @param {Plan} plan */
    constructor(plan) {
        const { fields, selectors = [] } = plan;
        /** Where the next string goes. */
        this.end = HEADER_LENGTH + OPTIONS_LENGTH + SELECTOR_LENGTH * selectors.length;
        const most = selectors.reduce((sum, { name = '', fields: own }) => sum + 3 * name.length + mostKeyBytes(own), mostKeyBytes(fields));
        this.bytes = new Uint8Array(this.end + most);
        this.view = new DataView(this.bytes.buffer);
        this.putOptions(HEADER_LENGTH, fields, plan);
        selectors.forEach(({ name, index = 0, fields: own }, i) => {
            const at = HEADER_LENGTH + OPTIONS_LENGTH + SELECTOR_LENGTH * i;
            this.putWords(at, name === undefined ? [NONE, index] : this.addString(name));
            this.putOptions(at + 16, own, plan);
        });
        this.bytes = this.bytes.subarray(0, this.end);
        this.putWords(0, [1, this.end, plan.selectors ? 2 : 0, selectors.length]);
    }

    /**
     * @param {number} at
     * @param {number[]} words
     */
    putWords(at, words) {
        words.forEach((word, i) => this.view.setUint32(at + 4 * i, word, true));
    }

    /**
     * @param {number} at
     * @param {Fields} fields
     * @param {Plan} plan
     */
    putOptions(at, fields, { firstFeature = 0, featureCount = NONE }) {
        const { element, coordinates } = readPlacing(fields);
        const { scale = [0, 0], offset = [0, 0], x = 0, y = 0, z = 0 } = coordinates;
        const { types = 15, triangles, vertexFeature, properties = true, strict } = fields;
        const keys = typeof properties === 'boolean' ? [] : properties;
        this.bytes[at] = element;
        this.bytes[at + 1] = coordinates.kind;
        this.bytes[at + 2] = types;
        this.bytes[at + 3] = (element && triangles ? 1 : 0) + (element && vertexFeature ? 2 : 0) + (strict ? 4 : 0);
        this.bytes[at + 4] = typeof properties === 'boolean' ? Number(properties) : 2;
        this.putWords(at + 8, [this.addTable(keys), keys.length, firstFeature, featureCount]);
        [...scale, ...offset].forEach((number, i) => this.view.setFloat64(at + 24 + 8 * i, number, true));
        this.putWords(at + 56, [x, y, z]);
    }

    /**
     * @param {string} text
     * @returns {[offset: number, length: number]}
     */
    addString(text) {
        const at = this.end;
        const { written } = (encoder ??= new TextEncoder()).encodeInto(text, this.bytes.subarray(at));
        this.end += written;
        return [at, written];
    }

    /**
     * @param {string[]} strings
     * @returns {number} where the table lies
     */
    addTable(strings) {
        const at = (this.end + 3) & ~3;
        this.end = at + 8 * strings.length;
        strings.forEach((text, i) => this.putWords(at + 8 * i, this.addString(text)));
        return at;
    }
}

/** @param {Fields} fields */
function mostKeyBytes({ properties = true }) {
    return typeof properties === 'boolean' ? 4 : properties.reduce((sum, key) => sum + 8 + 3 * key.length, 4);
}
