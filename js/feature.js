// TileFeature: one feature as an object with GeoJSON's names. Made by layer.js on demand; a plain object when cloned.

/** @import { FeatureId, PropertyValue } from './index.mjs' */

export class TileFeature {
    /**
     * @param {FeatureId | undefined} id
     * @param {any} type
     * @param {Record<string, PropertyValue>} properties
     * @param {any} coordinates
     */
    constructor(id, type, properties, coordinates) {
        this.id = id;
        this.type = type;
        this.properties = properties;
        this.coordinates = coordinates;
    }

    /** JSON has no bigint: integers beyond 2^53 become decimal strings in it. */
    toJSON() {
        const { id, type, properties, coordinates } = this;
        return { id: toJSONValue(id), type, properties: toJSONProperties(properties), coordinates };
    }
}

/**
 * @template Value
 * @param {Value} value
 */
export function toJSONValue(value) {
    return typeof value === 'bigint' ? String(value) : /** @type {Exclude<Value, bigint>} */ (value);
}

/**
 * @param {Record<string, PropertyValue>} properties
 * @returns {Record<string, string | number | boolean | null>} a plain object; a property named __proto__ is one like any other
 */
export function toJSONProperties(properties) {
    return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, toJSONValue(value)]));
}
