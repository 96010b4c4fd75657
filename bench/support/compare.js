// Equality of what the library and a peer make of the same tile. A row is timed only after this.
//
// Features that the library lists in `problems` break the specification, and decoders differ in what they make of them; layers of
// the same name hide each other in @mapbox/vector-tile. Both are left out, and counted.

import { classifyRings } from '@mapbox/vector-tile';
import { openTile } from '../peers/vector-tile.js';

export class Comparison {
    features = 0;
    leftOut = 0;

    /** @param {string} what @param {boolean} equal */
    check(what, equal) {
        if (!equal) throw new Error(`the outputs differ: ${what}`);
    }
}

/** Layer numbers by name where the name is the layer's alone. */
function uniqueLayers(layers) {
    const byName = new Map();
    for (const layer of layers) byName.set(layer.name, byName.has(layer.name) ? undefined : layer);
    return [...byName.values()].filter((layer) => layer !== undefined && layer.length > 0);
}

/** How many features of a tile break the specification. */
export function faultyFeatures(tile) {
    return new Set(tile.problems.map(({ layer, feature }) => `${layer} ${feature}`)).size;
}

/** Numbers of a layer's features that break the specification. */
function faulty(tile, layer) {
    return new Set(tile.problems.filter((problem) => problem.layer === layer.index).map((problem) => problem.feature));
}

/**
 * Compares a decoded tile with what @mapbox/vector-tile makes of the bytes, feature by feature.
 *
 * @param {Comparison} comparison
 * @param {any} tile
 * @param {Uint8Array} bytes
 * @param {{ geometry?: boolean, properties?: boolean }} what
 */
export function compareTile(comparison, tile, bytes, { geometry = false, properties = false }) {
    const peer = openTile(bytes);
    const layers = uniqueLayers(tile.layers);
    comparison.check('layer names', layers.every((layer) => peer.layers[layer.name]));
    for (const layer of layers) {
        const other = peer.layers[layer.name];
        comparison.check(`${layer.name}: length, extent, version`,
            other.length === layer.length && other.extent === layer.extent && other.version === layer.version);
        if (geometry || properties) compareFeatures(comparison, faulty(tile, layer), layer, other, { geometry, properties });
    }
}

function compareFeatures(comparison, leftOut, layer, other, { geometry, properties }) {
    const walk = geometry ? new GeometryWalk(layer) : undefined;
    for (let i = 0; i < layer.length; i++) {
        if (leftOut.has(i)) {
            comparison.leftOut++;
            continue;
        }
        comparison.features++;
        const feature = other.feature(i);
        const where = `${layer.name} ${i}`;
        if (walk) comparison.check(`${where}: geometry`, walk.equals(i, feature.type, feature.loadGeometry()));
        if (properties) comparison.check(`${where}: properties`, sameProperties(layer.properties(i), feature.properties));
    }
}

/** Reads a layer's groups feature by feature, in order. */
class GeometryWalk {
    constructor(layer) {
        this.groups = [undefined, layer.points, layer.lines, layer.polygons];
        this.rows = [0, 0, 0, 0];
    }

    /** @param {number} i @param {number} type @param {{ x: number, y: number }[][]} parts */
    equals(i, type, parts) {
        const group = this.groups[type];
        if (!group) return true;
        while (this.rows[type] < group.length && group.featureIndex[this.rows[type]] < i) this.rows[type]++;
        const row = this.rows[type];
        if (group.featureIndex[row] !== i) return parts.length === 0;
        const [start, end] = [group.geometryOffsets[row], group.geometryOffsets[row + 1]];
        if (type === 1) return sameVertices(group.positions, start, end, parts.flat());
        if (type === 2) return sameParts(group.positions, group.partOffsets, start, end, parts);
        const polygons = classifyRings(parts);
        return polygons.length === end - start && polygons.every((rings, polygon) =>
            sameParts(group.positions, group.ringOffsets, group.polygonOffsets[start + polygon], group.polygonOffsets[start + polygon + 1], rings));
    }
}

function sameParts(positions, offsets, start, end, parts) {
    return parts.length === end - start && parts.every((part, i) => sameVertices(positions, offsets[start + i], offsets[start + i + 1], part));
}

function sameVertices(positions, start, end, points) {
    return points.length === end - start && points.every(({ x, y }, i) => positions[2 * (start + i)] === x && positions[2 * (start + i) + 1] === y);
}

/** Integers beyond 2^53 are exact in the library and the nearest number in the peer. */
function sameProperties(ours, theirs) {
    const keys = Object.keys(ours);
    return keys.length === Object.keys(theirs).length && keys.every((key) => {
        const value = ours[key];
        return Object.is(typeof value === 'bigint' ? Number(value) : value, theirs[key]);
    });
}

/** All positions of a tile in the order of its features, whatever their type: what the hand-written reader gives. */
export function positionsInOrder(tile) {
    const pieces = [];
    for (const layer of tile.layers) {
        const groups = [layer.points, layer.lines, layer.polygons];
        const levels = [[], ['partOffsets'], ['polygonOffsets', 'ringOffsets']];
        const rows = [0, 0, 0];
        for (let i = 0; i < layer.length; i++) {
            groups.forEach((group, g) => {
                const row = rows[g];
                if (group.featureIndex[row] !== i) return;
                rows[g]++;
                let [start, end] = [group.geometryOffsets[row], group.geometryOffsets[row + 1]];
                for (const level of levels[g]) [start, end] = [group[level][start], group[level][end]];
                pieces.push(group.positions.subarray(2 * start, 2 * end));
            });
        }
    }
    return pieces;
}
