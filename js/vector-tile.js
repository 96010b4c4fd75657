// tilewasm/vector-tile: the classes of @mapbox/vector-tile 3 over a decoded tile, for code that was written for them. The public entry.
//
// A whole tile is decoded when a VectorTile is made. Geometry comes from the decoded arrays; of a feature that has something wrong with
// it, or no geometry type, from its bytes (vector-tile/raw.js), since there the other library keeps what the arrays leave out.

import Point from '@mapbox/point-geometry';
import { decode } from './index.js';
import { classifyRings } from './vector-tile/classify-rings.js';
import { project } from './vector-tile/geojson.js';
import { RawLayer } from './vector-tile/raw.js';
import { takeBytes } from './vector-tile/input.js';

/** @import { DecodedLayer } from './layer.js' */
/** @import { PbfLike } from './vector-tile/input.js' */
/** @import { Bytes } from './index.mjs' */

export { classifyRings, Point };

const POINT = 1;
const LINE = 2;
const POLYGON = 3;
/** The field of a layer in a tile, length-delimited. */
const LAYER_TAG = 26;

/** Makes a layer or a feature from what was decoded, past its public constructor. */
const DECODED = Symbol('decoded');

export class VectorTile {
    /**
     * @param {PbfLike | Bytes} source
     * @param {number} [end]
     */
    constructor(source, end) {
        const bytes = takeBytes(source, end);
        /** @type {Record<string, VectorTileLayer>} */
        this.layers = Object.create(null);
        for (const layer of readLayers(bytes)) if (layer.length > 0) this.layers[layer.name] = layer;
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
        this.#source = source === DECODED ? end : readLayers(asTile(takeBytes(source, end)))[0].#source;
        const { version, name, extent, length } = this.#source.layer;
        this.version = version;
        this.name = name;
        this.extent = extent;
        this.length = length;
    }

    /** @param {number} i */
    feature(i) {
        if (!(i >= 0 && i < this.length)) throw new Error('feature index out of bounds');
        return new VectorTileFeature(DECODED, this.#source, i);
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
     */
    constructor(key, source, index) {
        if (key !== DECODED) throw new TypeError('a VectorTileFeature is made by layer.feature(i)');
        const { offsets, pairs, keys, values } = source;
        /** @type {Record<string, any>} */
        const properties = { __proto__: null };
        for (let at = 2 * offsets[index], end = 2 * offsets[index + 1]; at < end; at += 2) properties[keys[pairs[at]]] = values[pairs[at + 1]];
        this.properties = properties;
        this.extent = source.layer.extent;
        this.type = source.types[index];
        this.id = source.layer.id(index);
        this.#source = source;
        this.#index = index;
    }

    /** @returns {Point[][]} */
    loadGeometry() {
        const source = this.#source;
        if (isFaulty(source, this.#index)) return source.raw.geometry(this.#index);
        const group = source.groups[source.types[this.#index]];
        const row = rowsOf(source)[this.#index];
        return readers[source.types[this.#index]](group, group.geometryOffsets[row], group.geometryOffsets[row + 1]);
    }

    /** @returns {number[]} */
    bbox() {
        const { layer, raw } = this.#source;
        if (isFaulty(this.#source, this.#index)) return raw.bbox(this.#index);
        return Array.from(/** @type {Int32Array} */ (layer.bbox(this.#index)));
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
 * @typedef {object} LayerSource a decoded layer, and what of it is used for each feature
 * @property {DecodedLayer} layer
 * @property {RawLayer} raw
 * @property {Set<number> | undefined} faulty numbers of features that something is wrong with; undefined: it may be any
 * @property {Uint8Array} types
 * @property {Uint32Array} offsets of `pairs`, a feature each
 * @property {Uint16Array | Uint32Array} pairs
 * @property {string[]} keys
 * @property {any[]} values
 * @property {any[]} groups by geometry type
 * @property {Uint32Array} [rows] of each feature in its group, made at first use
 */

/** @param {Uint8Array} bytes of a tile */
function readLayers(bytes) {
    const tile = decode(bytes, { integers: 'number' });
    const faulty = faultyFeatures(tile);
    const none = new Set();
    return tile.layers.map((layer) => {
        /** @type {LayerSource} */
        const source = {
            layer,
            raw: new RawLayer(bytes, layer.index),
            faulty: faulty && (faulty[layer.index] ?? none),
            types: layer.types,
            ...layer.tags,
            keys: layer.keys,
            values: layer.values,
            groups: [undefined, layer.points, layer.lines, layer.polygons],
        };
        return new VectorTileLayer(DECODED, source);
    });
}

/**
 * Whether a feature is read from its bytes.
 *
 * @param {LayerSource} source
 * @param {number} index
 */
function isFaulty({ faulty, types }, index) {
    return types[index] === 0 || (faulty?.has(index) ?? true);
}

/** @param {LayerSource} source */
function rowsOf(source) {
    if (source.rows) return source.rows;
    const rows = new Uint32Array(source.layer.length);
    for (const group of source.groups) group?.featureIndex.forEach((/** @type {number} */ feature, /** @type {number} */ row) => (rows[feature] = row));
    return (source.rows = rows);
}

/**
 * The features with problems, by layer; undefined where there were more problems than the tile lists.
 *
 * @param {import('./tile.js').DecodedTile} tile
 */
function faultyFeatures({ problems, problemCount }) {
    /** @type {Record<number, Set<number>>} */
    const byLayer = {};
    for (const { code, layer, feature } of problems) {
        if (code === 'value:empty') throw new Error('unknown feature value');
        if (layer !== undefined && feature !== undefined) (byLayer[layer] ??= new Set()).add(feature);
    }
    return problemCount > problems.length ? undefined : byLayer;
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

/**
 * By geometry type: the lines of Point objects, made anew each time as callers change them in place. Every point of a multipoint is a line
 * of its own, and rings of all polygons stand in one list.
 *
 * @type {Record<number, (group: any, start: number, end: number) => Point[][]>}
 */
const readers = {
    [POINT]({ positions }, start, end) {
        const lines = [];
        for (let i = start; i < end; i++) lines.push([new Point(positions[2 * i], positions[2 * i + 1])]);
        return lines;
    },
    [LINE]({ positions, partOffsets }, start, end) {
        return readLines(positions, partOffsets, start, end);
    },
    [POLYGON]({ positions, polygonOffsets, ringOffsets }, start, end) {
        return readLines(positions, ringOffsets, polygonOffsets[start], polygonOffsets[end]);
    },
};

/**
 * @param {Int32Array} positions
 * @param {Uint32Array} offsets
 * @param {number} start
 * @param {number} end
 */
function readLines(positions, offsets, start, end) {
    const lines = [];
    for (let line = start; line < end; line++) {
        const first = offsets[line];
        const points = [];
        for (let at = 2 * first, last = 2 * offsets[line + 1]; at < last; at += 2) points.push(new Point(positions[at], positions[at + 1]));
        lines.push(points);
    }
    return lines;
}
