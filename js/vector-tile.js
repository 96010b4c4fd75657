// tilewasm/vector-tile: the classes of @mapbox/vector-tile 3 over a decoded tile, for code that was written for them. The public entry.
//
// A whole tile is decoded when a VectorTile is made (vector-tile/source.js). Geometry comes from the decoded arrays; of a feature that has
// something wrong with it, or no geometry type, from its bytes (vector-tile/raw.js), since there the other library keeps what the arrays
// leave out.

import Point from '@mapbox/point-geometry';
import { classifyRings } from './vector-tile/classify-rings.js';
import { project } from './vector-tile/geojson.js';
import { lineReaders } from './vector-tile/lines.js';
import { openTile } from './vector-tile/source.js';
import { takeBytes } from './vector-tile/input.js';

/** @import { LayerSource } from './vector-tile/source.js' */
/** @import { PbfLike } from './vector-tile/input.js' */
/** @import { Bytes } from './index.mjs' */

export { classifyRings, Point };

/** The field of a layer in a tile, length-delimited. */
const LAYER_TAG = 26;

/** Makes a layer or a feature from what was decoded, past its public constructor. */
const DECODED = Symbol('decoded');

/** Makes objects that engines do not keep as hash tables, as they do what Object.create(null) or a literal gives, even with no prototype. */
const Empty = /** @type {new () => any} */ (/** @type {unknown} */ (function () {}));

export class VectorTile {
    /**
     * @param {PbfLike | Bytes} source
     * @param {number} [end]
     */
    constructor(source, end) {
        /** @type {Record<string, VectorTileLayer>} */
        this.layers = Object.create(null);
        for (const layer of openTile(takeBytes(source, end))) {
            if (layer.length > 0) this.layers[layer.name] = new VectorTileLayer(DECODED, layer);
        }
    }
}

export class VectorTileLayer {
    /** @type {LayerSource} */
    #source;

    /**
     * @param {any} source a Pbf or bytes of a layer's message
     * @param {any} [end]
     */
    constructor(source, end) {
        this.#source = source === DECODED ? end : openTile(asTile(takeBytes(source, end)))[0];
        const { version, name, extent, length } = this.#source;
        this.version = version;
        this.name = name;
        this.extent = extent;
        this.length = length;
    }

    /** @param {any} i a number, or its digits as `for ... in` gives them */
    feature(i) {
        const index = typeof i === 'number' ? i : numberOf(i);
        if (!(index >= 0 && index < this.#source.length && Number.isInteger(index))) throw new Error('feature index out of bounds');
        return new VectorTileFeature(DECODED, this.#source, index, this.extent);
    }
}

export class VectorTileFeature {
    // Private, so that a structured clone or a spread leaves them out.
    /** @type {LayerSource} */
    #source;
    #index;

    /**
     * @param {unknown} key
     * @param {LayerSource} source
     * @param {number} index
     * @param {number} extent of the layer, which a caller may have changed
     */
    constructor(key, source, index, extent) {
        if (key !== DECODED) throw new TypeError('a VectorTileFeature is made by layer.feature(i)');
        const { keys, values, offsets, pairs, types, ids, hasIds } = source.arrays();
        /** @type {Record<string, any>} */
        const properties = new Empty();
        Object.setPrototypeOf(properties, null);
        for (let at = 2 * offsets[index], end = 2 * offsets[index + 1]; at < end; at += 2) properties[keys[pairs[at]]] = values[pairs[at + 1]];
        this.properties = properties;
        this.extent = extent;
        this.type = types[index];
        this.id = hasIds[index] === 1 ? ids[2 * index] + ids[2 * index + 1] * 2 ** 32 : undefined;
        this.#source = source;
        this.#index = index;
    }

    /** @returns {Point[][]} */
    loadGeometry() {
        const source = this.#source;
        const index = this.#index;
        const type = source.arrays().types[index];
        if (source.isFaulty(index, type)) return source.raw.geometry(index);
        const group = source.group(type);
        return lineReaders[type](group, source.row(group, index));
    }

    /** @returns {number[]} */
    bbox() {
        const source = this.#source;
        const index = this.#index;
        if (source.isFaulty(index, source.arrays().types[index])) return source.raw.bbox(index);
        return Array.from(/** @type {Int32Array} */ (source.layer().bbox(index)));
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} z
     */
    toGeoJSON(x, y, z) {
        return project(this, x, y, z);
    }
}

/** @type {['Unknown', 'Point', 'LineString', 'Polygon']} */
VectorTileFeature.types = ['Unknown', 'Point', 'LineString', 'Polygon'];

/**
 * The number that has these digits: what an object with such a property would be asked for.
 *
 * @param {unknown} index
 */
function numberOf(index) {
    return String(Number(index)) === String(index) ? Number(index) : NaN;
}

/** @param {Uint8Array} layer its message */
function asTile(layer) {
    const header = [LAYER_TAG];
    let { length } = layer;
    for (; length > 0x7f; length >>>= 7) header.push((length & 0x7f) | 0x80);
    header.push(length);
    const tile = new Uint8Array(header.length + layer.length);
    tile.set(header);
    tile.set(layer, header.length);
    return tile;
}
