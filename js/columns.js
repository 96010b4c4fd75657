// Columns of one key, made from the tag pairs of a layer. Called by layer.js at first use of column or numbers.

/** @import { PropertyColumn, PropertyValue } from './index.mjs' */

/**
 * @typedef {object} Tags
 * @property {Uint32Array} offsets first pair of each feature, and the number of all
 * @property {Uint16Array | Uint32Array} pairs key and value numbers, in turn
 */

/** All tag pairs once more, by key instead of by feature: the transposed table. */
export class PairsByKey {
    /** @type {Map<string, number>} a key's number; the first where the layer has the key more than once */
    #numbers = new Map();
    /** First pair of each key. */
    #starts;
    /** The feature row of each pair. */
    #rows;
    /** The value number of each pair. */
    #values;

    /**
     * @param {string[]} keys
     * @param {Tags} tags
     */
    constructor(keys, { offsets, pairs }) {
        const canonical = Uint32Array.from(keys, (key, i) => {
            if (!this.#numbers.has(key)) this.#numbers.set(key, i);
            return /** @type {number} */ (this.#numbers.get(key));
        });
        const count = pairs.length >> 1;
        const starts = new Uint32Array(keys.length + 1);
        for (let i = 0; i < count; i++) starts[canonical[pairs[2 * i]] + 1]++;
        for (let i = 0; i < keys.length; i++) starts[i + 1] += starts[i];
        const next = starts.slice();
        this.#starts = starts;
        this.#rows = new Uint32Array(count);
        this.#values = new Uint32Array(count);
        for (let row = 0; row + 1 < offsets.length; row++) {
            for (let i = offsets[row]; i < offsets[row + 1]; i++) {
                const at = next[canonical[pairs[2 * i]]]++;
                this.#rows[at] = row;
                this.#values[at] = pairs[2 * i + 1];
            }
        }
    }

    /**
     * Calls back for each feature that has a key, in order. Where a feature has it more than once the last counts.
     *
     * @param {string} key
     * @param {(row: number, value: number) => void} visit
     * @returns {boolean} whether the layer has the key
     */
    visit(key, visit) {
        const number = this.#numbers.get(key);
        if (number === undefined) return false;
        const end = this.#starts[number + 1];
        for (let i = this.#starts[number]; i < end; i++) {
            if (i + 1 === end || this.#rows[i] !== this.#rows[i + 1]) visit(this.#rows[i], this.#values[i]);
        }
        return true;
    }
}

/** Stands for -0 where values are told apart: a Map takes it for 0. */
const NEGATIVE_ZERO = Symbol('-0');

/**
 * @param {PairsByKey} pairs
 * @param {string} key
 * @param {number} rowCount
 * @param {PropertyValue[]} allValues those of the layer
 * @returns {PropertyColumn | undefined}
 */
export function makeColumn(pairs, key, rowCount, allValues) {
    const indices = new Int32Array(rowCount).fill(-1);
    /** @type {PropertyValue[]} */
    const values = [];
    /** @type {Map<number, number>} by value number, which is quick */
    const byNumber = new Map();
    /** @type {Map<unknown, number>} by value: a layer may have a value more than once */
    const byValue = new Map();
    const known = pairs.visit(key, (row, number) => {
        let index = byNumber.get(number);
        if (index === undefined) {
            const value = allValues[number];
            const name = Object.is(value, -0) ? NEGATIVE_ZERO : value;
            index = byValue.get(name) ?? values.length;
            if (index === values.length) values.push(value);
            byValue.set(name, index);
            byNumber.set(number, index);
        }
        indices[row] = index;
    });
    return known ? { indices, values } : undefined;
}

/**
 * @param {PairsByKey} pairs
 * @param {string} key
 * @param {number} rowCount
 * @param {Float64Array} allNumbers those of the layer's values, NaN for what is no number
 */
export function makeNumbers(pairs, key, rowCount, allNumbers) {
    const numbers = new Float64Array(rowCount).fill(NaN);
    pairs.visit(key, (row, value) => {
        numbers[row] = allNumbers[value];
    });
    return numbers;
}
