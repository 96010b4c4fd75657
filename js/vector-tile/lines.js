// The lines of Point objects of a feature, from the decoded arrays. Called by vector-tile.js.
//
// They are made anew each time, as callers change them in place. Every point of a multipoint is a line of its own, and rings of all
// polygons stand in one list. Arrays are made at the length that they get: a growing one begins with room for 17 elements, and most
// lines have fewer points.

import Point from '@mapbox/point-geometry';

/** By geometry type: reads a row of its group. @type {((group: any, row: number) => Point[][])[]} */
export const lineReaders = [
    () => [],
    ({ positions, geometryOffsets }, row) => {
        const start = geometryOffsets[row];
        const count = geometryOffsets[row + 1] - start;
        if (count === 1) return [[new Point(positions[2 * start], positions[2 * start + 1])]];
        /** @type {Point[][]} */
        const lines = new Array(count);
        for (let i = 0; i < count; i++) lines[i] = [new Point(positions[2 * (start + i)], positions[2 * (start + i) + 1])];
        return lines;
    },
    ({ positions, geometryOffsets, partOffsets }, row) => read(positions, partOffsets, geometryOffsets[row], geometryOffsets[row + 1]),
    ({ positions, geometryOffsets, polygonOffsets, ringOffsets }, row) =>
        read(positions, ringOffsets, polygonOffsets[geometryOffsets[row]], polygonOffsets[geometryOffsets[row + 1]]),
];

/**
 * @param {Int32Array} positions
 * @param {Uint32Array} offsets
 * @param {number} start
 * @param {number} end
 */
function read(positions, offsets, start, end) {
    /** @type {Point[][]} */
    const lines = new Array(end - start);
    let vertex = offsets[start];
    for (let line = start; line < end; line++) {
        const lineEnd = offsets[line + 1];
        /** @type {Point[]} */
        const points = new Array(lineEnd - vertex);
        for (let i = 0, at = 2 * vertex; i < points.length; i++, at += 2) points[i] = new Point(positions[at], positions[at + 1]);
        lines[line - start] = points;
        vertex = lineEnd;
    }
    return lines;
}
