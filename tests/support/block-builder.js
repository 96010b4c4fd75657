// Writes result blocks by hand (docs/DESIGN.md, "The result block"), so that the views can be tested without WebAssembly.

import { DecodedTile } from '../../js/index.js';

/** Kinds of columns with their element types. */
const KINDS = {
    featureTypes: [1, Uint8Array],
    featureIds: [2, BigUint64Array],
    featureHasId: [3, Uint8Array],
    bboxes: [4, Int32Array],
    tagOffsets: [5, Uint32Array],
    tagPairs: [6, Uint16Array],
    keyBytes: [7, Uint8Array],
    keyOffsets: [8, Uint32Array],
    valueTypes: [9, Uint8Array],
    valueNumbers: [10, Float64Array],
    stringBytes: [11, Uint8Array],
    stringOffsets: [12, Uint32Array],
    positions: [16, Int32Array],
    featureIndex: [17, Uint32Array],
    geometryOffsets: [18, Uint32Array],
    partOffsets: [19, Uint32Array],
    polygonOffsets: [20, Uint32Array],
    ringOffsets: [21, Uint32Array],
    triangles: [22, Uint32Array],
    triangleOffsets: [23, Uint32Array],
    vertexFeature: [24, Uint32Array],
};
const ELEMENTS = [null, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigUint64Array];
const GROUPS = [null, 'points', 'lines', 'polygons'];
const NONE = 0xffffffff;

/**
 * A column: its elements, and where they are not what KINDS says, type and flags.
 *
 * @param {Iterable<number | bigint>} elements
 * @param {{ Type?: any, flags?: number }} [options]
 */
export function columnOf(elements, options = {}) {
    return { elements, ...options };
}

/** Grows as things are added, each at a multiple of 8. */
class Writer {
    bytes = new Uint8Array(0);

    /** @param {Uint8Array} piece @returns {number} its offset */
    add(piece) {
        const at = this.bytes.length;
        const longer = new Uint8Array(at + Math.ceil(piece.length / 8) * 8);
        longer.set(this.bytes);
        longer.set(piece, at);
        this.bytes = longer;
        return at;
    }

    addWords(words) {
        return this.add(new Uint8Array(new Uint32Array(words).buffer));
    }
}

/**
 * @param {object} tile `{ layers, problems, problemCount }`. A layer has `name`, `version`, `extent`, `length`, `positionType` (a number),
 *     `columns`, and `points`, `lines`, `polygons` with columns of their own; a column is an array or what columnOf gives.
 * @returns {ArrayBuffer}
 */
export function buildBlock({ layers = [], problems = [], problemCount = problems.length, version = 1, magic = 0x31425754 }) {
    const writer = new Writer();
    writer.add(new Uint8Array(64 + 64 * layers.length));
    const records = layers.map((layer, number) => addLayer(writer, layer, number));
    const problemsAt = writer.addWords(problems.flatMap(({ code, layer = NONE, feature = NONE, offset }) => [code, layer, feature, offset]));
    const words = new Uint32Array(writer.bytes.buffer);
    words.set([magic, version, writer.bytes.length, layers.length, 64, problemsAt, problems.length, problemCount], 0);
    records.forEach((record, i) => words.set(record, 16 + 16 * i));
    return writer.bytes.buffer;
}

function addLayer(writer, layer, number) {
    const { name = '', version = 2, extent = 4096, length = 0, positionType = 4, coordinates = 0 } = layer;
    const { index = number, firstFeature = 0, rowCount = length, keyCount = 0, valueCount = 0 } = layer;
    const nameBytes = new TextEncoder().encode(name);
    const nameAt = writer.add(nameBytes);
    const columns = GROUPS.flatMap((group, i) => Object.entries((group ? layer[group] : layer.columns) ?? {}).map((column) => [i, ...column]));
    const columnWords = columns.flatMap(([group, kindName, column]) => {
        const [kind, usual] = KINDS[kindName];
        const { elements, Type = usual, flags = 0 } = 'elements' in column ? column : { elements: column };
        const array = Type.from(elements);
        const at = writer.add(new Uint8Array(array.buffer));
        return [kind | (ELEMENTS.indexOf(Type) << 8) | (group << 16) | (flags << 24), at, array.length, 0];
    });
    const columnsAt = writer.addWords(columnWords);
    const head = [index, version, extent, length, nameAt, nameBytes.length, columnsAt, columns.length];
    return [...head, positionType | (coordinates << 8), keyCount, valueCount, firstFeature, rowCount, keyCount, valueCount, 0];
}

/** The columns of a dictionary. Strings valid by themselves go back to back; `single` true: decoded one by one. */
export function dictionaryOf({ keys = [], values = [], single = false }) {
    const strings = values.filter((value) => typeof value === 'string' || value instanceof Uint8Array);
    const numbers = new DataView(new ArrayBuffer(8 * values.length));
    let count = 0;
    const types = values.map((value) => {
        if (typeof value === 'string' || value instanceof Uint8Array) return 1;
        if (value === null) return 0;
        if (typeof value === 'bigint') {
            numbers.setBigUint64(8 * count++, BigInt.asUintN(64, value), true);
            return 128 | (value < 0n ? 6 : 5);
        }
        numbers.setFloat64(8 * count++, Number(value), true);
        return typeof value === 'boolean' ? 7 : 3;
    });
    return {
        ...stringsOf(keys, 'key', single),
        ...(values.length > 0 && { valueTypes: types }),
        ...(count > 0 && { valueNumbers: new Float64Array(numbers.buffer, 0, count) }),
        ...stringsOf(strings, 'string', single),
    };
}

function stringsOf(strings, kind, single) {
    if (strings.length === 0) return {};
    const pieces = strings.map((text) => (typeof text === 'string' ? new TextEncoder().encode(text) : text));
    const lengths = single ? pieces.map((piece) => piece.length) : strings.map((text) => text.length);
    const offsets = [0];
    for (const length of lengths) offsets.push(offsets.at(-1) + length);
    return {
        [`${kind}Bytes`]: pieces.flatMap((piece) => [...piece]),
        [`${kind}Offsets`]: columnOf(offsets, { flags: single ? 0 : 1 }),
    };
}

/** A DecodedTile over a block. */
export function tileOf(tile, integers = 'exact') {
    return DecodedTile.from({ tilewasm: 1, buffer: buildBlock(tile), integers });
}
