// tilewasm/openlayers: a format for ol/source/VectorTile, and a tile load function that decodes in a pool. The public entry.
//
// Coordinates come out of WebAssembly in the view's units already; a feature's properties are read when they are asked for.

import MVT from 'ol/format/MVT.js';
import RenderFeature from 'ol/render/Feature.js';
import { decode, decodeInto } from './index.js';
import { LayerProperties, TileWasmFeature } from './openlayers/feature.js';
import { emptyTypes, geometryReaders } from './openlayers/geometry.js';

/** @import { DecodedLayer } from './layer.js' */
/** @import { DecodedTile } from './tile.js' */
/** @import { DecodeRequest } from './index.mjs' */
/** @import { Pool } from './pool.mjs' */

/** @typedef {import('ol/extent.js').Extent} Extent */
/** @typedef {{ layers?: string[], layerName?: string, idProperty?: string }} FeatureOptions */
/** @typedef {(error: unknown, url?: string) => void} Report */

/** Largest scratch buffer that is kept for the next tile. */
const KEPT_SCRATCH = 32 * 1024 * 1024;

/** Coordinates are copied out of decoded tiles at once: one buffer serves for all. */
let scratch = new ArrayBuffer(0);

export class TileWasmFormat extends MVT {
    #options;
    #givesRenderFeatures;
    /** @type {Report} */
    #report;

    /** @param {any} [options] those of ol/format/MVT: featureClass, geometryName, layers, layerName, idProperty; and onError */
    constructor(options = {}) {
        super(options);
        const { layers, layerName, idProperty, featureClass = RenderFeature, onError } = options;
        this.#report = onError ?? logError;
        this.#givesRenderFeatures = featureClass === RenderFeature;
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
        try {
            // Other classes copy every coordinate into geometries of their own; there is nothing to gain before that.
            if (!this.#givesRenderFeatures) return super.readFeatures(source, options);
            return readTile(source, toRequest(this.#options, options?.extent), this.#options);
        } catch (error) {
            this.#report(error); // OpenLayers catches it, and tells nobody
            throw error;
        }
    }
}

/**
 * A tile load function for ol/source/VectorTile: tiles are fetched and decoded in the pool. Give it with `format: new TileWasmFormat()`.
 *
 * @param {Pool} pool
 * @param {FeatureOptions & { fetch?: object, onError?: Report }} [options]
 * @returns {(tile: any, url: string) => void}
 */
export function tileLoadFunction(pool, options = {}) {
    const report = options.onError ?? logError;
    return (tile, url) => {
        tile.setLoader(async (/** @type {Extent} */ extent) => {
            let features;
            try {
                const decoded = await pool.decode(url, toRequest(options, extent), { fetch: /** @type {any} */ (options.fetch) });
                features = toFeatures(/** @type {any} */ (decoded), options);
            } catch (error) {
                try {
                    report(error, url);
                } finally {
                    tile.onError();
                }
                return;
            }
            tile.setFeatures(features); // what the application's listeners throw is no failure of the tile
        });
    };
}

/**
 * What could not be fetched the browser writes to the console itself; and a map asks for tiles that are not there all the time.
 *
 * @type {Report}
 */
function logError(error, url) {
    if (/^(http-status|network)$/.test(/** @type {any} */ (error)?.code)) return;
    console.error(`tilewasm:${url === undefined ? '' : ` ${url}:`} ${/** @type {any} */ (error)?.message ?? error}`);
}

/**
 * @param {FeatureOptions} options
 * @param {Extent} [extent] of the tile in the view's projection; without it coordinates stay tile units
 * @returns {DecodeRequest}
 */
function toRequest({ layers }, extent) {
    /** @type {DecodeRequest} */
    const request = { positions: 'float64', integers: 'number' };
    if (layers) request.layers = Array.isArray(layers) ? layers.filter((name) => typeof name === 'string') : layers;
    if (extent) {
        const height = extent[3] - extent[1];
        request.coordinates = { scale: [height, -height], offset: [extent[0], extent[3]] };
    }
    return request;
}

/**
 * Coordinates are decoded at once, tags when a property is asked for: then from the same bytes.
 *
 * @param {any} bytes
 * @param {DecodeRequest} request
 * @param {FeatureOptions} options
 */
function readTile(bytes, request, options) {
    if (options.idProperty) return toFeatures(decode(bytes, request), options);
    const tile = decodeInto(scratch, bytes, { ...request, properties: false });
    if (tile.buffer.byteLength <= KEPT_SCRATCH) scratch = tile.buffer;
    /** @type {DecodedLayer[] | undefined} */
    let layers;
    const decodeTags = () => (layers ??= decode(bytes, { ...request, positions: false, coordinates: 'tile' }).layers);
    return toFeatures(tile, options, (i) => decodeTags()[i]);
}

/**
 * @param {DecodedTile} tile
 * @param {FeatureOptions} options
 * @param {(i: number) => DecodedLayer} [withTags] gives the layers to read properties from
 */
function toFeatures(tile, options, withTags = (i) => tile.layers[i]) {
    /** Numbers of layers in the order that ol/format/MVT gives them: an object's; the last of a name. @type {Record<string, number>} */
    const numbers = Object.create(null);
    tile.layers.forEach(({ length, name }, i) => {
        if (length > 0 && name) numbers[name] = i;
    });
    /** @type {TileWasmFeature[]} */
    const features = [];
    for (const [name, i] of Object.entries(numbers)) {
        const source = new LayerProperties(() => withTags(i), name, options);
        addFeatures(tile.layers[i], source, options.idProperty, features);
    }
    return features;
}

/**
 * @param {DecodedLayer} layer
 * @param {LayerProperties} source
 * @param {string | undefined} idProperty
 * @param {TileWasmFeature[]} features
 */
function addFeatures(layer, source, idProperty, features) {
    const { types } = layer;
    /** By geometry type. @type {any[]} */
    const groups = [undefined, layer.points, layer.lines, layer.polygons];
    /** The row of each group that comes next. */
    const rows = [0, 0, 0, 0];
    for (let index = 0; index < types.length; index++) {
        const type = types[index];
        if (type === 0) continue;
        const group = groups[type];
        const row = rows[type];
        const isPresent = group.featureIndex[row] === index;
        if (isPresent) rows[type]++;
        const geometry = isPresent ? geometryReaders[type](group, row) : { type: emptyTypes[type], coordinates: [], ends: [] };
        const id = idProperty ? layer.properties(index)[idProperty] : layer.id(index);
        features.push(new TileWasmFeature(geometry.type, geometry.coordinates, geometry.ends, id, source, index));
    }
}
