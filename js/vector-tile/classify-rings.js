// Rings to polygons by winding, as @mapbox/vector-tile does it. Called by vector-tile.js and geojson.js beside it; exported to users.

/** @typedef {{ x: number, y: number }} PointLike */

/**
 * The first ring with an area is an exterior, and so are all of its winding; the others are holes of the exterior before them. Of several
 * rings those without area are left out; one ring alone is kept whatever it is.
 *
 * @template {PointLike} Vertex
 * @param {Vertex[][]} rings
 * @returns {Vertex[][][]}
 */
export function classifyRings(rings) {
    if (rings.length <= 1) return [rings];
    /** @type {Vertex[][][]} */
    const polygons = [];
    /** @type {boolean | undefined} */
    let isExteriorNegative;
    for (const ring of rings) {
        const area = twiceArea(ring);
        if (area === 0) continue;
        const isNegative = area < 0; // false for NaN too
        isExteriorNegative ??= isNegative;
        if (isNegative === isExteriorNegative) polygons.push([ring]);
        else polygons[polygons.length - 1].push(ring);
    }
    return polygons;
}

/** @param {PointLike[]} ring */
function twiceArea(ring) {
    let area = 0;
    let before = ring[ring.length - 1];
    for (const vertex of ring) {
        area += (before.x - vertex.x) * (before.y + vertex.y);
        before = vertex;
    }
    return area;
}
