// Reads a result block (docs/DESIGN.md) into plain arrays, one element at a time: for comparing, not for speed.
// It shares nothing with js/.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/files.js';

/** Codes by number, from the one table of them. */
export const CODES = new Map(
    [...readFileSync(join(root, 'c-src/base/statuses.inc'), 'utf8').matchAll(/^TW_STATUS\((\d+), \w+, "([^"]+)"/gm)].map(([, number, code]) => [
        Number(number),
        code,
    ]),
);

const KINDS = {
    types: 1,
    ids: 2,
    hasIds: 3,
    boxes: 4,
    tagOffsets: 5,
    tagPairs: 6,
    keyBytes: 7,
    keyOffsets: 8,
    valueTypes: 9,
    valueNumbers: 10,
    stringBytes: 11,
    stringOffsets: 12,
    positions: 16,
    featureIndex: 17,
    geometryOffsets: 18,
    partOffsets: 19,
    polygonOffsets: 20,
    ringOffsets: 21,
};

const ARRAYS = [null, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigUint64Array];

/** A layer's record and its columns. */
class LayerReader {
    /** @param {Uint8Array} block at the start of its ArrayBuffer */
    constructor(block, at) {
        this.block = block;
        this.view = new DataView(block.buffer);
        this.at = at;
        this.columns = new Map();
        const first = this.word(24);
        for (let i = 0; i < this.word(28); i++) {
            const record = first + 16 * i;
            const [kind, type, group, flags] = block.subarray(record, record + 4);
            const [offset, count] = [this.view.getUint32(record + 4, true), this.view.getUint32(record + 8, true)];
            this.columns.set(`${kind} ${group}`, { flags, array: new ARRAYS[type](block.buffer, offset, count) });
        }
    }

    word(offset) {
        return this.view.getUint32(this.at + offset, true);
    }

    column(name, group = 0) {
        return this.columns.get(`${KINDS[name]} ${group}`);
    }

    array(name, group = 0) {
        return this.column(name, group)?.array ?? [];
    }

    /** The bytes of each string. */
    strings(bytesName, offsetsName) {
        const bytes = this.array(bytesName);
        const { array: offsets, flags } = this.column(offsetsName) ?? { array: [0], flags: 0 };
        const ends = flags & 1 ? byteOffsets(bytes, offsets) : offsets;
        return Array.from({ length: offsets.length - 1 }, (_, i) => bytes.slice(ends[i], ends[i + 1]));
    }

    ids() {
        const ids = this.array('ids');
        const hasIds = this.array('hasIds');
        return Array.from(this.array('types'), (_, i) => (hasIds[i] ? ids[i] : null));
    }

    values() {
        const strings = this.strings('stringBytes', 'stringOffsets');
        const numbers = this.array('valueNumbers');
        const bits = numbers.length > 0 ? new BigInt64Array(numbers.buffer, numbers.byteOffset, numbers.length) : numbers;
        let [string, number] = [0, 0];
        return Array.from(this.array('valueTypes'), (type) => {
            if (type === 0) return [0, null];
            if (type === 1) return [1, strings[string++]];
            const at = number++;
            if (type < 128) return [type, numbers[at]];
            return [type - 128, type === 133 ? BigInt.asUintN(64, bits[at]) : bits[at]];
        });
    }

    tags() {
        const pairs = this.array('tagPairs');
        return spans(this.array('tagOffsets'), (i) => [pairs[2 * i], pairs[2 * i + 1]]);
    }

    boxes() {
        const boxes = this.array('boxes');
        return Array.from({ length: boxes.length / 4 }, (_, i) => Array.from(boxes.subarray(4 * i, 4 * i + 4)));
    }

    /** `[feature, parts]` of each feature of a group. */
    group(type) {
        const positions = this.array('positions', type);
        const vertex = (i) => [positions[2 * i], positions[2 * i + 1]];
        let entries = (i) => vertex(i);
        if (type === 2) {
            const parts = spans(this.array('partOffsets', type), vertex);
            entries = (i) => parts[i];
        }
        if (type === 3) {
            const rings = spans(this.array('ringOffsets', type), vertex);
            const polygons = spans(this.array('polygonOffsets', type), (i) => rings[i]);
            entries = (i) => polygons[i];
        }
        const features = spans(this.array('geometryOffsets', type), entries);
        return Array.from(this.array('featureIndex', type), (feature, i) => [feature, features[i]]);
    }
}

/** Lists of `element(i)` between one offset and the next. */
function spans(offsets, element) {
    const lists = [];
    for (let i = 0; i + 1 < offsets.length; i++) {
        const list = [];
        for (let at = offsets[i]; at < offsets[i + 1]; at++) list.push(element(at));
        lists.push(list);
    }
    return lists;
}

/** Offsets in UTF-16 units to offsets in bytes: a unit a sequence, two for those of four bytes. */
function byteOffsets(bytes, offsets) {
    const result = [];
    let [at, units] = [0, 0];
    for (const offset of offsets) {
        while (units < offset) {
            const length = bytes[at] < 0x80 ? 1 : bytes[at] < 0xe0 ? 2 : bytes[at] < 0xf0 ? 3 : 4;
            units += length === 4 ? 2 : 1;
            at += length;
        }
        result.push(at);
    }
    return result;
}

/**
 * @param {Uint8Array} block
 * @returns {{ layers: object[], problems: [string, number | null, number | null][] }} as tile-model.js makes them
 */
export function readBlock(block) {
    if (block.byteOffset % 8 !== 0 || block.byteOffset > 0) block = block.slice();
    const view = new DataView(block.buffer);
    const word = (at) => view.getUint32(at, true);
    const layers = Array.from({ length: word(12) }, (_, i) => {
        const layer = new LayerReader(block, word(16) + 64 * i);
        const name = layer.word(16);
        return {
            index: layer.word(0),
            name: block.subarray(name, name + layer.word(20)),
            version: layer.word(4),
            extent: layer.word(8),
            types: Array.from(layer.array('types')),
            ids: layer.ids(),
            boxes: layer.boxes(),
            groups: [1, 2, 3].map((type) => layer.group(type)),
            tags: layer.tags(),
            keys: layer.strings('keyBytes', 'keyOffsets'),
            values: layer.values(),
        };
    });
    const numberOrNull = (number) => (number === 0xffffffff ? null : number);
    const problems = Array.from({ length: word(24) }, (_, i) => {
        const at = word(20) + 16 * i;
        return [CODES.get(view.getUint16(at, true)), numberOrNull(word(at + 4)), numberOrNull(word(at + 8))];
    });
    return { layers, problems };
}
