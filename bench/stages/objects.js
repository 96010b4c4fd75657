// The objects that other libraries' APIs want, made as leanly as we know of arrays that were decoded beforehand: what an adapter would take
// if decoding took no time. Called by adapters.js and kinds.js. Nothing here is in the library.

import Point from '@mapbox/point-geometry';
import RenderFeature from 'ol/render/Feature.js';

/**
 * A layer with all of its arrays made, as the makers below take it.
 *
 * @param {any} layer
 */
export function prepareLayer(layer) {
    const { length, extent, name, types, ids, hasIds, points, lines, polygons, keys, values, valueNumbers, tags } = layer;
    const halves = ids ? new Uint32Array(ids.buffer, ids.byteOffset, 2 * ids.length) : new Uint32Array(0);
    return {
        length, extent, name, types, ids: halves, hasIds: hasIds ?? new Uint8Array(0), groups: [undefined, points, lines, polygons],
        keys, values, valueNumbers, offsets: tags.offsets, pairs: tags.pairs,
    };
}

/** Calls `make` with each feature whose geometry was kept: its type, the row in its group, its number. */
function forEach({ length, types, groups }, make) {
    const rows = [0, 0, 0, 0];
    for (let i = 0; i < length; i++) {
        const type = types[i];
        if (type !== 0 && groups[type].featureIndex[rows[type]] === i) make(type, rows[type]++, i);
    }
}

const idOf = ({ ids, hasIds }, i) => (hasIds[i] === 1 ? ids[2 * i] + ids[2 * i + 1] * 2 ** 32 : undefined);

/** Where the parts of a row begin and end in the offsets of the lowest level. */
function partsOf(group, type, row) {
    const { geometryOffsets, polygonOffsets } = group;
    const [start, end] = [geometryOffsets[row], geometryOffsets[row + 1]];
    return type === 3 ? { offsets: group.ringOffsets, start: polygonOffsets[start], end: polygonOffsets[end] } : { offsets: group.partOffsets, start, end };
}

const Empty = /** @type {new () => any} */ (/** @type {unknown} */ (function () {}));

/** A Point a vertex, from one vertex up to another. */
export function makePoints(positions, start, end) {
    const points = new Array(end - start);
    for (let i = start; i < end; i++) points[i - start] = new Point(positions[2 * i], positions[2 * i + 1]);
    return points;
}

function makeLines(group, type, row) {
    if (type === 1) return makePoints(group.positions, group.geometryOffsets[row], group.geometryOffsets[row + 1]).map((point) => [point]);
    const { offsets, start, end } = partsOf(group, type, row);
    const lines = new Array(end - start);
    for (let i = start; i < end; i++) lines[i - start] = makePoints(group.positions, offsets[i], offsets[i + 1]);
    return lines;
}

/** What @mapbox/vector-tile has of a feature: four fields, properties without a prototype, a Point a vertex. */
export function makeVectorTileFeatures(layer) {
    let made = 0;
    forEach(layer, (type, row, i) => {
        const { keys, values, offsets, pairs } = layer;
        const properties = new Empty();
        Object.setPrototypeOf(properties, null);
        for (let at = 2 * offsets[i]; at < 2 * offsets[i + 1]; at += 2) properties[keys[pairs[at]]] = values[pairs[at + 1]];
        const feature = { properties, extent: layer.extent, type, id: idOf(layer, i), lines: makeLines(layer.groups[type], type, row) };
        made += feature.lines.length;
    });
    return made;
}

const olTypes = [['', ''], ['Point', 'MultiPoint'], ['LineString', 'MultiLineString'], ['Polygon', 'Polygon']];

function copyOf(positions, start, end) {
    const numbers = new Array(end - start);
    for (let i = start; i < end; i++) numbers[i - start] = positions[i];
    return numbers;
}

function makeRenderFeature(layer, type, row, i) {
    const group = layer.groups[type];
    const { offsets, start, end } = partsOf(group, type, row);
    const isOnePoint = type === 1 && end === start + 1;
    const ends = isOnePoint ? [2] : new Array(end - start);
    const first = type === 1 ? 2 * start : 2 * offsets[start];
    if (!isOnePoint) for (let part = start; part < end; part++) ends[part - start] = (type === 1 ? 2 * part + 2 : 2 * offsets[part + 1]) - first;
    const coordinates = isOnePoint ? [group.positions[first], group.positions[first + 1]] : copyOf(group.positions, first, first + ends[ends.length - 1]);
    const name = /** @type {any} */ (olTypes[type][Number(end - start > 1)]);
    return new RenderFeature(name, coordinates, ends, 2, /** @type {any} */ (undefined), idOf(layer, i));
}

/** OpenLayers' features without properties, which the adapter makes later; kept until the layer is done. */
export function makeRenderFeatures(layer) {
    const features = [];
    forEach(layer, (type, row, i) => features.push(makeRenderFeature(layer, type, row, i)));
    return features.length;
}

/** Keys of a layer that have a value that is no number. */
function findOtherKeys({ keys, valueNumbers, offsets, pairs, length }) {
    const isOther = new Uint8Array(keys.length);
    for (let at = 0; at < 2 * offsets[length]; at += 2) if (!Number.isFinite(valueNumbers[pairs[at + 1]])) isOther[pairs[at]] = 1;
    return isOther;
}

/** What is not numeric of the properties, as loaders.gl's binary shape has them: an object a feature, kept until the layer is done. */
export function makeBinaryProperties(layer) {
    const { keys, values, offsets, pairs, length, name } = layer;
    const isOther = findOtherKeys(layer);
    const objects = [];
    for (let i = 0; i < length; i++) {
        const object = {};
        for (let at = 2 * offsets[i]; at < 2 * offsets[i + 1]; at += 2) if (isOther[pairs[at]] === 1) object[keys[pairs[at]]] = values[pairs[at + 1]];
        object.layerName = name;
        objects.push(object);
    }
    return objects.length;
}
