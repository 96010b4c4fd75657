// Triangles of all polygons of the tiles, against earcut on the same rings. Both get flat coordinates; the library one call a layer.

import earcut from 'earcut';
import { decode, triangulate } from '../../dist/index.mjs';
import { recyclingTriangles } from '../support/recycle.js';
import { earcutMisses, ourMisses, sumOfMisses } from '../triangulate/areas.js';

/** The polygon groups of a tile, each with its polygons as earcut takes them: coordinates without closing vertices, hole indices. */
function groupsOf(bytes) {
    const groups = decode(bytes, { properties: false }).layers.map((layer) => layer.polygons).filter((group) => group.length > 0);
    return groups.map((group) => ({ group, earcuts: Array.from({ length: group.polygonOffsets.length - 1 }, (_, p) => forEarcut(group, p)) }));
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
        const prepared = new Map(tiles.map((bytes) => [bytes, groupsOf(bytes)]));
        const trianglesOf = ({ positions, ringOffsets, polygonOffsets }) => triangulate(positions, ringOffsets, polygonOffsets);
        const recycled = recyclingTriangles();
        const lengths = (bytes, lengthOf) => prepared.get(bytes).reduce((sum, { group }) => sum + lengthOf(group), 0);
        return {
            inputLengths: (bytes) => lengths(bytes, (group) => group.positions.byteLength + group.ringOffsets.byteLength + group.polygonOffsets.byteLength),
            outputLengths: (bytes) => lengths(bytes, (group) => trianglesOf(group).triangles.byteLength + trianglesOf(group).triangleOffsets.byteLength),
            recycled: (bytes) => prepared.get(bytes).reduce((sum, { group }) => sum + recycled(group).triangles.length, 0),
            fresh: (bytes) => prepared.get(bytes).reduce((sum, { group }) => sum + trianglesOf(group).triangles.length, 0),
            theirs: (bytes) => {
                let sum = 0;
                for (const { earcuts } of prepared.get(bytes)) for (const { coordinates, holes } of earcuts) sum += earcut(coordinates, holes).length;
                return sum;
            },
            // Polygons that cross themselves have no area that triangles could cover exactly; we may not miss it by more than earcut.
            check(comparison, bytes) {
                const groups = prepared.get(bytes);
                const ours = sumOfMisses(groups.map(({ group }) => ourMisses(group)));
                const theirs = sumOfMisses(groups.map(({ group, earcuts }) => earcutMisses(group, earcuts)));
                comparison.features += groups.reduce((sum, { earcuts }) => sum + earcuts.length, 0);
                comparison.leftOut += ours.polygons;
                comparison.check(`area missed: ${ours.area}, earcut ${theirs.area}`, ours.area <= theirs.area);
            },
        };
    },
};
