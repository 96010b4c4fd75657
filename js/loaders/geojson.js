// The shapes geojson and geojson-table: features as MVTLoader gives them, rings wound as in the tile. Called by loaders.js.

/** @import { LoadedFeature } from '../loaders.mjs' */
/** @import { FeatureLayer, Settings } from './options.js' */

const UNKNOWN = 0;

/**
 * @param {FeatureLayer[]} layers
 * @param {Settings} settings
 * @returns {LoadedFeature[]} without those of unknown type, for which MVTLoader refuses the whole tile
 */
export function readFeatures(layers, { layerProperty }) {
    return layers.flatMap((layer) => {
        /** @type {LoadedFeature[]} */
        const features = [];
        for (let i = 0; i < layer.length; i++) if (layer.types[i] !== UNKNOWN) features.push(readFeature(layer, i, layerProperty));
        return features;
    });
}

/**
 * @param {FeatureLayer} layer
 * @param {number} i
 * @param {string} layerProperty
 * @returns {LoadedFeature}
 */
function readFeature(layer, i, layerProperty) {
    const { id, type, properties, coordinates } = layer.feature(i);
    /** @type {any} */
    const feature = { type: 'Feature', geometry: { type, coordinates: coordinates ?? [] }, properties: { ...properties } };
    if (layerProperty) feature.properties[layerProperty] = layer.name;
    if (id !== undefined) feature.id = id;
    return feature;
}
