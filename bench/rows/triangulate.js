// Triangles of all polygons of the tiles, against earcut on the same rings. Both get flat coordinates; the library one call a layer.

import earcut from 'earcut';
import { decode, triangulate } from '../../dist/index.mjs';

/** The polygon groups of a tile, and each polygon as earcut takes it: coordinates without closing vertices, hole indices. */
function polygonsOf(bytes) {
    const groups = [];
    const polygons = [];
    for (const layer of decode(bytes, { properties: false }).layers) {
        const group = layer.polygons;
        if (group.length === 0) continue;
        groups.push(group);
        for (let p = 0; p + 1 < group.polygonOffsets.length; p++) polygons.push(forEarcut(group, p));
    }
    return { groups, polygons };
}

function forEarcut({ positions, polygonOffsets, ringOffsets }, p) {
    const coordinates = [];
    const holes = [];
    for (let ring = polygonOffsets[p]; ring < polygonOffsets[p + 1]; ring++) {
        if (ring > polygonOffsets[p]) holes.push(coordinates.length / 2);
        for (let v = ringOffsets[ring]; v + 1 < ringOffsets[ring + 1]; v++) coordinates.push(positions[2 * v], positions[2 * v + 1]);
    }
    return { coordinates, holes };
}

export default {
    title: 'triangles',
    peer: 'earcut',
    goals: { streets: 4, 'osm-qa': 4, corpus: 4 },

    prepare(tiles) {
        const prepared = new Map(tiles.map((bytes) => [bytes, polygonsOf(bytes)]));
        const ours = (bytes) => {
            let sum = 0;
            for (const { positions, ringOffsets, polygonOffsets } of prepared.get(bytes).groups) {
                sum += triangulate(positions, ringOffsets, polygonOffsets).triangles.length;
            }
            return sum;
        };
        const theirs = (bytes) => {
            let sum = 0;
            for (const { coordinates, holes } of prepared.get(bytes).polygons) sum += earcut(coordinates, holes).length;
            return sum;
        };
        return {
            fresh: ours,
            theirs,
            // Triangulations differ and are both right: what counts is that each polygon's triangles cover its area. Polygons that
            // cut themselves have no such area; neither side may miss it more often than the other by much.
            check(comparison, bytes) {
                const { groups, polygons } = prepared.get(bytes);
                const areas = groups.flatMap(areasOf);
                const theirAreas = polygons.map(({ coordinates, holes }) => coveredArea(coordinates, earcut(coordinates, holes)));
                let ourMisses = 0;
                let theirMisses = 0;
                areas.forEach(({ rings, triangles }, i) => {
                    comparison.features++;
                    if (triangles !== rings) ourMisses++;
                    if (theirAreas[i] !== rings) theirMisses++;
                });
                comparison.leftOut += ourMisses;
                comparison.check(`areas missed: ${ourMisses}, earcut ${theirMisses}`, ourMisses <= theirMisses);
            },
        };
    },
};

/** Twice the area of each polygon of a group: what its rings say, and what its triangles cover. */
function areasOf({ positions, polygonOffsets, ringOffsets }) {
    const { triangles, triangleOffsets } = triangulate(positions, ringOffsets, polygonOffsets);
    return Array.from({ length: polygonOffsets.length - 1 }, (_, p) => {
        let rings = 0;
        for (let ring = polygonOffsets[p]; ring < polygonOffsets[p + 1]; ring++) {
            const area = ringArea(positions, ringOffsets[ring], ringOffsets[ring + 1]);
            rings += ring === polygonOffsets[p] ? area : -area;
        }
        return { rings, triangles: coveredArea(positions, triangles.subarray(triangleOffsets[p], triangleOffsets[p + 1])) };
    });
}

function ringArea(positions, start, end) {
    let sum = 0;
    for (let v = start; v + 1 < end; v++) sum += positions[2 * v] * positions[2 * v + 3] - positions[2 * v + 2] * positions[2 * v + 1];
    return Math.abs(sum);
}

function coveredArea(positions, triangles) {
    let area = 0;
    for (let i = 0; i < triangles.length; i += 3) area += doubleArea(positions, triangles[i], triangles[i + 1], triangles[i + 2]);
    return area;
}

function doubleArea(positions, a, b, c) {
    const ax = positions[2 * a];
    const ay = positions[2 * a + 1];
    return Math.abs((positions[2 * b] - ax) * (positions[2 * c + 1] - ay) - (positions[2 * c] - ax) * (positions[2 * b + 1] - ay));
}
