// The polygons of a tile as rings. Used by the benchmarks of triangulation.

import { decode } from '../../dist/index.mjs';

/**
 * @param {Uint8Array} bytes
 * @returns {number[][][]} polygons, of closed rings, of flat coordinates
 */
export function polygonsOfTile(bytes) {
    const polygons = [];
    for (const layer of decode(bytes, { properties: false }).layers) {
        const { positions, ringOffsets, polygonOffsets } = layer.polygons;
        for (let p = 0; p + 1 < polygonOffsets.length; p++) {
            const rings = [];
            for (let ring = polygonOffsets[p]; ring < polygonOffsets[p + 1]; ring++) {
                rings.push([...positions.subarray(2 * ringOffsets[ring], 2 * ringOffsets[ring + 1])]);
            }
            polygons.push(rings);
        }
    }
    return polygons;
}
