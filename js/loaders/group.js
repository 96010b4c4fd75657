// The points, lines or polygons of all layers of a result, one behind the other in loaders.gl's arrays. Called by binary.js.
//
// A feature has two numbers: one among all features of the result, one among those of its geometry type. Both count every feature of a
// known type, as MVTLoader does, those too of whose geometry nothing was kept.

import { define } from './properties.js';

/** @import { BinaryFeatures } from '../loaders.mjs' */
/** @import { Allocation, Column } from './allocation.js' */
/** @import { BinaryLayer } from './options.js' */
/** @import { LayerProperties, NumericKeys } from './properties.js' */

/** @typedef {{ type: number, name: string, group: 'points' | 'lines' | 'polygons' }} Kind a geometry type, as layers and results call it */

/**
 * @typedef {object} Shared what all groups of a result have in common
 * @property {Allocation} allocation
 * @property {number} featureCount of the result
 * @property {NumericKeys} numericKeys
 * @property {number} absent what a numeric property is for features without it
 * @property {boolean} hasIds whether features say their ids
 */

/**
 * @typedef {object} NumericArrays where the numeric properties of a group are written
 * @property {Uint8Array} isFloat64 by number of the key
 * @property {Float64Array} starts number of each key's first element in `float32` or `float64`
 * @property {Float32Array} float32 the whole buffer
 * @property {Float64Array} float64 the whole buffer
 */

const UNKNOWN = 0;

/** Beyond this, counts and indices need 32 bits. */
const LARGEST_UINT16 = 65535;

/** From so many vertices on, `fill` is quicker than a loop. */
const LONG_RUN = 40;

/** What points have, and lines and polygons too. */
class Group {
    #kind;
    #shared;
    /** @type {BinaryFeatures['properties']} */
    #properties = [];
    /** @type {BinaryFeatures['fields']} */
    #fields = [];
    #positions;
    #globalFeatureIds;
    #featureIds;
    /** @type {Map<string, Column>} */
    #numericColumns;
    /** @type {NumericArrays | undefined} */
    #numericArrays;
    /** Vertices of the layers that were appended. */
    vertexCount = 0;

    /**
     * @param {Kind} kind
     * @param {BinaryLayer[]} layers of the result
     * @param {Shared} shared
     */
    constructor(kind, layers, shared) {
        const { allocation, featureCount, numericKeys } = shared;
        const vertexCount = sum(layers, (layer) => layer[kind.group].positions.length / 2);
        const ownCount = sum(layers, ({ types }) => countType(types, kind.type));
        this.#kind = kind;
        this.#shared = shared;
        this.#numericColumns = new Map(Array.from(numericKeys, ([key, Class]) => [key, allocation.add(Class, vertexCount)]));
        this.#positions = allocation.add(Float32Array, 2 * vertexCount);
        this.#globalFeatureIds = allocation.add(indexClass(featureCount), vertexCount);
        this.#featureIds = allocation.add(indexClass(ownCount), vertexCount);
        this.IndexClass = indexClass(vertexCount);
    }

    /**
     * @param {any} group of a layer
     * @returns {Uint32Array} the first vertex of each feature, and the end of the last
     */
    vertexOffsets(group) {
        return group.geometryOffsets;
    }

    /**
     * @param {BinaryLayer} layer
     * @param {LayerProperties} properties
     * @param {number} firstNumber of the layer's features in the result
     */
    append(layer, properties, firstNumber) {
        const { positions } = layer[this.#kind.group];
        this.#appendFeatures(layer, properties, firstNumber);
        this.#positions.append(positions);
        this.vertexCount += positions.length / 2;
    }

    /**
     * @param {BinaryLayer} layer
     * @param {LayerProperties} properties
     * @param {number} firstNumber
     */
    #appendFeatures(layer, properties, firstNumber) {
        const { types } = layer;
        const { type, group: groupName } = this.#kind;
        const group = layer[groupName];
        const { featureIndex } = group;
        const offsets = this.vertexOffsets(group);
        const numericArrays = (this.#numericArrays ??= this.#makeNumericArrays());
        const globalFeatureIds = this.#globalFeatureIds.array;
        const featureIds = this.#featureIds.array;
        const { hasIds } = this.#shared;
        const objects = this.#properties;
        const firstVertex = this.vertexCount;
        for (let i = 0, row = 0, number = firstNumber; i < types.length; i++) {
            if (types[i] === type) {
                const start = firstVertex + offsets[row];
                if (featureIndex[row] === i) row++; // else nothing was kept of its geometry
                const end = firstVertex + offsets[row];
                fill(globalFeatureIds, number, start, end);
                fill(featureIds, objects.length, start, end);
                objects.push(properties.read(i, numericArrays, start, end));
                if (hasIds) this.#fields.push({ id: layer.id(i) });
            }
            if (types[i] !== UNKNOWN) number++;
        }
    }

    /** @returns {NumericArrays} */
    #makeNumericArrays() {
        const { allocation, numericKeys, absent } = this.#shared;
        const columns = [...this.#numericColumns.values()];
        if (absent !== 0) for (const { array } of columns) array.fill(absent);
        const { buffer } = allocation;
        return {
            isFloat64: Uint8Array.from(numericKeys.values(), (Class) => Number(Class === Float64Array)),
            starts: Float64Array.from(columns, ({ start }) => start),
            float32: new Float32Array(buffer),
            float64: new Float64Array(buffer),
        };
    }

    /** @returns {any} the group as loaders.gl has it */
    toResult() {
        const numericProps = {};
        for (const [key, column] of this.#numericColumns) define(numericProps, key, column.toAttribute());
        return {
            type: this.#kind.name,
            positions: this.#positions.toAttribute(2),
            globalFeatureIds: this.#globalFeatureIds.toAttribute(),
            featureIds: this.#featureIds.toAttribute(),
            numericProps,
            properties: this.#properties,
            fields: this.#fields,
        };
    }
}

export class Points extends Group {
    /**
     * @param {BinaryLayer[]} layers
     * @param {Shared} shared
     */
    constructor(layers, shared) {
        super({ type: 1, name: 'Point', group: 'points' }, layers, shared);
    }
}

export class Lines extends Group {
    #pathIndices;

    /**
     * @param {BinaryLayer[]} layers
     * @param {Shared} shared
     */
    constructor(layers, shared) {
        super({ type: 2, name: 'LineString', group: 'lines' }, layers, shared);
        const pathCount = sum(layers, (layer) => layer.lines.partOffsets.length - 1);
        this.#pathIndices = shared.allocation.add(this.IndexClass, pathCount + 1);
    }

    /**
     * @override
     * @param {any} group
     * @returns {Uint32Array}
     */
    vertexOffsets({ geometryOffsets, partOffsets }) {
        return pick(partOffsets, geometryOffsets, geometryOffsets.length);
    }

    /**
     * @override
     * @param {BinaryLayer} layer
     * @param {LayerProperties} properties
     * @param {number} firstNumber
     */
    append(layer, properties, firstNumber) {
        this.#pathIndices.append(layer.lines.partOffsets.subarray(0, -1), this.vertexCount);
        super.append(layer, properties, firstNumber);
    }

    /** @override */
    toResult() {
        this.#pathIndices.append(Uint32Array.of(this.vertexCount));
        return { ...super.toResult(), pathIndices: this.#pathIndices.toAttribute() };
    }
}

export class Polygons extends Group {
    #polygonIndices;
    #primitivePolygonIndices;
    #triangles;

    /**
     * @param {BinaryLayer[]} layers
     * @param {Shared} shared
     */
    constructor(layers, shared) {
        super({ type: 3, name: 'Polygon', group: 'polygons' }, layers, shared);
        const polygonCount = sum(layers, ({ polygons }) => polygons.polygonOffsets.length - 1);
        const ringCount = sum(layers, ({ polygons }) => polygons.ringOffsets.length - 1);
        const triangleLength = sum(layers, ({ polygons }) => polygons.triangles.length);
        this.#polygonIndices = shared.allocation.add(this.IndexClass, polygonCount + 1);
        this.#primitivePolygonIndices = shared.allocation.add(this.IndexClass, ringCount + 1);
        this.#triangles = shared.allocation.add(Uint32Array, triangleLength);
    }

    /**
     * @override
     * @param {any} group
     * @returns {Uint32Array}
     */
    vertexOffsets({ geometryOffsets, polygonOffsets, ringOffsets }) {
        return pick(ringOffsets, pick(polygonOffsets, geometryOffsets, geometryOffsets.length), geometryOffsets.length);
    }

    /**
     * @override
     * @param {BinaryLayer} layer
     * @param {LayerProperties} properties
     * @param {number} firstNumber
     */
    append(layer, properties, firstNumber) {
        const { polygonOffsets, ringOffsets } = layer.polygons;
        this.#polygonIndices.append(pick(ringOffsets, polygonOffsets, polygonOffsets.length - 1), this.vertexCount);
        this.#primitivePolygonIndices.append(ringOffsets.subarray(0, -1), this.vertexCount);
        this.#triangles.append(layer.polygons.triangles, this.vertexCount);
        super.append(layer, properties, firstNumber);
    }

    /** @override */
    toResult() {
        const end = Uint32Array.of(this.vertexCount);
        this.#polygonIndices.append(end);
        this.#primitivePolygonIndices.append(end);
        return {
            ...super.toResult(),
            polygonIndices: this.#polygonIndices.toAttribute(),
            primitivePolygonIndices: this.#primitivePolygonIndices.toAttribute(),
            triangles: this.#triangles.toAttribute(),
        };
    }
}

/**
 * Offsets of one level through those of the level above.
 *
 * @param {Uint32Array} offsets
 * @param {Uint32Array} which
 * @param {number} count
 */
function pick(offsets, which, count) {
    const picked = new Uint32Array(count);
    for (let i = 0; i < count; i++) picked[i] = offsets[which[i]];
    return picked;
}

/**
 * @param {BinaryLayer[]} layers
 * @param {(layer: BinaryLayer) => number} count
 */
function sum(layers, count) {
    return layers.reduce((total, layer) => total + count(layer), 0);
}

/** @param {number} count */
function indexClass(count) {
    return count > LARGEST_UINT16 ? Uint32Array : Uint16Array;
}

/**
 * @param {Uint8Array} types
 * @param {number} type
 */
function countType(types, type) {
    let count = 0;
    for (let i = 0; i < types.length; i++) if (types[i] === type) count++;
    return count;
}

/**
 * @param {Uint16Array | Uint32Array} array
 * @param {number} value
 * @param {number} start
 * @param {number} end
 */
function fill(array, value, start, end) {
    if (end - start >= LONG_RUN) array.fill(value, start, end);
    else for (let i = start; i < end; i++) array[i] = value;
}
