// Digests of decoded layers, so that a page and Node can compare megabytes by a few characters. Runs in both; the layers may be DecodedLayers
// or what expected.js makes of an independent decoder's.

const ARRAYS = {
    points: ['featureIndex', 'geometryOffsets', 'positions'],
    lines: ['featureIndex', 'geometryOffsets', 'partOffsets', 'positions'],
    polygons: ['featureIndex', 'geometryOffsets', 'polygonOffsets', 'ringOffsets', 'positions'],
};

/** The first 64 bits of SHA-256. @param {BufferSource} bytes */
export async function digest(bytes) {
    const hash = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
    return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {any} layer
 * @returns {Promise<{ layer: string, structure: string, geometry: string, properties: string }>}
 */
export async function digestLayer(layer) {
    const { name, version, extent, length, types, ids, hasIds, bboxes } = layer;
    const structure = [new TextEncoder().encode(JSON.stringify([name, version, extent, length])), types, ids, hasIds];
    const geometry = [bboxes, ...Object.entries(ARRAYS).flatMap(([group, fields]) => fields.map((field) => layer[group][field]))];
    const properties = Array.from({ length }, (_, i) => Object.entries(layer.properties(i)));
    return {
        layer: name,
        structure: await digest(join(structure)),
        geometry: await digest(join(geometry)),
        properties: await digest(new TextEncoder().encode(JSON.stringify(properties, plain))),
    };
}

/** Arrays one after another, each behind its type and length. @param {(any | null)[]} arrays */
function join(arrays) {
    const heads = arrays.map((array) => new TextEncoder().encode(array ? `${array.constructor.name} ${array.length};` : 'null;'));
    const pieces = arrays.flatMap((array, i) => [heads[i], array ? new Uint8Array(array.buffer, array.byteOffset, array.byteLength) : new Uint8Array(0)]);
    const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        joined.set(piece, at);
        at += piece.length;
    }
    return joined;
}

/** What JSON lacks or hides. @param {string} _key @param {unknown} value */
function plain(_key, value) {
    if (typeof value === 'bigint') return `bigint ${value}`;
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) return `number ${Object.is(value, -0) ? '-0' : value}`;
    return value;
}
