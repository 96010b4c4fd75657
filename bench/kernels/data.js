// The arrays that the kernels are measured on: at least a million values each that do not repeat, in fields of 8,000, which is what a
// block of an OpenStreetMap PBF file holds. Used in Node and in pages. docs/varint.md says where the mixes come from.

import { PbfReader } from 'pbf';

/** As tw_varint_type. */
export const types = { uint32: 0, sint32: 2, 'delta sint32': 3, uint64: 4, sint64: 6, 'delta sint64': 7 };

const isWide = (type) => type & 4;
const isDelta = (type) => (type & 3) === 3;
const isZigzag = (type) => (type & 3) >= 2;

export const FIELD_VALUES = 8000;
const COUNT = 1_200_000;

/**
 * @typedef {object} Dataset
 * @property {string} name
 * @property {keyof types} typeName
 * @property {number} type
 * @property {Uint8Array} bytes fields one behind the other, and 16 bytes more
 * @property {Uint32Array} fields first byte, bytes, first value, values of each
 * @property {number} count of values
 * @property {Float64Array | undefined} numbers the values, where they are integers up to 2^53
 * @property {ArrayBufferView} values the values as the type's array
 */

/** Numbers that are the same in each run. */
function makeRandom(seed) {
    let state = seed;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state >>> 0;
    };
}

/** Sizes of varints by their shares in percent. */
function sizesOf(shares, random) {
    const sizes = Object.keys(shares).map(Number);
    if (sizes.length === 1) return () => sizes[0];
    const limits = [];
    let total = 0;
    for (const size of sizes) limits.push((total += shares[size]));
    return () => {
        const at = (random() / 2 ** 32) * total;
        return sizes[limits.findIndex((limit) => at < limit)];
    };
}

/** The bytes of varints of random bits, as short as they can be. */
function randomBytes(shares, count, random, wide) {
    const nextSize = sizesOf(shares, random);
    const bytes = new Uint8Array(10 * count);
    let at = 0;
    for (let i = 0; i < count; i++) {
        const size = nextSize();
        for (let k = 1; k < size; k++) bytes[at++] = 128 | random();
        // The last byte is not 0, and adds no bits that the type does not have.
        const most = size === 10 ? 1 : size === 5 && !wide ? 15 : 127;
        bytes[at++] = size === 1 ? random() & 127 : 1 + (random() % most);
    }
    return bytes.slice(0, at);
}

/** Splits the bytes of varints into fields. */
function toFields(bytes, type, name, fieldValues = FIELD_VALUES) {
    const fields = [];
    let count = 0;
    let start = 0;
    let inField = 0;
    for (let at = 0; at < bytes.length; at++) {
        if (bytes[at] >= 128) continue;
        inField++;
        if (inField < fieldValues && at + 1 < bytes.length) continue;
        fields.push(start, at + 1 - start, count, inField);
        count += inField;
        start = at + 1;
        inField = 0;
    }
    return finish(name, type, bytes, Uint32Array.from(fields), count);
}

/** Fields that are there already, each an array of bytes. */
function joinFields(pieces, type, name) {
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    const fields = new Uint32Array(4 * pieces.length);
    let at = 0;
    let count = 0;
    pieces.forEach((piece, i) => {
        bytes.set(piece, at);
        const values = piece.reduce((ends, byte) => ends + +(byte < 128), 0);
        fields.set([at, piece.length, count, values], 4 * i);
        at += piece.length;
        count += values;
    });
    return finish(name, type, bytes, fields, count);
}

function finish(name, typeName, bytes, fields, count) {
    const type = types[typeName];
    const values = decode(bytes, fields, count, type);
    const padded = new Uint8Array(bytes.length + 16);
    padded.set(bytes);
    const numbers = Float64Array.from(values, Number);
    const exact = numbers.every((number) => Math.abs(number) <= 2 ** 53);
    return { name, typeName, type, bytes: padded, fields, count, values, numbers: exact ? numbers : undefined };
}

/** The values, exact. */
function decode(bytes, fields, count, type) {
    return isWide(type) ? decode64(bytes, fields, count, type) : decode32(bytes, fields, count, type);
}

function decode32(bytes, fields, count, type) {
    const values = isZigzag(type) ? new Int32Array(count) : new Uint32Array(count);
    for (let f = 0; f < fields.length; f += 4) {
        let at = fields[f];
        let sum = 0;
        for (let i = fields[f + 2]; i < fields[f + 2] + fields[f + 3]; i++) {
            let bits = 0;
            for (let shift = 0; ; shift += 7) {
                const byte = bytes[at++];
                if (shift < 32) bits |= (byte & 127) << shift;
                if (byte < 128) break;
            }
            const value = isZigzag(type) ? (bits >>> 1) ^ -(bits & 1) : bits;
            values[i] = isDelta(type) ? (sum += value) : value;
        }
    }
    return values;
}

function decode64(bytes, fields, count, type) {
    const values = isZigzag(type) ? new BigInt64Array(count) : new BigUint64Array(count);
    for (let f = 0; f < fields.length; f += 4) {
        let at = fields[f];
        let sum = 0n;
        for (let i = fields[f + 2]; i < fields[f + 2] + fields[f + 3]; i++) {
            let low = 0;
            let bits = 0n;
            for (let shift = 0; ; shift += 7) {
                const byte = bytes[at++];
                if (shift < 28) low |= (byte & 127) << shift;
                else bits |= BigInt(byte & 127) << BigInt(shift);
                if (byte < 128) break;
            }
            bits |= BigInt(low);
            const value = isZigzag(type) ? (bits >> 1n) ^ -(bits & 1n) : bits;
            values[i] = isDelta(type) ? (sum += value) : value;
        }
    }
    return values;
}

function encodeDeltas(numbers) {
    const bytes = [];
    numbers.forEach((number, i) => {
        const delta = number - (i % FIELD_VALUES === 0 ? 0 : numbers[i - 1]);
        let bits = delta < 0 ? -2 * delta - 1 : 2 * delta;
        for (; bits >= 128; bits = Math.floor(bits / 128)) bytes.push((bits % 128) + 128);
        bytes.push(bits);
    });
    return Uint8Array.from(bytes);
}

/** Random arrays: name, type, shares of the sizes in percent. */
const RANDOM = [
    ['1 byte', 'uint32', { 1: 100 }],
    ['1 byte', 'sint32', { 1: 100 }],
    ['1 byte', 'delta sint32', { 1: 100 }],
    ['1 byte', 'sint64', { 1: 100 }],
    ['1 byte', 'delta sint64', { 1: 100 }],
    ['2 bytes', 'sint32', { 2: 100 }],
    ['3 bytes', 'sint32', { 3: 100 }],
    ['4 bytes', 'sint32', { 4: 100 }],
    ['2 bytes', 'sint64', { 2: 100 }],
    ['3 bytes', 'sint64', { 3: 100 }],
    ['4 bytes', 'sint64', { 4: 100 }],
    ['5 bytes', 'sint64', { 5: 100 }],
    ['10 bytes', 'sint64', { 10: 100 }],
    ['1, 2 bytes: 95, 5 %', 'sint32', { 1: 95, 2: 5 }],
    ['1, 2 bytes: 50, 50 %', 'sint32', { 1: 50, 2: 50 }],
    ['1, 2, 3 bytes: 65, 25, 10 %', 'sint32', { 1: 65, 2: 25, 3: 10 }],
    ['vector tiles: 84, 15, 1 %', 'sint32', { 1: 84.3, 2: 14.7, 3: 1.0 }],
    ['OSM QA tiles: 25, 38, 37 %', 'sint32', { 1: 25.4, 2: 37.6, 3: 37.0 }],
    ['1 to 4 bytes, 25 % each', 'sint32', { 1: 25, 2: 25, 3: 25, 4: 25 }],
    ['1 to 10 bytes, 10 % each', 'sint64', { 1: 10, 2: 10, 3: 10, 4: 10, 5: 10, 6: 10, 7: 10, 8: 10, 9: 10, 10: 10 }],
];

const STUDY = 'the same 8,000 again and again: 65, 25, 10 %';

/** Runs of packed fields of a tile: geometry and tags of every feature. */
function readStreams(tiles) {
    const geometry = [];
    const tags = [];
    const inside = (pbf, read) => pbf.readFields(read, undefined, pbf.readVarint() + pbf.pos);
    for (const tile of tiles) {
        new PbfReader(tile).readFields((layer, _, pbf) => {
            if (layer !== 3) return;
            inside(pbf, (feature) => {
                if (feature !== 2) return;
                inside(pbf, (field) => {
                    if (field === 2) tags.push(pbf.readBytes());
                    if (field === 4) geometry.push(pbf.readBytes());
                });
            });
        });
    }
    return { geometry, tags };
}

/**
 * Whether a feature's commands are MoveTo, LineTo and ClosePath in their usual order, each whole: the bare walk of the benchmark knows no
 * others. The library's reader does, and notes what is wrong.
 */
function isRegular(field) {
    const count = field.reduce((ends, byte) => ends + +(byte < 128), 0);
    const integers = decode32(field, [0, field.length, 0, count], count, types.uint32);
    let at = 0;
    const takes = (command) => {
        const steps = integers[at] >>> 3;
        if (at >= count || (integers[at] & 7) !== command || steps === 0 || at + 1 + 2 * steps > count) return 0;
        at += 1 + 2 * steps;
        return steps;
    };
    while (at < count) {
        const vertices = takes(1);
        if (vertices === 0) return false;
        if (vertices === 1 && takes(2) > 0 && integers[at] === 15 && at < count) at++;
    }
    return count > 0 && field[field.length - 1] < 128;
}

const MOST_BYTES = 12_000_000;
const FEATURES = 'geometry, feature by feature';

/** As many of the pieces as the kernels' buffers take. */
function upTo(pieces, mostValues) {
    let bytes = 0;
    let values = 0;
    let count = 0;
    for (const piece of pieces) {
        bytes += piece.length;
        values += piece.reduce((ends, byte) => ends + +(byte < 128), 0);
        if (bytes > MOST_BYTES || values > mostValues) break;
        count++;
    }
    return pieces.slice(0, count);
}

const concat = (pieces) => {
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
    }
    return bytes;
};

/**
 * Nodes as a dense block of OpenStreetMap PBF has them: places are the vertices of real lines and rings, in degrees * 10^7; ids are
 * made up, sorted, with the gaps of an extract: mostly the next one, some further, few far.
 */
function denseNodes(geometry, random) {
    const lat = [];
    const lon = [];
    const ids = [];
    let id = 5_000_000_000;
    // A unit of a tile of zoom 14 is about 54 of 10^-7 degrees.
    const UNIT = 54;
    let tile = 0;
    outer: for (const field of geometry) {
        tile += random() % 50 === 0 ? 1 : 0;
        let x = 0;
        let y = 0;
        let at = 0;
        const read = () => {
            let value = 0;
            for (let scale = 1; ; scale *= 128) {
                const byte = field[at++];
                value += (byte & 127) * scale;
                if (byte < 128) return value;
            }
        };
        while (at < field.length) {
            const command = read();
            if ((command & 7) === 7) continue;
            for (let left = command >>> 3; left > 0; left--) {
                const a = read();
                const b = read();
                x += a & 1 ? -(a + 1) / 2 : a / 2;
                y += b & 1 ? -(b + 1) / 2 : b / 2;
                lon.push(130_000_000 + (tile % 40) * 220_000 + x * UNIT + (random() % UNIT));
                lat.push(520_000_000 + Math.floor(tile / 40) * 130_000 - y * UNIT + (random() % UNIT));
                const kind = random() % 100;
                id += kind < 72 ? 1 : kind < 92 ? 2 + (random() % 9) : kind < 99 ? 10 + (random() % 1000) : 1000 + (random() % 1_000_000);
                ids.push(id);
                if (ids.length === COUNT) break outer;
            }
        }
    }
    return { ids, lat, lon };
}

/**
 * Makes the datasets one after the other, since together they take much memory.
 *
 * @param {(group: string) => Promise<Uint8Array[]>} readTiles
 * @param {(name: string, typeName: string) => boolean} wanted which ones to make
 * @returns {AsyncGenerator<Dataset & { kind: 'array' | 'features' }>}
 */
export async function* makeDatasets(readTiles, wanted) {
    for (const [name, type, shares] of RANDOM) {
        if (!wanted(name, type)) continue;
        const random = makeRandom(20_240_229 + name.length);
        yield { kind: 'array', ...toFields(randomBytes(shares, COUNT, random, isWide(types[type])), type, name) };
    }
    const study = randomBytes({ 1: 65, 2: 25, 3: 10 }, FIELD_VALUES, makeRandom(77), true);
    if (wanted(STUDY, 'sint64')) yield { kind: 'array', ...toFields(concat(new Array(150).fill(study)), 'sint64', STUDY) };

    const nodeNames = ['ids', 'lat', 'lon'].filter((name) => wanted(`dense nodes: ${name}`, 'delta sint64'));
    if (nodeNames.length > 0) {
        const nodes = denseNodes(readStreams(await readTiles('streets')).geometry, makeRandom(99));
        for (const name of nodeNames) yield { kind: 'array', ...toFields(encodeDeltas(nodes[name]), 'delta sint64', `dense nodes: ${name}`) };
    }

    for (const group of ['streets', 'osm-qa', 'corpus']) {
        const names = ['geometry', 'tags', FEATURES].filter((what) => wanted(`${group}: ${what}`, 'uint32'));
        if (names.length === 0) continue;
        const streams = readStreams(await readTiles(group));
        for (const what of names) {
            const pieces = what === FEATURES ? upTo(streams.geometry, 6_000_000).filter(isRegular) : upTo(streams[what], COUNT);
            if (pieces.length === 0) continue;
            if (what === FEATURES) yield { kind: 'features', ...joinFields(pieces, 'uint32', `${group}: ${what}`) };
            else yield { kind: 'array', ...toFields(concat(pieces), 'uint32', `${group}: ${what}`) };
        }
    }
}
