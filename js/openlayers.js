// tilewasm/openlayers: a format for ol/source/VectorTile, and a tile load function that decodes in a pool. The public entry.
//
// Coordinates come out of WebAssembly in the view's units already, as float64; a feature's properties are read when they are asked for.

import MVT from 'ol/format/MVT.js';
import RenderFeature from 'ol/render/Feature.js';
import { decode } from './index.js';

/** @import { DecodedLayer } from './layer.js' */
/** @import { DecodedTile } from './tile.js' */
/** @import { DecodeRequest } from './index.mjs' */
/** @import { Pool } from './pool.mjs' */

/** @typedef {import('ol/extent.js').Extent} Extent */
/** @typedef {{ layers?: string[], layerName?: string, idProperty?: string }} FeatureOptions */

const GEOMETRY_NAMES = /** @type {const} */ ([['Point', 'MultiPoint'], ['LineString', 'MultiLineString'], ['Polygon', 'Polygon']]);

/** A RenderFeature whose properties are read from the decoded layer at first use. */
class TileWasmFeature extends RenderFeature {
    #source;
    /** @type {Record<string, any> | undefined} */
    #properties;

    /**
     * @param {any} type
     * @param {any} flatCoordinates a Float64Array, which the renderers take as they take arrays
     * @param {number[]} ends
     * @param {any} id
     * @param {{ layer: DecodedLayer, index: number, options: FeatureOptions }} source
     */
    constructor(type, flatCoordinates, ends, id, source) {
        super(type, flatCoordinates, ends, 2, /** @type {any} */ (undefined), id);
        this.#source = source;
    }

    /** @returns {Record<string, any>} */
    readProperties() {
        return (this.#properties ??= readProperties(this.#source));
    }
}

// RenderFeature keeps its properties in this field, and every method of it reads them there. Its constructor sets it, to nothing here.
Object.defineProperty(TileWasmFeature.prototype, 'properties_', {
    /** @this {TileWasmFeature} */
    get() {
        return this.readProperties();
    },
    set() {},
});

export class TileWasmFormat extends MVT {
    #options;

    /** @param {any} [options] those of ol/format/MVT: featureClass, geometryName, layers, layerName, idProperty */
    constructor(options = {}) {
        super(options);
        const { layers, layerName, idProperty } = options;
        this.#options = { layers, layerName, idProperty };
    }

    /** @param {string[]} layers */
    setLayers(layers) {
        super.setLayers(layers);
        this.#options.layers = layers;
    }

    /**
     * @param {any} source
     * @param {any} [options]
     * @returns {any[]}
     */
    readFeatures(source, options) {
        // Other classes copy every coordinate into geometries of their own; there is nothing to gain before that.
        if (/** @type {any} */ (this).featureClass !== RenderFeature) return super.readFeatures(source, options);
        return toFeatures(decode(source, toRequest(this.#options, options?.extent)), this.#options);
    }
}

/**
 * A tile load function for ol/source/VectorTile: tiles are fetched and decoded in the pool. Give it with `format: new TileWasmFormat()`.
 *
 * @param {Pool} pool
 * @param {FeatureOptions & { fetch?: object }} [options]
 * @returns {(tile: any, url: string) => void}
 */
export function tileLoadFunction(pool, options = {}) {
    return (tile, url) => {
        tile.setLoader(async (/** @type {Extent} */ extent) => {
            try {
                const decoded = await pool.decode(url, toRequest(options, extent), { fetch: /** @type {any} */ (options.fetch) });
                tile.setFeatures(toFeatures(/** @type {any} */ (decoded), options));
            } catch {
                tile.onError();
            }
        });
    };
}

/**
 * @param {FeatureOptions} options
 * @param {Extent} [extent] of the tile in the view's projection; without it coordinates stay tile units
 * @returns {DecodeRequest}
 */
function toRequest({ layers }, extent) {
    /** @type {DecodeRequest} */
    const request = { positions: 'float64', integers: 'number' };
    if (layers) request.layers = layers;
    if (extent) {
        const height = extent[3] - extent[1];
        request.coordinates = { scale: [height, -height], offset: [extent[0], extent[3]] };
    }
    return request;
}

/**
 * @param {DecodedTile} tile
 * @param {FeatureOptions} options
 */
function toFeatures(tile, options) {
    /** Layers in the order that ol/format/MVT gives them: an object's; the last of a name. @type {Record<string, DecodedLayer>} */
    const layers = Object.create(null);
    for (const layer of tile.layers) if (layer.length > 0 && layer.name) layers[layer.name] = layer;
    /** @type {TileWasmFeature[]} */
    const features = [];
    for (const layer of Object.values(layers)) addFeatures(layer, options, features);
    return features;
}

/**
 * @param {DecodedLayer} layer
 * @param {FeatureOptions} options
 * @param {TileWasmFeature[]} features
 */
function addFeatures(layer, options, features) {
    const { types } = layer;
    const groups = [layer.points, layer.lines, layer.polygons];
    /** The row of each group that comes next. */
    const rows = [0, 0, 0];
    for (let index = 0; index < types.length; index++) {
        const type = types[index];
        if (type === 0) continue;
        const group = /** @type {any} */ (groups[type - 1]);
        const row = rows[type - 1];
        const present = group?.featureIndex[row] === index;
        if (present) rows[type - 1]++;
        const { coordinates, ends } = present ? readers[type - 1](group, row) : { coordinates: [], ends: [] };
        const name = GEOMETRY_NAMES[type - 1][ends.length === 1 ? 0 : 1];
        const source = { layer, index, options };
        const id = options.idProperty ? layer.properties(index)[options.idProperty] : layer.id(index);
        features.push(new TileWasmFeature(name, coordinates, ends, id, source));
    }
}

/**
 * @param {{ layer: DecodedLayer, index: number, options: FeatureOptions }} source
 */
function readProperties({ layer, index, options: { layerName = 'layer', idProperty } }) {
    /** @type {Record<string, any>} */
    const properties = layer.properties(index);
    if (idProperty) properties[idProperty] = undefined;
    properties[layerName] = layer.name;
    return properties;
}

/**
 * By geometry type less 1: the coordinates of a row, and where in them each point, line or ring ends.
 *
 * @type {((group: any, row: number) => { coordinates: Float64Array, ends: number[] })[]}
 */
const readers = [
    ({ positions, geometryOffsets }, row) => {
        const first = geometryOffsets[row];
        const count = geometryOffsets[row + 1] - first;
        return { coordinates: positions.subarray(2 * first, 2 * (first + count)), ends: count === 1 ? [2] : Array.from({ length: count }, (_, i) => 2 * i + 2) };
    },
    ({ positions, geometryOffsets, partOffsets }, row) => readParts(positions, partOffsets, geometryOffsets[row], geometryOffsets[row + 1]),
    ({ positions, geometryOffsets, polygonOffsets, ringOffsets }, row) =>
        readParts(positions, ringOffsets, polygonOffsets[geometryOffsets[row]], polygonOffsets[geometryOffsets[row + 1]]),
];

/**
 * @param {Float64Array} positions
 * @param {Uint32Array} offsets
 * @param {number} start
 * @param {number} end
 */
function readParts(positions, offsets, start, end) {
    const first = offsets[start];
    const ends = [];
    for (let part = start; part < end; part++) ends.push(2 * (offsets[part + 1] - first));
    return { coordinates: positions.subarray(2 * first, 2 * offsets[end]), ends };
}
