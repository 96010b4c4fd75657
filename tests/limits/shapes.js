// Tiles of any size that are hard on a decoder, each in its own way: thousands of tiny things, one huge thing, things that must
// be read twice. Used by linear.js and by tests/limits.test.js.

import { realTiles } from '../support/tiles.js';

/** Bytes of a tile being written. */
export class Bytes {
    #bytes = new Uint8Array(1 << 12);
    length = 0;

    #grow(more) {
        if (this.length + more <= this.#bytes.length) return;
        const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + more));
        larger.set(this.#bytes.subarray(0, this.length));
        this.#bytes = larger;
    }

    byte(...bytes) {
        this.#grow(bytes.length);
        for (const byte of bytes) this.#bytes[this.length++] = byte;
        return this;
    }

    varint(value) {
        this.#grow(10);
        for (; value > 127; value = Math.floor(value / 128)) this.#bytes[this.length++] = (value % 128) | 128;
        this.#bytes[this.length++] = value;
        return this;
    }

    all(bytes) {
        this.#grow(bytes.length);
        this.#bytes.set(bytes, this.length);
        this.length += bytes.length;
        return this;
    }

    /** A length-delimited field. */
    field(number, content) {
        const bytes = content instanceof Bytes ? content.done() : content;
        return this.varint(number * 8 + 2)
            .varint(bytes.length)
            .all(bytes);
    }

    done() {
        return this.#bytes.subarray(0, this.length);
    }
}

const HEAD = [120, 2, 10, 1, 97]; // version 2, name 'a'

/** A tile of one layer, filled by `put(layer, i)` up to about `size` bytes. */
function layerOf(size, put) {
    const layer = new Bytes().byte(...HEAD);
    for (let i = 0; layer.length < size - 10; i++) put(layer, i);
    return new Bytes().field(3, layer).done();
}

/** A tile of one feature, its geometry filled by `put(geometry, i)`. */
function featureOf(size, type, put) {
    const geometry = new Bytes();
    for (let i = 0; geometry.length < size - 30; i++) put(geometry, i);
    return featureWith(type, geometry);
}

function featureWith(type, geometry) {
    const feature = new Bytes().byte(24, type).field(4, geometry);
    return new Bytes().field(3, new Bytes().byte(...HEAD).field(2, feature)).done();
}

const command = (id, count) => count * 8 + id;
const zigzag = (value) => (value < 0 ? -2 * value - 1 : 2 * value);

/** One part of `count` vertices whose steps `step(i)` gives. */
function longPart(size, type, step) {
    const vertices = new Bytes();
    let count = 0;
    for (; vertices.length < size - 40; count++) for (const delta of step(count)) vertices.varint(zigzag(delta));
    const geometry = new Bytes();
    if (type === 1) geometry.varint(command(1, count)).all(vertices.done());
    else geometry.varint(command(1, 1)).byte(2, 2).varint(command(2, count)).all(vertices.done());
    if (type === 3) geometry.byte(15);
    return featureWith(type, geometry);
}

const square = (geometry, x) => geometry.byte(9).varint(x).byte(0, 26, 8, 0, 0, 8, 7, 0, 15);

let streets;

function realTile(size) {
    streets ??= realTiles().streets.map(({ read }) => read());
    const bytes = new Bytes();
    for (let i = 0; bytes.length < size; i++) bytes.all(streets[(i * 7) % streets.length]);
    return bytes.done();
}

const TEXT = new Uint8Array(1000).fill(0x78);

/** Everything of a tile, positions as int32. */
const all = {};
const triangles = { flags: 1 };

/** Each shape: what it is, `make(size)`, and options of requests.js where it needs others. */
export const shapes = [
    { name: 'real tiles, one behind the other', make: realTile, options: all },
    { name: 'the same, with triangles', make: realTile, options: triangles },
    { name: 'the same, degrees in float64', make: realTile, options: { positions: 7, coordinates: 3 } },
    { name: 'layers of no bytes', make: (size) => new Uint8Array(size & ~1).map((_, i) => (i % 2 ? 0 : 26)) },
    {
        name: 'layers of long names that differ at the end',
        make: (size) => {
            const tile = new Bytes();
            for (let i = 0; tile.length < size; i++) {
                const name = new Bytes().all(TEXT.subarray(0, 400)).varint(i + 2 ** 28);
                tile.field(3, new Bytes().field(1, name));
            }
            return tile.done();
        },
    },
    { name: 'features of no bytes', make: (size) => layerOf(size, (layer) => layer.byte(18, 0)) },
    { name: 'keys of no bytes', make: (size) => layerOf(size, (layer) => layer.byte(26, 0)) },
    { name: 'values of no bytes', make: (size) => layerOf(size, (layer) => layer.byte(34, 0)) },
    { name: 'features, keys and values in turn', make: (size) => layerOf(size, (layer, i) => layer.byte([18, 26, 34][i % 3], 0)) },
    { name: 'unknown fields', make: (size) => layerOf(size, (layer) => layer.byte(48, 0)) },
    {
        name: 'groups, 100 deep',
        make: (size) => layerOf(size, (layer) => layer.byte(...new Array(100).fill(51), ...new Array(100).fill(52))),
    },
    { name: 'strings that are not UTF-8', make: (size) => layerOf(size, (layer) => layer.field(3, TEXT.map((_, i) => (i === 999 ? 0xff : 0x78)))) },
    { name: 'strings of three-byte characters', make: (size) => layerOf(size, (layer) => layer.field(3, TEXT.subarray(0, 999).map((_, i) => [0xe6, 0xb0, 0xb4][i % 3]))) },
    { name: 'points of one feature', make: (size) => longPart(size, 1, (i) => [(i % 90) - 45, (i % 7) - 3]) },
    { name: 'vertices of one line', make: (size) => longPart(size, 2, (i) => [(i % 90) - 45, (i % 7) - 3]) },
    { name: 'the same, as int16, the last beyond it', make: (size) => longPart(size, 2, (i) => [2 * i > size - 100 ? 40000 : (i % 90) - 45, 0]), options: { positions: 2 } },
    { name: 'large steps of one line', make: (size) => longPart(size, 2, (i) => [(i % 2 ? 1 : -1) * 2 ** 30, i % 1000000]) },
    { name: 'the same, degrees in float64', make: (size) => longPart(size, 2, (i) => [(i % 2 ? 1 : -1) * 2 ** 30, i % 1000000]), options: { positions: 7, coordinates: 3 } },
    { name: 'lines of two vertices', make: (size) => featureOf(size, 2, (geometry) => geometry.byte(9, 2, 2, 10, 2, 2)) },
    { name: 'commands of one vertex', make: (size) => featureOf(size, 2, (geometry, i) => (i === 0 ? geometry.byte(9, 2, 2) : geometry.byte(10, 2, 2))) },
    { name: 'commands out of place', make: (size) => featureOf(size, 3, (geometry) => geometry.byte(15)) },
    { name: 'MoveTo in a line, again and again', make: (size) => featureOf(size, 2, (geometry) => geometry.byte(17, 2, 2, 2, 2)) },
    { name: 'squares of one feature', make: (size) => featureOf(size, 3, (geometry) => square(geometry, 20)) },
    { name: 'the same, with triangles', make: (size) => featureOf(size, 3, (geometry) => square(geometry, 20)), options: triangles },
    {
        name: 'holes of one polygon, with triangles',
        make: (size) => {
            const across = Math.max(1, Math.floor(Math.sqrt(size / 11)));
            const geometry = new Bytes().byte(9, 0, 0, 26);
            const side = 8 * across + 8;
            for (const delta of [side, 0, 0, side, -side, 0]) geometry.varint(zigzag(delta));
            geometry.byte(15);
            let [x, y] = [0, side];
            for (let i = 0; i < across * across; i++) {
                const [toX, toY] = [4 + 8 * (i % across), 4 + 8 * Math.floor(i / across)];
                geometry.byte(9).varint(zigzag(toX - x)).varint(zigzag(toY - y)).byte(26, 0, 4, 4, 0, 0, 3, 15);
                [x, y] = [toX + 2, toY];
            }
            return featureWith(3, geometry);
        },
        options: triangles,
    },
    { name: 'rings without area', make: (size) => featureOf(size, 3, (geometry) => geometry.byte(9, 2, 2, 18, 2, 2, 2, 2, 15)) },
    { name: 'rings without area behind a square', make: (size) => featureOf(size, 3, (geometry, i) => (i % 2 ? square(geometry, 20) : geometry.byte(9, 2, 2, 18, 2, 2, 2, 2, 15))) },
    { name: 'a comb, with triangles', make: (size) => longPart(size, 3, (i) => [[1, 50], [1, -50]][i % 2]), options: triangles },
    { name: 'a zigzag on itself, with triangles', make: (size) => longPart(size, 3, (i) => [[1, 50], [-1, -50]][i % 2]), options: triangles },
    { name: 'a random walk, with triangles', make: (size) => longPart(size, 3, (i) => [((i * 2654435761) % 101) - 50, ((i * 40503) % 103) - 51]), options: triangles },
    { name: 'a flat ring, with triangles', make: (size) => longPart(size, 3, (i) => [i % 2 ? 3 : -2, 0]), options: triangles },
    {
        name: 'geometry number by number',
        make: (size) => {
            const feature = new Bytes().byte(24, 2, 32, 9, 32, 2, 32, 2);
            while (feature.length < size - 30) feature.byte(32, 10, 32, 2, 32, 2);
            return new Bytes().field(3, new Bytes().byte(...HEAD).field(2, feature)).done();
        },
    },
    {
        name: 'tags number by number',
        make: (size) => {
            const feature = new Bytes().byte(24, 1, 34, 3, 9, 2, 2);
            while (feature.length < size - 30) feature.byte(16, 0, 16, 0);
            return new Bytes().field(3, new Bytes().byte(...HEAD, 26, 0, 34, 2, 56, 1).field(2, feature)).done();
        },
    },
    { name: 'tags that name nothing', make: (size) => layerOf(size, (layer) => layer.byte(18, 8, 18, 6, 1, 1, 2, 2, 3, 3)) },
    { name: 'features with one point and one tag', make: (size) => layerOf(size, (layer, i) => (i === 0 ? layer.byte(26, 0, 34, 2, 56, 1) : layer.byte(18, 11, 18, 2, 0, 0, 24, 1, 34, 3, 9, 2, 2))) },
];
