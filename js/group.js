// Geometry groups: the points, lines or polygons of a layer as flat arrays, and the nested coordinates of one feature.
// Called by layer.js. The levels are those of GeoArrow's interleaved MultiPoint, MultiLineString and MultiPolygon.

import {
    COLUMN_WORDS,
    FEATURE_INDEX,
    GEOMETRY_OFFSETS,
    KIND_GROUP,
    LAYER_COLUMNS_OFFSET,
    LAYER_POSITION_TYPE,
    PART_OFFSETS,
    POLYGON_OFFSETS,
    POSITIONS,
    RING_OFFSETS,
    TRIANGLES,
    TRIANGLE_OFFSETS,
    VERTEX_FEATURE,
    assertAttached,
    columnAt,
    columnsEnd,
    view,
} from './block.js';

/** @import { Position } from './index.mjs' */

/** Group numbers in the block; they are the geometry types too. */
export const POINTS = 1;
export const LINES = 2;
export const POLYGONS = 3;

/** Where the records of a group's columns are, by kind less KIND_GROUP; 0 for none. From one call to the next: no list a call. */
const records = new Uint32Array(16);

/**
 * The arrays of groups without features. All of a tile share them, since most layers have two such groups, whose arrays took longer to
 * make than the layers to decode.
 */
export class EmptyArrays {
    indices = new Uint32Array(0);
    offsets = new Uint32Array(1);
    #type = 0;
    /** @type {any} */
    #positions;

    /**
     * @param {Uint32Array<ArrayBuffer>} words the block
     * @param {number} type element type
     */
    positions(words, type) {
        assertAttached(words);
        if (this.#type !== type) this.#positions = view(words, type, 0, 0);
        this.#type = type;
        return this.#positions;
    }
}

/**
 * The views of one group. A group without features has all of its arrays, empty; offsets then hold their one 0.
 *
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} layer word index of the layer's record
 * @param {number} group
 * @param {EmptyArrays} empty of the tile
 * @returns {any}
 */
export function readGroup(words, layer, group, empty) {
    const end = columnsEnd(words, layer);
    records.fill(0);
    let found = false;
    for (let at = words[layer + LAYER_COLUMNS_OFFSET] >> 2; at < end; at += COLUMN_WORDS) {
        if (((words[at] >> 16) & 255) !== group) continue;
        records[((words[at] & 255) - KIND_GROUP) & 15] = at;
        found = true;
    }
    if (!found) return emptyGroup(group, empty, empty.positions(words, words[layer + LAYER_POSITION_TYPE] & 255));
    const featureIndex = optional(words, FEATURE_INDEX);
    const { length } = featureIndex;
    const geometryOffsets = optional(words, GEOMETRY_OFFSETS);
    const positions = optional(words, POSITIONS);
    // Literals, so that the groups of all layers have one shape in the engine.
    const result =
        group === POINTS
            ? { length, featureIndex, geometryOffsets, positions }
            : group === LINES
              ? { length, featureIndex, geometryOffsets, partOffsets: optional(words, PART_OFFSETS), positions }
              : {
                    length,
                    featureIndex,
                    geometryOffsets,
                    polygonOffsets: optional(words, POLYGON_OFFSETS),
                    ringOffsets: optional(words, RING_OFFSETS),
                    positions,
                };
    const triangleOffsets = group === POLYGONS ? optional(words, TRIANGLE_OFFSETS) : undefined;
    if (triangleOffsets) {
        // Polygons without area have no triangles, and a column without elements is not in the block.
        addAsked(result, 'triangles', optional(words, TRIANGLES) ?? new Uint32Array(0));
        addAsked(result, 'triangleOffsets', triangleOffsets);
    }
    addAsked(result, 'vertexFeature', optional(words, VERTEX_FEATURE));
    return result;
}

/**
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} kind of a column of the group in hand, less KIND_GROUP
 */
function optional(words, kind) {
    return records[kind] === 0 ? undefined : columnAt(words, records[kind]);
}

/**
 * @param {number} group
 * @param {EmptyArrays} arrays
 * @param {any} positions
 */
function emptyGroup(group, { indices, offsets }, positions) {
    if (group === POINTS) return { length: 0, featureIndex: indices, geometryOffsets: offsets, positions, vertexFeature: indices };
    if (group === LINES) return { length: 0, featureIndex: indices, geometryOffsets: offsets, partOffsets: offsets, positions, vertexFeature: indices };
    return {
        length: 0,
        featureIndex: indices,
        geometryOffsets: offsets,
        polygonOffsets: offsets,
        ringOffsets: offsets,
        positions,
        triangles: indices,
        triangleOffsets: offsets,
        vertexFeature: indices,
    };
}

/**
 * @param {Record<string, any>} group
 * @param {string} field which is there only where it was asked for
 * @param {Uint32Array | undefined} array
 */
function addAsked(group, field, array) {
    if (array) group[field] = array;
}

/**
 * The row of a feature in a group, or -1. Rows are in the order of features; `hint` is tried first.
 *
 * @param {Uint32Array} featureIndex
 * @param {number} feature
 * @param {number} hint
 */
export function findRow(featureIndex, feature, hint) {
    if (featureIndex[hint] === feature) return hint;
    let low = 0;
    let high = featureIndex.length;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (featureIndex[middle] < feature) low = middle + 1;
        else high = middle;
    }
    return featureIndex[low] === feature ? low : -1;
}

const NAMES = ['Unknown', 'Point', 'LineString', 'Polygon'];

/**
 * The GeoJSON type and coordinates of a feature: of one point, line or polygon, else of the Multi type.
 *
 * @param {any} group undefined where the layer has no positions
 * @param {number} type
 * @param {number} row -1: the feature has no geometry
 * @returns {{ type: any, coordinates: any }}
 */
export function readGeometry(group, type, row) {
    if (!group) return { type: NAMES[type], coordinates: undefined };
    const parts = row < 0 ? [] : readParts[type](group, group.geometryOffsets[row], group.geometryOffsets[row + 1]);
    if (parts.length === 1) return { type: NAMES[type], coordinates: parts[0] };
    return { type: `Multi${NAMES[type]}`, coordinates: parts };
}

/** By geometry type: the points, lines or polygons from `start` to `end`. @type {((group: any, start: number, end: number) => any[])[]} */
const readParts = [
    () => [],
    (group, start, end) => readVertices(group.positions, start, end),
    (group, start, end) => readLines(group.positions, group.partOffsets, start, end),
    ({ positions, polygonOffsets, ringOffsets }, start, end) => {
        const polygons = [];
        for (let i = start; i < end; i++) polygons.push(readLines(positions, ringOffsets, polygonOffsets[i], polygonOffsets[i + 1]));
        return polygons;
    },
];

/**
 * @param {ArrayLike<number>} positions
 * @param {Uint32Array} offsets
 * @param {number} start
 * @param {number} end
 */
function readLines(positions, offsets, start, end) {
    const lines = [];
    for (let i = start; i < end; i++) lines.push(readVertices(positions, offsets[i], offsets[i + 1]));
    return lines;
}

/**
 * @param {ArrayLike<number>} positions
 * @param {number} start
 * @param {number} end
 * @returns {Position[]}
 */
function readVertices(positions, start, end) {
    /** @type {Position[]} */
    const vertices = [];
    for (let i = start; i < end; i++) vertices.push([positions[2 * i], positions[2 * i + 1]]);
    return vertices;
}
