// Writes small tiles for tests, with pbf. Nothing is checked: faulty tiles are wanted too.

import { PbfWriter } from 'pbf';

const TYPES = { unknown: 0, point: 1, line: 2, polygon: 3 };

/**
 * @param {object[]} layers `{ name, version = 2, extent = 4096, features }`; a feature has `id`, `type`, `geometry` (command integers) and
 *     `properties`; values are strings, numbers (doubles), booleans, or bigints (uint, or sint where negative)
 * @returns {Uint8Array}
 */
export function writeTile(layers) {
    const pbf = new PbfWriter();
    for (const layer of layers) pbf.writeMessage(3, writeLayer, layer);
    return pbf.finish();
}

function writeLayer({ name, version = 2, extent = 4096, features = [] }, pbf) {
    const keys = new Map();
    const values = new Map();
    const numberOf = (table, item) => {
        if (!table.has(item)) table.set(item, table.size);
        return table.get(item);
    };
    if (version !== null) pbf.writeVarintField(15, version);
    if (name !== null) pbf.writeStringField(1, name);
    for (const feature of features) {
        const tags = Object.entries(feature.properties ?? {}).flatMap(([key, value]) => [numberOf(keys, key), numberOf(values, value)]);
        pbf.writeMessage(2, writeFeature, { ...feature, tags });
    }
    for (const key of keys.keys()) pbf.writeStringField(3, key);
    for (const value of values.keys()) pbf.writeMessage(4, writeValue, value);
    pbf.writeVarintField(5, extent);
}

function writeFeature({ id, type, tags, geometry }, pbf) {
    if (id !== undefined) writeVarint64(pbf, 1, id);
    if (tags.length > 0) pbf.writePackedVarint(2, tags);
    if (type !== undefined) pbf.writeVarintField(3, TYPES[type] ?? type);
    if (geometry) pbf.writePackedVarint(4, geometry);
}

function writeValue(value, pbf) {
    if (typeof value === 'string') pbf.writeStringField(1, value);
    else if (typeof value === 'number') pbf.writeDoubleField(3, value);
    else if (typeof value === 'boolean') pbf.writeBooleanField(7, value);
    else if (value >= 0n) writeVarint64(pbf, 5, value);
    else writeVarint64(pbf, 6, ((-value) << 1n) - 1n);
}

/** A varint of 64 bits: pbf's own stops at 2^53. */
function writeVarint64(pbf, field, value) {
    pbf.writeTag(field, 0);
    pbf.realloc(10);
    let rest = BigInt(value);
    for (; rest > 127n; rest >>= 7n) pbf.buf[pbf.pos++] = Number(rest & 127n) | 128;
    pbf.buf[pbf.pos++] = Number(rest);
}

const zigzag = (value) => ((value << 1) ^ (value >> 31)) >>> 0;

/** Command integers of lines of [x, y]: a MoveTo each, a LineTo where there is more, and for rings a ClosePath. MVT 4.3. */
export function commandsOf(lines, closed = false) {
    const commands = [];
    let [x, y] = [0, 0];
    for (const line of lines) {
        line.forEach(([px, py], i) => {
            if (i === 0) commands.push((1 << 3) | 1);
            if (i === 1) commands.push(((line.length - 1) << 3) | 2);
            commands.push(zigzag(px - x), zigzag(py - y));
            [x, y] = [px, py];
        });
        if (closed) commands.push((1 << 3) | 7);
    }
    return commands;
}

export const point = (x, y, rest) => ({ type: 'point', geometry: commandsOf([[[x, y]]]), ...rest });
export const line = (vertices, rest) => ({ type: 'line', geometry: commandsOf([vertices]), ...rest });
export const polygon = (rings, rest) => ({ type: 'polygon', geometry: commandsOf(rings, true), ...rest });
