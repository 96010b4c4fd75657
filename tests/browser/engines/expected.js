// The arrays that a layer must come out as, made from what an independent decoder says (tests/support/oracle.js). Runs in Node.

import { expectedParts } from '../../support/oracle.js';

/** @param {any} layer of readByProtobuf */
export function expectedLayer({ name, version, extent, features }) {
    const parts = features.map(expectedParts);
    const ids = features.map(({ id }) => id);
    const some = ids.some((id) => id !== undefined);
    return {
        name,
        version,
        extent,
        length: features.length,
        types: Uint8Array.from(features, ({ type }) => type),
        ids: some ? BigUint64Array.from(ids, (id) => BigInt(id ?? 0)) : null,
        hasIds: some ? Uint8Array.from(ids, (id) => Number(id !== undefined)) : null,
        bboxes: Int32Array.from(parts.flatMap(boxOf)),
        points: pointsOf(features, parts),
        lines: linesOf(features, parts),
        polygons: polygonsOf(features, parts),
        properties: (i) => features[i].properties,
    };
}

/** The numbers of the features of a type that have geometry. */
function rowsOf(features, parts, type) {
    return features.flatMap((feature, i) => (feature.type === type && parts[i].length > 0 ? [i] : []));
}

/** Where each of some lists begins, when they stand one after another, and where the last ends. */
function offsetsOf(lists) {
    let end = 0;
    return Uint32Array.from([0, ...lists.map(({ length }) => (end += length))]);
}

function pointsOf(features, parts) {
    const rows = rowsOf(features, parts, 1);
    const lists = rows.map((i) => parts[i]);
    return { featureIndex: Uint32Array.from(rows), geometryOffsets: offsetsOf(lists), positions: Int32Array.from(lists.flat(2)) };
}

function linesOf(features, parts) {
    const rows = rowsOf(features, parts, 2);
    const lists = rows.map((i) => parts[i]);
    const lines = lists.flat();
    return { featureIndex: Uint32Array.from(rows), geometryOffsets: offsetsOf(lists), partOffsets: offsetsOf(lines), positions: Int32Array.from(lines.flat(2)) };
}

function polygonsOf(features, parts) {
    const rows = rowsOf(features, parts, 3);
    const lists = rows.map((i) => parts[i]);
    const polygons = lists.flat();
    const rings = polygons.flat();
    return {
        featureIndex: Uint32Array.from(rows),
        geometryOffsets: offsetsOf(lists),
        polygonOffsets: offsetsOf(polygons),
        ringOffsets: offsetsOf(rings),
        positions: Int32Array.from(rings.flat(2)),
    };
}

function boxOf(parts) {
    const box = [2 ** 31 - 1, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31)];
    const numbers = parts.flat(3);
    for (let i = 0; i < numbers.length; i += 2) {
        box[0] = Math.min(box[0], numbers[i]);
        box[1] = Math.min(box[1], numbers[i + 1]);
        box[2] = Math.max(box[2], numbers[i]);
        box[3] = Math.max(box[3], numbers[i + 1]);
    }
    return box;
}
