// The coordinates of features as RenderFeature holds them, from the decoded arrays. Called by openlayers.js.
//
// They are copied into arrays: one of a few numbers is made in a fraction of the time that a view takes, and of its memory.

/** @typedef {{ type: any, coordinates: number[], ends: number[] }} Geometry `ends`: where in the coordinates each point, line or ring ends */

/** By geometry type: reads a row of its group. @type {((group: any, row: number) => Geometry)[]} */
export const geometryReaders = [
    () => ({ type: 'Unknown', coordinates: [], ends: [] }),
    ({ positions, geometryOffsets }, row) => {
        const start = geometryOffsets[row];
        const end = geometryOffsets[row + 1];
        if (end === start + 1) return { type: 'Point', coordinates: [positions[2 * start], positions[2 * start + 1]], ends: [2] };
        const ends = [];
        for (let i = 2; i <= 2 * (end - start); i += 2) ends.push(i);
        return { type: 'MultiPoint', coordinates: copy(positions, 2 * start, 2 * end), ends };
    },
    ({ positions, geometryOffsets, partOffsets }, row) => {
        const start = geometryOffsets[row];
        const end = geometryOffsets[row + 1];
        return readParts(end === start + 1 ? 'LineString' : 'MultiLineString', positions, partOffsets, start, end);
    },
    ({ positions, geometryOffsets, polygonOffsets, ringOffsets }, row) =>
        readParts('Polygon', positions, ringOffsets, polygonOffsets[geometryOffsets[row]], polygonOffsets[geometryOffsets[row + 1]]),
];

/** By geometry type: what a feature has of whose geometry nothing was kept. */
export const emptyTypes = ['Unknown', 'MultiPoint', 'MultiLineString', 'Polygon'];

/**
 * @param {any} type
 * @param {Float64Array} positions
 * @param {Uint32Array} offsets
 * @param {number} start
 * @param {number} end
 * @returns {Geometry}
 */
function readParts(type, positions, offsets, start, end) {
    const first = 2 * offsets[start];
    const last = 2 * offsets[end];
    const ends = [last - first];
    if (end > start + 1) {
        ends.length = 0;
        for (let part = start + 1; part <= end; part++) ends.push(2 * offsets[part] - first);
    }
    return { type, coordinates: copy(positions, first, last), ends };
}

/**
 * @param {Float64Array} positions
 * @param {number} start
 * @param {number} end
 */
function copy(positions, start, end) {
    /** @type {number[]} */
    const numbers = new Array(end - start);
    for (let i = 0, at = start; at < end; i++, at++) numbers[i] = positions[at];
    return numbers;
}
