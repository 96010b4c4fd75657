// Geometry groups: the points, lines or polygons of a layer as flat arrays, and the nested coordinates of one feature.
// Called by layer.js. The levels are those of GeoArrow's interleaved MultiPoint, MultiLineString and MultiPolygon.

import { COLUMN_WORDS, GROUP_COLUMNS, KIND_GROUP, LAYER_COLUMNS_OFFSET, LAYER_POSITION_TYPE, columnAt, columnsEnd, view } from './block.js';

/** @import { GeometryGroup, Position } from './index.mjs' */

/** Group numbers in the block; they are the geometry types too. */
export const POINTS = 1;
export const LINES = 2;
export const POLYGONS = 3;

/** By group, which of GROUP_COLUMNS it has, in the order in which its fields are listed: from the features down to the vertices. */
const FIELDS = [[], [1, 2, 0, 8], [1, 2, 3, 0, 8], [1, 2, 4, 5, 0, 6, 7, 8]];

/**
 * The views of one group. A group without features has all of its arrays, empty; offsets then hold their one 0.
 *
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} layer word index of the layer's record
 * @param {number} group
 * @returns {GeometryGroup}
 */
export function readGroup(words, layer, group) {
    /** @type {number[]} word indices of the records of its columns */
    const records = [];
    const end = columnsEnd(words, layer);
    for (let at = words[layer + LAYER_COLUMNS_OFFSET] >> 2; at < end; at += COLUMN_WORDS) {
        if (((words[at] >> 16) & 255) === group) records[(words[at] & 255) - KIND_GROUP] = at;
    }
    /** @type {any} */
    const result = { length: 0 };
    for (const column of FIELDS[group]) {
        const field = GROUP_COLUMNS[column];
        if (records[column]) result[field] = columnAt(words, records[column]);
        else if (column === 0) result[field] = view(words.buffer, words[layer + LAYER_POSITION_TYPE] & 255, 0, 0);
        else if (records.length === 0) result[field] = new Uint32Array(field.endsWith('Offsets') ? 1 : 0);
    }
    result.length = result.featureIndex.length;
    return result;
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
