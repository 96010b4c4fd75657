// Whether triangles cover what the rings enclose. Triangulations differ and are all right: what counts is that each polygon's triangles
// have its area in sum, exactly. Called by the benchmarks of triangulation before they time anything.

import earcut from 'earcut';
import { triangulate } from '../../dist/index.mjs';

/** Up to here sums of products of coordinates are exact in numbers; beyond, they are made in BigInt. */
const EXACT_COORDINATE = 2 ** 18;

/** @typedef {{ positions: ArrayLike<number>, ringOffsets: ArrayLike<number>, polygonOffsets: ArrayLike<number> }} Polygons closed rings */

/** Positions whose sums of products are exact. @param {ArrayLike<number>} positions */
function exact(positions) {
    const all = Array.from(positions);
    return all.every((value) => Math.abs(value) <= EXACT_COORDINATE) ? all : all.map(BigInt);
}

const magnitude = (value) => (value < 0 ? -value : value);
const zero = (positions) => (typeof positions[0] === 'bigint' ? 0n : 0);

function ringArea(positions, start, end) {
    let sum = zero(positions);
    for (let v = start; v + 1 < end; v++) sum += positions[2 * v] * positions[2 * v + 3] - positions[2 * v + 2] * positions[2 * v + 1];
    return magnitude(sum);
}

/** Twice the area of one polygon: its first ring without the others. */
function polygonArea(positions, { ringOffsets, polygonOffsets }, polygon) {
    let area = zero(positions);
    for (let ring = polygonOffsets[polygon]; ring < polygonOffsets[polygon + 1]; ring++) {
        const ofRing = ringArea(positions, ringOffsets[ring], ringOffsets[ring + 1]);
        area += ring === polygonOffsets[polygon] ? ofRing : -ofRing;
    }
    return area;
}

/** Twice the area that triangles cover, each counted as positive. */
function coveredArea(positions, triangles) {
    let area = zero(positions);
    for (let i = 0; i < triangles.length; i += 3) {
        const [a, b, c] = [2 * triangles[i], 2 * triangles[i + 1], 2 * triangles[i + 2]];
        const [x, y] = [positions[a], positions[a + 1]];
        area += magnitude((positions[b] - x) * (positions[c + 1] - y) - (positions[c] - x) * (positions[b + 1] - y));
    }
    return area;
}

/**
 * @typedef {object} Misses of the polygons' areas; polygons that cross themselves have none that triangles could cover
 * @property {number} polygons how many are missed
 * @property {number} area twice what is missed, in sum
 */

/** @param {(polygon: number) => number | bigint} coveredOf twice the area that the triangles of a polygon cover @returns {Misses} */
function missesOf(polygons, positions, coveredOf) {
    const misses = { polygons: 0, area: 0 };
    for (let p = 0; p + 1 < polygons.polygonOffsets.length; p++) {
        const deviation = Number(magnitude(coveredOf(p) - polygonArea(positions, polygons, p)));
        if (deviation !== 0) misses.polygons++;
        misses.area += deviation;
    }
    return misses;
}

/**
 * What our triangles miss.
 *
 * @param {Polygons} polygons
 */
export function ourMisses(polygons) {
    const { triangles, triangleOffsets } = triangulate(polygons.positions, polygons.ringOffsets, polygons.polygonOffsets);
    const positions = exact(polygons.positions);
    return missesOf(polygons, positions, (p) => coveredArea(positions, triangles.subarray(triangleOffsets[p], triangleOffsets[p + 1])));
}

/**
 * What earcut's triangles miss.
 *
 * @param {Polygons} polygons
 * @param {{ coordinates: number[], holes: number[] }[]} earcuts the same polygons as earcut takes them
 */
export function earcutMisses(polygons, earcuts) {
    const positions = exact(polygons.positions);
    // The same kind of numbers as the rings' area.
    const alike = (coordinates) => (typeof positions[0] === 'bigint' ? coordinates.map(BigInt) : coordinates);
    return missesOf(polygons, positions, (p) => coveredArea(alike(earcuts[p].coordinates), earcut(earcuts[p].coordinates, earcuts[p].holes)));
}

/** @param {Misses[]} all @returns {Misses} */
export function sumOfMisses(all) {
    return { polygons: all.reduce((sum, { polygons }) => sum + polygons, 0), area: all.reduce((sum, { area }) => sum + area, 0) };
}
