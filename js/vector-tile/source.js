// A decoded tile and its layers, as the classes of vector-tile.js read them.
//
// Tiles are decoded into one buffer, which the next tile takes over: most are read once and at once, and fresh memory for each costs as
// much as decoding. A tile that is read after that is decoded again, into a buffer of its own; so at most twice.

import { decode, decodeInto } from '../index.js';
import { RawLayer, RawTile } from './raw.js';

/** @import { DecodedLayer } from '../layer.js' */
/** @import { DecodedTile } from '../tile.js' */

/**
 * @typedef {object} Arrays what features are read from
 * @property {string[]} keys
 * @property {any[]} values
 * @property {Uint32Array} offsets of `pairs`, a feature each
 * @property {Uint16Array | Uint32Array} pairs
 * @property {Uint8Array} types
 * @property {Uint8Array} hasIds
 * @property {Uint32Array} ids low and high half, in turn; empty where no feature has an id
 */

/** @typedef {Set<number> | 'any' | undefined} Faulty numbers of the features that something is wrong with */

/** Largest buffer that is kept for the next tile. */
const KEPT_BUFFER = 32 * 1024 * 1024;

/** @type {import('../index.mjs').DecodeRequest} */
const REQUEST = { integers: 'number' };

let buffer = new ArrayBuffer(0);
/** Whose arrays are in the buffer. @type {TileSource | undefined} */
let owner;

/**
 * @param {Uint8Array} bytes of a tile; kept, as they may be read again
 * @returns {LayerSource[]}
 */
export function openTile(bytes) {
    return new TileSource(bytes).layers;
}

class TileSource {
    #bytes;

    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        const tile = /** @type {any} */ (decodeInto(buffer, bytes, REQUEST));
        if (tile.buffer === buffer) {
            owner?.release();
            owner = undefined;
        }
        this.#bytes = bytes;
        const faulty = findFaulty(tile);
        const raw = new RawTile(bytes);
        this.layers = readLayers(tile).map((layer) => new LayerSource(this, layer, new RawLayer(raw, layer.index), faulty(layer.index)));
        if (tile.buffer.byteLength > KEPT_BUFFER) return;
        owner = this;
        buffer = tile.buffer;
    }

    /** Another tile takes the buffer over. */
    release() {
        for (const layer of this.layers) layer.attach(undefined);
    }

    /** Decodes once more, into a buffer that stays this tile's. */
    restore() {
        const layers = readLayers(/** @type {any} */ (decode(this.#bytes, REQUEST)));
        this.layers.forEach((layer, i) => layer.attach(layers[i]));
    }
}

/** A layer, and what of it is used for each feature. */
export class LayerSource {
    #tile;
    /** undefined: another tile has the buffer. @type {DecodedLayer | undefined} */
    #layer;
    /** @type {Arrays | undefined} */
    #arrays;
    /** @type {any[]} by geometry type */
    #groups = [];
    /** By feature, where a group's rows are not the features' numbers. @type {Uint32Array | undefined} */
    #rows;
    #faulty;

    /**
     * @param {TileSource} tile
     * @param {DecodedLayer} layer
     * @param {RawLayer} raw
     * @param {Faulty} faulty
     */
    constructor(tile, layer, raw, faulty) {
        this.#tile = tile;
        this.#layer = layer;
        this.#faulty = faulty;
        this.raw = raw;
        this.version = layer.version;
        this.name = layer.name;
        this.extent = layer.extent;
        this.length = layer.length;
    }

    /** @param {DecodedLayer | undefined} layer */
    attach(layer) {
        this.#layer = layer;
        this.#arrays = undefined;
        this.#groups = [];
    }

    arrays() {
        return (this.#arrays ??= readArrays(this.layer()));
    }

    layer() {
        if (!this.#layer) this.#tile.restore();
        return /** @type {DecodedLayer} */ (this.#layer);
    }

    /** @param {number} type of geometry, from 1 */
    group(type) {
        return (this.#groups[type] ??= this.#readGroup(type));
    }

    /** @param {number} type */
    #readGroup(type) {
        const layer = this.layer();
        return type === 1 ? layer.points : type === 2 ? layer.lines : layer.polygons;
    }

    /**
     * @param {any} group
     * @param {number} feature that is in the group
     */
    row({ featureIndex }, feature) {
        return featureIndex[feature] === feature ? feature : (this.#rows ??= this.#readRows())[feature];
    }

    #readRows() {
        const rows = new Uint32Array(this.length);
        for (const type of [1, 2, 3]) {
            const { featureIndex } = this.group(type);
            for (let row = 0; row < featureIndex.length; row++) rows[featureIndex[row]] = row;
        }
        return rows;
    }

    /**
     * Whether a feature is read from its bytes.
     *
     * @param {number} feature
     * @param {number} type of its geometry
     */
    isFaulty(feature, type) {
        if (type === 0 || this.#faulty === 'any') return true;
        return this.#faulty !== undefined && this.#faulty.has(feature);
    }
}

/** @param {DecodedTile} tile @returns {DecodedLayer[]} */
function readLayers({ layers }) {
    return layers;
}

/** @param {DecodedLayer} layer @returns {Arrays} a literal, so that all layers' have one shape in the engine */
function readArrays(layer) {
    const { keys, values, types, ids, hasIds } = layer;
    const { offsets, pairs } = layer.tags;
    const halves = ids ? new Uint32Array(ids.buffer, ids.byteOffset, 2 * ids.length) : new Uint32Array(0);
    return { keys, values, offsets, pairs, types, hasIds: hasIds ?? new Uint8Array(0), ids: halves };
}

/**
 * The features with problems, by number of the layer; any may have some where there were more than the tile lists.
 *
 * @param {DecodedTile} tile
 * @returns {(layer: number) => Faulty}
 */
function findFaulty({ problems, problemCount }) {
    if (problemCount === 0) return () => undefined;
    /** @type {Record<number, Set<number>>} */
    const byLayer = {};
    for (const { code, layer, feature } of problems) {
        if (code === 'value:empty') throw new Error('unknown feature value');
        if (layer !== undefined && feature !== undefined) (byLayer[layer] ??= new Set()).add(feature);
    }
    return (layer) => (problemCount > problems.length ? 'any' : byLayer[layer]);
}
