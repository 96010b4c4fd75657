// TileReader: lazy access to a tile whose bytes stay in linear memory behind a handle. Made by decoder.open.
//
// The reader keeps its own copy of the bytes: after a crash or a tile of great size the instance is a new one, and the reader
// opens its tile there again.

import { TileError, statusError } from './error.js';
import { encodeRequest, integersOf, readRequest } from './request.js';
import { DecodedTile } from './tile.js';

/** @import { DecodeRequest, LayerOptions } from './index.mjs' */
/** @import { Instance } from './instance.js' */
/** @import { DecodedLayer } from './layer.js' */
/** @import { Plan } from './request.js' */

const BAD_HANDLE = 43;
const BAD_FEATURE = 45;

/** @typedef {{ handle: number, generation: number, instance: Instance, length: number }} OpenTile in an instance */

/** @param {OpenTile} tile */
function close({ instance, handle, generation, length }) {
    instance.close(handle, generation, length);
}

/** A net for readers that nobody closed, made at first use. @type {FinalizationRegistry<OpenTile> | undefined} */
let forgotten;

export class TileReader {
    #instance;
    /** @type {Uint8Array | undefined} undefined once closed */
    #bytes;
    /** @type {OpenTile | undefined} */
    #open;
    #structure;
    /** @type {LayerReader[] | undefined} */
    #layers;

    /**
     * @param {Instance} instance
     * @param {Uint8Array} bytes the reader's own
     */
    constructor(instance, bytes) {
        this.#instance = instance;
        this.#bytes = bytes;
        this.#structure = new DecodedTile(instance.read(this.#handle()), 'exact');
    }

    get layers() {
        return (this.#layers ??= this.#structure.layers.map(
            (layer) =>
                new LayerReader(
                    layer,
                    (plan) => this.#decode(plan).layers[0],
                    (name, feature) => this.#instance.readIntegers(name, this.#handle(), layer.index, feature),
                ),
        ));
    }

    get problems() {
        return this.#structure.problems;
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
        return this.#bytes === undefined;
    }

    close() {
        this.#bytes = undefined;
        if (!this.#open) return;
        forgotten?.unregister(this);
        close(this.#open);
        this.#open = undefined;
    }

    [/** @type {any} */ (Symbol).dispose ?? Symbol.for('Symbol.dispose')]() {
        this.close();
    }

    /** @param {Plan} plan */
    #decode(plan) {
        return new DecodedTile(this.#instance.read(this.#handle(), encodeRequest(plan)), integersOf(plan));
    }

    /** The tile's handle in the instance that the decoder has now. */
    #handle() {
        if (!this.#bytes) throw statusError(BAD_HANDLE);
        if (this.#open?.generation === this.#instance.generation) return this.#open.handle;
        const { length } = this.#bytes;
        const handle = this.#instance.open(this.#bytes);
        forgotten?.unregister(this);
        this.#open = { instance: this.#instance, handle, generation: this.#instance.generation, length };
        if (typeof FinalizationRegistry === 'function') {
            forgotten ??= new FinalizationRegistry(close);
            forgotten.register(this, this.#open, this);
        }
        return handle;
    }
}

/** One layer of an open tile. Made by TileReader. */
class LayerReader {
    #decode;
    #readIntegers;

    /**
     * @param {DecodedLayer} layer of the structure
     * @param {(plan: Plan) => DecodedLayer} decode reads the plan's one layer
     * @param {(name: 'tw_feature_tags' | 'tw_feature_geometry', feature: number) => Uint32Array} readIntegers
     */
    constructor({ index, name, version, extent, length, keyCount, valueCount }, decode, readIntegers) {
        this.index = index;
        this.name = name;
        this.version = version;
        this.extent = extent;
        this.length = length;
        this.keyCount = keyCount;
        this.valueCount = valueCount;
        this.#decode = decode;
        this.#readIntegers = readIntegers;
    }

    /** @param {LayerOptions} [request] */
    decode(request) {
        return this.#decode(this.#plan(request));
    }

    /**
     * @param {number} i
     * @param {LayerOptions} [request]
     */
    feature(i, request) {
        const plan = { ...this.#plan(request), firstFeature: this.#check(i), featureCount: 1 };
        return this.#decode(plan).feature(i);
    }

    /** @param {number} i */
    tags(i) {
        return this.#readIntegers('tw_feature_tags', this.#check(i));
    }

    /** @param {number} i */
    geometryCommands(i) {
        return this.#readIntegers('tw_feature_geometry', this.#check(i));
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
        throw statusError(BAD_FEATURE, { layer: this.index, feature: i });
    }
}
