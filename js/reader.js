// TileReader: lazy access to a tile whose bytes stay in linear memory behind a handle. Made by decoder.open.
//
// The bytes are copied into linear memory and nowhere else. After a crash or a tile of great size the instance is a new one, and
// the tile is opened there again.

import {
    HEADER_PROBLEMS_STORED,
    HEADER_PROBLEM_COUNT,
    LAYER_EXTENT,
    LAYER_INDEX,
    LAYER_LENGTH,
    LAYER_NAME_LENGTH,
    LAYER_NAME_OFFSET,
    LAYER_TILE_KEY_COUNT,
    LAYER_TILE_VALUE_COUNT,
    LAYER_VERSION,
    layerRecords,
} from './block.js';
import { TileError, noSuchFeature, statusError } from './error.js';
import { forget, remember } from './forgotten.js';
import { encodeRequest, integersOf, readRequest } from './request.js';
import { decodePiece } from './text.js';
import { DecodedTile, readProblems } from './tile.js';

/** @import { DecodeRequest, LayerOptions, Problem } from './index.mjs' */
/** @import { Instance, OpenTile } from './instance.js' */
/** @import { DecodedLayer } from './layer.js' */
/** @import { Plan } from './request.js' */

const BAD_HANDLE = 43;

export class TileReader {
    #instance;
    /** @type {OpenTile | undefined} undefined once closed */
    #tile;
    #structure;
    /** @type {Problem[] | undefined} */
    #problems;

    /**
     * @param {Instance} instance
     * @param {Uint8Array} bytes
     */
    constructor(instance, bytes) {
        this.#instance = instance;
        const tile = instance.open(bytes);
        try {
            this.#structure = instance.describe(tile, (memory, at, length) => readStructure(memory, at, length, this.#calls()));
        } catch (error) {
            instance.close(tile);
            throw error;
        }
        this.#tile = tile;
        remember(this, instance, tile);
    }

    get layers() {
        return this.#structure.layers;
    }

    get problems() {
        const { withProblems } = this.#structure;
        return (this.#problems ??= withProblems ? readProblems(withProblems) : []);
    }

    get problemCount() {
        return this.#structure.problemCount;
    }

    /** @param {string | number} nameOrIndex */
    layer(nameOrIndex) {
        return this.layers.find(({ name, index }) => name === nameOrIndex || index === nameOrIndex);
    }

    /** @param {DecodeRequest} [request] */
    decode(request) {
        return this.#decode(readRequest(request));
    }

    get closed() {
        return this.#tile === undefined;
    }

    close() {
        if (!this.#tile) return;
        forget(this.#tile);
        this.#instance.close(this.#tile);
        this.#tile = undefined;
    }

    [/** @type {any} */ (Symbol).dispose ?? Symbol.for('Symbol.dispose')]() {
        this.close();
    }

    /** @param {Plan} plan */
    #decode(plan) {
        return new DecodedTile(this.#instance.read(this.#opened(), encodeRequest(plan)), integersOf(plan));
    }

    /** @returns {Calls} */
    #calls() {
        return {
            decode: (plan) => this.#decode(plan).layers[0],
            readIntegers: (name, layer, feature) => this.#instance.readIntegers(name, this.#opened(), layer, feature),
        };
    }

    #opened() {
        if (!this.#tile) throw statusError(BAD_HANDLE);
        return this.#tile;
    }
}

/**
 * What a layer needs of its reader.
 *
 * @typedef {object} Calls
 * @property {(plan: Plan) => DecodedLayer} decode reads the plan's one layer
 * @property {(name: 'tw_feature_tags' | 'tw_feature_geometry', layer: number, feature: number) => Uint32Array} readIntegers
 */

/**
 * Reads a description of a tile where it lies, in linear memory: its numbers and names need no copy of it.
 *
 * @param {ArrayBuffer} memory
 * @param {number} at of the block
 * @param {number} length of the block
 * @param {Calls} calls
 */
function readStructure(memory, at, length, calls) {
    const words = new Uint32Array(memory, at, length >> 2);
    const bytes = new Uint8Array(memory, at, length);
    return {
        layers: layerRecords(words).map((record) => new LayerReader(words, bytes, record, calls)),
        problemCount: words[HEADER_PROBLEM_COUNT],
        withProblems: words[HEADER_PROBLEMS_STORED] > 0 ? words.slice() : undefined,
    };
}

/** One layer of an open tile. Made by TileReader. */
class LayerReader {
    #calls;

    /**
     * @param {Uint32Array} words of the description
     * @param {Uint8Array} bytes of the description
     * @param {number} record word index of the layer's record
     * @param {Calls} calls
     */
    constructor(words, bytes, record, calls) {
        const nameAt = words[record + LAYER_NAME_OFFSET];
        this.#calls = calls;
        this.index = words[record + LAYER_INDEX];
        this.name = decodePiece(bytes, nameAt, nameAt + words[record + LAYER_NAME_LENGTH]);
        this.version = words[record + LAYER_VERSION];
        this.extent = words[record + LAYER_EXTENT];
        this.length = words[record + LAYER_LENGTH];
        this.keyCount = words[record + LAYER_TILE_KEY_COUNT];
        this.valueCount = words[record + LAYER_TILE_VALUE_COUNT];
    }

    /** @param {LayerOptions} [request] */
    decode(request) {
        return this.#calls.decode(this.#plan(request));
    }

    /**
     * @param {number} i
     * @param {LayerOptions} [request]
     */
    feature(i, request) {
        const plan = { ...this.#plan(request), firstFeature: this.#check(i), featureCount: 1 };
        return this.#calls.decode(plan).feature(i);
    }

    /** @param {number} i */
    tags(i) {
        return this.#calls.readIntegers('tw_feature_tags', this.index, this.#check(i));
    }

    /** @param {number} i */
    geometryCommands(i) {
        return this.#calls.readIntegers('tw_feature_geometry', this.index, this.#check(i));
    }

    /**
     * @param {LayerOptions} [request]
     * @returns {Plan}
     */
    #plan(request) {
        const { fields, selectors } = readRequest(request);
        if (selectors) throw new TileError('bad-request', 'request.layers has no place here: the layer is chosen already');
        return { fields, selectors: [{ ...fields, index: this.index }] };
    }

    /** @param {number} i */
    #check(i) {
        if (Number.isInteger(i) && i >= 0 && i < this.length) return i;
        throw noSuchFeature(this, i);
    }
}
