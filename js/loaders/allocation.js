// All arrays of a result lie in one buffer of exactly their size: one allocation, and one thing to transfer. Called by binary.js.

import { TileError } from '../index.js';

/** @typedef {Uint16ArrayConstructor | Uint32ArrayConstructor | Float32ArrayConstructor | Float64ArrayConstructor} ArrayClass */

/** Columns are added first; the buffer is made when the first of them is used. */
export class Allocation {
    #byteLength = 0;
    /** @type {ArrayBuffer | undefined} */
    #buffer;

    /**
     * @param {ArrayClass} ArrayClass
     * @param {number} length in elements
     */
    add(ArrayClass, length) {
        const column = new Column(this, ArrayClass, this.#byteLength, length);
        this.#byteLength += 8 * Math.ceil((length * ArrayClass.BYTES_PER_ELEMENT) / 8);
        return column;
    }

    get buffer() {
        return (this.#buffer ??= allocate(this.#byteLength));
    }
}

/** One array of the result, which fills from its front. */
export class Column {
    #allocation;
    #ArrayClass;
    #byteOffset;
    #length;
    /** @type {any} */
    #array;
    #filled = 0;

    /**
     * @param {Allocation} allocation
     * @param {ArrayClass} ArrayClass
     * @param {number} byteOffset
     * @param {number} length
     */
    constructor(allocation, ArrayClass, byteOffset, length) {
        this.#allocation = allocation;
        this.#ArrayClass = ArrayClass;
        this.#byteOffset = byteOffset;
        this.#length = length;
    }

    /** Number of its first element in an array of its class over the whole buffer. */
    get start() {
        return this.#byteOffset / this.#ArrayClass.BYTES_PER_ELEMENT;
    }

    /** @returns {any} an array of the class asked for, zeros where nothing was written */
    get array() {
        return (this.#array ??= new this.#ArrayClass(this.#allocation.buffer, this.#byteOffset, this.#length));
    }

    /**
     * @param {Float32Array | Uint32Array} values
     * @param {number} [added] to each
     */
    append(values, added = 0) {
        if (added === 0) this.array.set(values, this.#filled);
        else appendSums(this.array, this.#filled, values, added);
        this.#filled += values.length;
    }

    /** As loaders.gl has arrays in its results: with the number of elements that belong together. */
    toAttribute(size = 1) {
        return { value: this.array, size };
    }
}

/**
 * @param {Uint16Array | Uint32Array} array
 * @param {number} at
 * @param {Float32Array | Uint32Array} values
 * @param {number} added
 */
function appendSums(array, at, values, added) {
    for (let i = 0; i < values.length; i++) array[at + i] = values[i] + added;
}

/** @param {number} byteLength */
function allocate(byteLength) {
    try {
        return new ArrayBuffer(byteLength);
    } catch (cause) {
        const hint = 'leave properties out by tilewasm.properties, or layers by mvt.layers';
        throw new TileError('out-of-memory', `the engine gave no memory for a result of ${byteLength} bytes; ${hint}`, { cause });
    }
}
