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

    /** @param {number} index of the feature */
    read(index) {
        const { layerName = 'layer', idProperty } = this.#options;
        /** @type {Record<string, any>} */
        const properties = this.#layer().properties(index);
        if (idProperty) properties[idProperty] = undefined;
        properties[layerName] = this.#name;
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
