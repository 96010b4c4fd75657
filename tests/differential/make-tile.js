// Arbitrary tiles: what a seed makes, in all forms that protobuf allows, most of it right and some of it not.
// Used by tests/differential/tiles.js.

import { makeGeometry } from './make-geometry.js';

/** Bytes being written. */
class Writer {
    bytes = [];

    byte(byte) {
        this.bytes.push(byte & 255);
    }

    all(bytes) {
        for (const byte of bytes) this.bytes.push(byte);
    }

    /** @param {number | bigint} value not negative */
    varint(value, padding = 0) {
        let rest = BigInt(value);
        for (; rest > 127n; rest >>= 7n) this.byte(Number(rest & 127n) | 128);
        this.byte(Number(rest) | (padding > 0 ? 128 : 0));
        for (let left = padding; left > 0; left--) this.byte(left > 1 ? 128 : 0);
    }
}

/** Writes fields in the common form, and once in a while in another one that means the same. */
class FieldWriter extends Writer {
    constructor(random) {
        super();
        this.random = random;
    }

    /** Bytes more than needed; mostly none. */
    #padding(most) {
        return this.random.once(60) ? this.random.between(1, most) : 0;
    }

    tag(number, wireType) {
        this.varint(number * 8 + wireType, this.#padding(3));
    }

    varintField(number, value) {
        this.tag(number, 0);
        const length = value === 0 || value === 0n ? 1 : Math.ceil(BigInt(value).toString(2).length / 7);
        this.varint(value, length < 9 ? this.#padding(9 - length) : 0);
    }

    bytesField(number, bytes) {
        this.tag(number, 2);
        this.varint(bytes.length, this.#padding(2));
        this.all(bytes);
    }

    fixedField(number, bytes) {
        this.tag(number, bytes.length === 4 ? 5 : 1);
        this.all(bytes);
    }

    /** A packed field, perhaps in pieces or number by number. */
    packedField(number, values) {
        if (!this.random.once(12)) return this.#packedRun(number, values);
        for (let at = 0; at < values.length; ) {
            const count = this.random.between(0, Math.max(1, values.length - at));
            if (count === 1 && this.random.once(2)) this.varintField(number, values[at]);
            else this.#packedRun(number, values.slice(at, at + count));
            at += count;
        }
    }

    #packedRun(number, values) {
        const run = new Writer();
        for (const value of values) run.varint(value, this.#padding(3));
        if (this.random.once(150)) run.byte(128); // the last varint has no end
        if (this.random.once(300)) run.all(new Array(11).fill(255));
        this.bytesField(number, run.bytes);
    }

    /** A field that nobody knows, or that is known with another wire type. */
    strangeField() {
        const number = this.random.pick([1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 100, 2047, (1 << 29) - 1]);
        switch (this.random.below(5)) {
            case 0:
                return this.varintField(Math.max(number, 8), this.random.bits());
            case 1:
                return this.fixedField(number, [1, 2, 3, 4]);
            case 2:
                return this.fixedField(number, [1, 2, 3, 4, 5, 6, 7, 8]);
            case 3:
                return this.bytesField(Math.max(number, 16), [10, 3, 97]);
            default:
                this.tag(number, 3);
                if (this.random.once(2)) this.strangeField();
                return this.tag(number, 4);
        }
    }
}

const utf8 = (text) => [...Buffer.from(text)];

const STRINGS = ['', 'a', 'name', 'class', 'water', '__proto__', 'constructor', 'café', '水', '😀', '\uFEFFbom', 'x'.repeat(20), 'y'.repeat(130)].map(utf8);
const BAD_STRINGS = [[0xff], [0xc3], [97, 0xe6, 0xb0], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xc0, 0xaf]];

function makeString(random) {
    return random.once(25) ? random.pick(BAD_STRINGS) : random.pick(STRINGS);
}

function makeInteger(random) {
    const integers = [0n, 1n, 127n, 128n, 1n << 31n, (1n << 53n) - 1n, 1n << 53n, (1n << 53n) + 1n, (1n << 63n) - 1n, 1n << 63n, (1n << 64n) - 1n];
    return random.once(2) ? random.pick(integers) : BigInt(random.sized(32));
}

function makeReal(random, size) {
    const bytes = Buffer.alloc(size);
    const number = random.pick([0, -0, 1, 0.1, -1.5, NaN, Infinity, -Infinity, 1e-45, 5e-324, 123456.789]);
    if (size === 4) bytes.writeFloatLE(number);
    else bytes.writeDoubleLE(number);
    return [...bytes];
}

function makeValue(random) {
    const value = new FieldWriter(random);
    const fields = random.once(30) ? random.below(4) : 1;
    for (let i = 0; i < fields; i++) {
        const kind = random.pick([1, 1, 1, 2, 3, 4, 5, 6, 7]);
        if (kind === 1) value.bytesField(1, makeString(random));
        else if (kind === 2 || kind === 3) value.fixedField(kind, makeReal(random, kind === 2 ? 4 : 8));
        else value.varintField(kind, makeInteger(random));
    }
    if (random.once(40)) value.strangeField();
    return value.bytes;
}

function makeTags(random, keys, values) {
    const tags = [];
    for (let i = random.below(5); i > 0; i--) tags.push(random.below(keys), random.below(values));
    if (random.once(30)) tags.push(random.sized(32), random.sized(8));
    if (random.once(40)) tags.push(random.below(4));
    return tags;
}

function makeFeature(random, keys, values) {
    const type = random.once(40) ? random.pick([0, 4, 7, 2 ** 32 + 1]) : random.between(1, 3);
    const feature = new FieldWriter(random);
    const fields = [
        () => random.once(2) && feature.varintField(1, makeInteger(random)),
        () => feature.packedField(2, makeTags(random, keys, values)),
        () => !random.once(60) && feature.varintField(3, type),
        () => !random.once(60) && feature.packedField(4, makeGeometry(random, type)),
    ];
    if (random.once(8)) fields.sort(() => random.between(-1, 1));
    for (const field of fields) {
        field();
        if (random.once(60)) feature.strangeField();
        if (random.once(60)) random.pick(fields)();
    }
    return feature.bytes;
}

function makeLayer(random, number) {
    const keys = random.below(5);
    const values = random.below(6);
    const layer = new FieldWriter(random);
    const fields = [];
    if (!random.once(30)) fields.push(() => layer.varintField(15, random.once(15) ? random.sized(32) : random.once(6) ? 1 : 2));
    if (!random.once(30)) fields.push(() => layer.bytesField(1, random.once(4) ? makeString(random) : utf8(`layer ${number}`)));
    for (let i = random.below(6); i > 0; i--) fields.push(() => layer.bytesField(2, makeFeature(random, keys, values)));
    for (let i = 0; i < keys; i++) fields.push(() => layer.bytesField(3, makeString(random)));
    for (let i = 0; i < values; i++) fields.push(() => layer.bytesField(4, makeValue(random)));
    fields.push(() => random.once(2) && layer.varintField(5, random.once(10) ? random.sized(32) : 4096));
    if (random.once(5)) fields.sort(() => random.between(-1, 1));
    if (random.once(20)) fields.push(random.pick(fields));
    for (const field of fields) {
        field();
        if (random.once(80)) layer.strangeField();
    }
    return layer.bytes;
}

/** @returns {number[]} the bytes of a tile */
export function makeTile(random) {
    const tile = new FieldWriter(random);
    for (let i = random.pick([0, 1, 1, 1, 1, 2, 2, 3]); i > 0; i--) tile.bytesField(3, makeLayer(random, i));
    if (random.once(40)) tile.strangeField();
    return tile.bytes;
}

const BYTES = [0, 1, 2, 7, 8, 9, 10, 15, 16, 18, 24, 26, 34, 40, 120, 127, 128, 129, 254, 255];

/** Edits bytes in place: one change or a few, most of them small. */
export function editTile(random, bytes) {
    for (let edits = random.below(4); edits > 0 && bytes.length > 0; edits--) {
        const at = random.below(bytes.length);
        switch (random.below(12)) {
            case 0:
                bytes.splice(at, 1);
                break;
            case 1:
                bytes.splice(at, 0, random.pick(BYTES));
                break;
            case 2:
                bytes.length = at;
                break;
            case 3:
                bytes.push(...bytes.slice(at, at + random.below(40)));
                break;
            case 4:
                bytes.splice(at, 0, ...bytes.slice(at, at + random.below(8)));
                break;
            case 5:
            case 6:
            case 7:
                bytes[at] = random.pick(BYTES);
                break;
            case 8:
                bytes[at] = random.below(256);
                break;
            case 9:
                bytes[at] = (bytes[at] + random.between(-1, 1)) & 255;
                break;
            default:
                bytes[at] ^= 1 << random.below(8);
        }
    }
}
