// Which feature lies under a point: exact tests on the decoded arrays. Called by map.js.

import { styleOf } from './style.js';

/** @import { DecodedLayer, DecodedTile } from 'tilewasm' */

/**
 * The feature on top at a point of a tile, in unit coordinates; lines and points are hit within a tolerance.
 *
 * @param {DecodedTile<any>} tile
 * @param {number} x
 * @param {number} y
 * @param {number} tolerance
 * @param {Set<string>} hidden names of layers
 * @returns {{ layer: DecodedLayer<any>, feature: number } | undefined}
 */
export function hitTest(tile, x, y, tolerance, hidden) {
    const layers = tile.layers.filter((layer) => !hidden.has(layer.name));
    // What hides nothing is not in the way of what lies below it.
    const height = (/** @type {DecodedLayer<any>} */ { name }) => styleOf(name).order - (styleOf(name).opacity < 1 ? 100 : 0);
    layers.sort((a, b) => height(b) - height(a));
    for (const hit of [hitPoint, hitLine, hitPolygon]) {
        for (const layer of layers) {
            const feature = hit(layer, x, y, tolerance);
            if (feature !== undefined) return { layer, feature };
        }
    }
    return undefined;
}

/**
 * Whether the feature's box, widened by the tolerance, holds the point. Boxes are in tile units.
 *
 * @param {DecodedLayer<any>} layer
 * @param {number} feature
 * @param {number} x
 * @param {number} y
 * @param {number} tolerance
 */
function nearBox(layer, feature, x, y, tolerance) {
    const { bboxes, extent } = layer;
    if (!bboxes) return false;
    const at = 4 * feature;
    return (
        x >= bboxes[at] / extent - tolerance &&
        y >= bboxes[at + 1] / extent - tolerance &&
        x <= bboxes[at + 2] / extent + tolerance &&
        y <= bboxes[at + 3] / extent + tolerance
    );
}

/** @type {(layer: any, x: number, y: number, tolerance: number) => number | undefined} */
function hitPoint({ points }, x, y, tolerance) {
    if (!points) return undefined;
    const { positions, geometryOffsets, featureIndex } = points;
    for (let row = featureIndex.length - 1; row >= 0; row--) {
        for (let v = geometryOffsets[row]; v < geometryOffsets[row + 1]; v++) {
            if (Math.hypot(positions[2 * v] - x, positions[2 * v + 1] - y) <= tolerance) return featureIndex[row];
        }
    }
    return undefined;
}

/** @type {(layer: any, x: number, y: number, tolerance: number) => number | undefined} */
function hitLine(layer, x, y, tolerance) {
    if (!layer.lines) return undefined;
    const { positions, geometryOffsets, partOffsets, featureIndex } = layer.lines;
    for (let row = featureIndex.length - 1; row >= 0; row--) {
        if (!nearBox(layer, featureIndex[row], x, y, tolerance)) continue;
        for (let part = geometryOffsets[row]; part < geometryOffsets[row + 1]; part++) {
            for (let v = partOffsets[part]; v < partOffsets[part + 1] - 1; v++) {
                if (segmentDistance(positions, v, x, y) <= tolerance) return featureIndex[row];
            }
        }
    }
    return undefined;
}

/** @type {(layer: any, x: number, y: number) => number | undefined} */
function hitPolygon(layer, x, y) {
    if (!layer.polygons) return undefined;
    const { positions, geometryOffsets, polygonOffsets, ringOffsets, featureIndex } = layer.polygons;
    for (let row = featureIndex.length - 1; row >= 0; row--) {
        if (!nearBox(layer, featureIndex[row], x, y, 0)) continue;
        // Holes and exteriors alike: an odd number of crossings is inside.
        const firstRing = polygonOffsets[geometryOffsets[row]];
        const endRing = polygonOffsets[geometryOffsets[row + 1]];
        let inside = false;
        for (let ring = firstRing; ring < endRing; ring++) {
            if (crossings(positions, ringOffsets[ring], ringOffsets[ring + 1], x, y)) inside = !inside;
        }
        if (inside) return featureIndex[row];
    }
    return undefined;
}

/**
 * Whether a ray from the point to the right crosses a closed ring an odd number of times.
 *
 * @param {Float32Array} positions
 * @param {number} first
 * @param {number} end
 * @param {number} x
 * @param {number} y
 */
function crossings(positions, first, end, x, y) {
    let odd = false;
    for (let v = first; v < end - 1; v++) {
        const ax = positions[2 * v];
        const ay = positions[2 * v + 1];
        const bx = positions[2 * v + 2];
        const by = positions[2 * v + 3];
        if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) odd = !odd;
    }
    return odd;
}

/**
 * @param {Float32Array} positions
 * @param {number} v first of the segment's two vertices
 * @param {number} x
 * @param {number} y
 */
function segmentDistance(positions, v, x, y) {
    const ax = positions[2 * v];
    const ay = positions[2 * v + 1];
    const dx = positions[2 * v + 2] - ax;
    const dy = positions[2 * v + 3] - ay;
    const length = dx * dx + dy * dy;
    const along = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
    return Math.hypot(ax + along * dx - x, ay + along * dy - y);
}
