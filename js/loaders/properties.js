// Properties as loaders.gl's binary shape has them: a key whose values are finite numbers wherever it occurs becomes an array with a
// number a vertex, all others stay in one object a feature. Called by binary.js and group.js.

/** @import { NumericArrays } from './group.js' */
/** @import { BinaryLayer } from './options.js' */

/** What the values of a key are, as bits: numbers that a float32 holds, other numbers, everything else. */
const FLOAT32 = 1;
const FLOAT64 = 2;
const OTHER = 4;

/** The column of a key that is not numeric. */
const IN_OBJECT = -1;

/** @typedef {Map<string, Float32ArrayConstructor | Float64ArrayConstructor>} NumericKeys with the class that holds all values exactly */

/**
 * @param {BinaryLayer[]} layers of the result; one may come more than once
 * @param {string} layerProperty the key of the layer's name; '' for none
 */
export function readProperties(layers, layerProperty) {
    /** @type {Map<string, number>} bits by key */
    const kinds = new Map();
    for (const layer of new Set(layers)) {
        const ofKeys = classifyKeys(layer);
        layer.keys.forEach((key, i) => ofKeys[i] !== 0 && kinds.set(key, (kinds.get(key) ?? 0) | ofKeys[i]));
    }
    if (layerProperty) kinds.delete(layerProperty); // the name of the layer takes its place
    /** @type {NumericKeys} */
    const numericKeys = new Map();
    for (const [key, kind] of kinds) if (!(kind & OTHER)) numericKeys.set(key, kind & FLOAT64 ? Float64Array : Float32Array);
    const columns = new Map(Array.from(numericKeys.keys(), (key, i) => [key, i]));
    return { numericKeys, ofLayers: layers.map((layer) => new LayerProperties(layer, columns, layerProperty)) };
}

/**
 * @param {BinaryLayer} layer
 * @returns {Uint8Array} bits of each key
 */
function classifyKeys({ keys, valueNumbers, tags: { offsets, pairs } }) {
    const ofValues = new Uint8Array(valueNumbers.length);
    for (let i = 0; i < ofValues.length; i++) ofValues[i] = classifyNumber(valueNumbers[i]);
    const ofKeys = new Uint8Array(keys.length);
    const isRepeated = new Set(keys).size < keys.length;
    if (isRepeated || !classifyPairs(offsets, pairs, ofValues, ofKeys)) {
        ofKeys.fill(0);
        classifyLastPairs(keys, offsets, pairs, ofValues, ofKeys);
    }
    return ofKeys;
}

/**
 * @param {Uint32Array} offsets
 * @param {Uint16Array | Uint32Array} pairs
 * @param {Uint8Array} ofValues
 * @param {Uint8Array} ofKeys
 * @returns {boolean} false: a feature has a key more than once
 */
function classifyPairs(offsets, pairs, ofValues, ofKeys) {
    const lastFeatures = new Int32Array(ofKeys.length).fill(-1);
    let repeats = 0;
    for (let feature = 0, at = 0; feature + 1 < offsets.length; feature++) {
        for (const end = 2 * offsets[feature + 1]; at < end; at += 2) {
            const key = pairs[at];
            repeats |= Number(lastFeatures[key] === feature);
            lastFeatures[key] = feature;
            ofKeys[key] |= ofValues[pairs[at + 1]];
        }
    }
    return repeats === 0;
}

/**
 * Of the values that a feature has for one key the last counts.
 *
 * @param {string[]} keys
 * @param {Uint32Array} offsets
 * @param {Uint16Array | Uint32Array} pairs
 * @param {Uint8Array} ofValues
 * @param {Uint8Array} ofKeys
 */
function classifyLastPairs(keys, offsets, pairs, ofValues, ofKeys) {
    for (let feature = 0; feature + 1 < offsets.length; feature++) {
        const last = new Map();
        for (let i = offsets[feature]; i < offsets[feature + 1]; i++) last.set(keys[pairs[2 * i]], i);
        for (const i of last.values()) ofKeys[pairs[2 * i]] |= ofValues[pairs[2 * i + 1]];
    }
}

/** @param {number} number NaN: the value is no number */
function classifyNumber(number) {
    if (!Number.isFinite(number)) return OTHER;
    return Math.fround(number) === number ? FLOAT32 : FLOAT64;
}

/** Reads the properties of a layer feature by feature. */
export class LayerProperties {
    #name;
    #keys;
    #offsets;
    #pairs;
    /** @type {(string | number | boolean | null)[]} */
    #values;
    #numbers;
    #layerProperty;
    /** By key. @type {Int32Array} */
    #columns;
    /** Whether __proto__ is a key, which assignment does not make a property. */
    #hasProtoKey;

    /**
     * @param {BinaryLayer} layer
     * @param {Map<string, number>} columns numbers of the tile's numeric keys
     * @param {string} layerProperty
     */
    constructor(layer, columns, layerProperty) {
        this.#name = layer.name;
        this.#keys = layer.keys;
        this.#offsets = layer.tags.offsets;
        this.#pairs = layer.tags.pairs;
        this.#numbers = layer.valueNumbers;
        this.#layerProperty = layerProperty;
        this.#columns = Int32Array.from(layer.keys, (key) => columns.get(key) ?? IN_OBJECT);
        this.#values = this.#columns.includes(IN_OBJECT) ? layer.values : [];
        this.#hasProtoKey = layer.keys.includes('__proto__');
    }

    /**
     * Reads a feature: writes its numbers for a run of vertices, and returns all else as an object.
     *
     * @param {number} feature
     * @param {NumericArrays} arrays of the feature's geometry group
     * @param {number} start
     * @param {number} end
     */
    read(feature, { isFloat64, starts, float32, float64 }, start, end) {
        const pairs = this.#pairs;
        const columns = this.#columns;
        const keys = this.#keys;
        const values = this.#values;
        const numbers = this.#numbers;
        /** @type {Record<string, string | number | boolean | null>} */
        const object = {};
        for (let at = 2 * this.#offsets[feature], stop = 2 * this.#offsets[feature + 1]; at < stop; at += 2) {
            const key = pairs[at];
            const column = columns[key];
            if (column >= 0) {
                const number = numbers[pairs[at + 1]];
                const from = starts[column] + start;
                const to = starts[column] + end;
                if (isFloat64[column]) for (let i = from; i < to; i++) float64[i] = number;
                else for (let i = from; i < to; i++) float32[i] = number;
            } else if (this.#hasProtoKey) define(object, keys[key], values[pairs[at + 1]]);
            else object[keys[key]] = values[pairs[at + 1]];
        }
        if (this.#layerProperty) define(object, this.#layerProperty, this.#name);
        return object;
    }
}

/**
 * A property of its own, also for the key __proto__.
 *
 * @param {Record<string, any>} object
 * @param {string} key
 * @param {unknown} value
 */
export function define(object, key, value) {
    if (key !== '__proto__') object[key] = value;
    else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
