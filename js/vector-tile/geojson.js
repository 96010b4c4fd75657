// Features as GeoJSON in longitude and latitude, as @mapbox/vector-tile gives them: rings stay in the tile's winding. Called by vector-tile.js.

import { classifyRings } from './classify-rings.js';

/** @typedef {{ x: number, y: number }} Vertex */
/** @typedef {{ id: any, type: number, extent: number, properties: object, loadGeometry: () => Vertex[][] }} Feature */

/**
 * @param {Feature} feature
 * @param {number} x of the tile
 * @param {number} y of the tile
 * @param {number} z of the tile
 */
export function project(feature, x, y, z) {
    const { extent } = feature;
    const size = extent * 2 ** z;
    const lines = feature.loadGeometry();
    // The same operations in the same order as there, so that the numbers are the same to the last bit.
    const degrees = (/** @type {Vertex} */ vertex) => [
        ((vertex.x + extent * x) * 360) / size - 180,
        (360 / Math.PI) * Math.atan(Math.exp((1 - ((vertex.y + extent * y) * 2) / size) * Math.PI)) - 90,
    ];
    const line = (/** @type {Vertex[]} */ vertices) => vertices.map(degrees);
    const result = { type: 'Feature', geometry: toGeometry(feature.type, lines, degrees, line), properties: feature.properties };
    return feature.id === undefined || feature.id === null ? result : { ...result, id: feature.id };
}

/**
 * @param {number} type
 * @param {Vertex[][]} lines
 * @param {(vertex: Vertex) => number[]} degrees
 * @param {(vertices: Vertex[]) => number[][]} line
 */
function toGeometry(type, lines, degrees, line) {
    if (type === 1) return oneOrMany('Point', lines.map(([first]) => degrees(first)));
    if (type === 2) return oneOrMany('LineString', lines.map(line));
    if (type === 3) return oneOrMany('Polygon', classifyRings(lines).map((rings) => rings.map(line)));
    throw new Error('unknown feature type');
}

/**
 * @param {string} name
 * @param {any[]} coordinates
 */
function oneOrMany(name, coordinates) {
    return coordinates.length === 1 ? { type: name, coordinates: coordinates[0] } : { type: `Multi${name}`, coordinates };
}
