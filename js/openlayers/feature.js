// A RenderFeature whose properties are read when they are asked for. Made by openlayers.js.

import RenderFeature from 'ol/render/Feature.js';

/** @import { DecodedLayer } from '../layer.js' */
/** @import { FeatureOptions } from '../openlayers.js' */

/** Reads the properties of a layer's features as ol/format/MVT gives them. */
export class LayerProperties {
    #layer;
    #name;
    #options;

    /**
     * @param {() => DecodedLayer} layer called for each feature whose properties are read
     * @param {string} name of the layer
     * @param {FeatureOptions} options
     */
    constructor(layer, name, options) {
        this.#layer = layer;
        this.#name = name;
        this.#options = options;
    }

    /**
     * Plain objects, as ol/format/MVT has them: style functions call hasOwnProperty on them.
     *
     * @param {number} index of the feature
     */
    read(index) {
        const { layerName, idProperty } = this.#options;
        const { tags, keys, values } = this.#layer();
        const { offsets, pairs } = tags;
        /** @type {Record<string, any>} */
        const properties = {};
        for (let at = 2 * offsets[index], end = 2 * offsets[index + 1]; at < end; at += 2) properties[keys[pairs[at]]] = values[pairs[at + 1]];
        if (idProperty) properties[idProperty] = undefined;
        properties[layerName || 'layer'] = this.#name;
        return properties;
    }
}

export class TileWasmFeature extends RenderFeature {
    #source;
    #index;
    /** @type {Record<string, any> | undefined} */
    #properties;

    /**
     * @param {any} type
     * @param {number[]} flatCoordinates
     * @param {number[]} ends
     * @param {any} id
     * @param {LayerProperties} source
     * @param {number} index of the feature in its layer
     */
    constructor(type, flatCoordinates, ends, id, source, index) {
        super(type, flatCoordinates, ends, 2, /** @type {any} */ (undefined), id);
        this.#source = source;
        this.#index = index;
        this.#properties = undefined;
    }

    /** @returns {Record<string, any>} */
    readProperties() {
        return (this.#properties ??= this.#source.read(this.#index));
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
