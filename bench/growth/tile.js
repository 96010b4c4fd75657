// Made-up tiles of any size, for the growth charts: what one thing costs while there is more and more of it. Deterministic, and
// no two features the same. Called by growth.js.

import { PbfWriter } from 'pbf';

/** Numbers below `limit`, the same ones each time (xorshift). */
function makeRandom(seed) {
    let state = seed | 1;
    return (limit) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % limit;
    };
}

const zigzag = (value) => (value << 1) ^ (value >> 31);

/**
 * Steps as real tiles have them: 84 % of the numbers fit one byte, 15 % two, 1 % three.
 *
 * @param {(limit: number) => number} random
 */
function step(random) {
    const kind = random(100);
    const size = kind < 84 ? 63 : kind < 99 ? 1500 : 16000;
    return random(2 * size + 1) - size;
}

/** A line of `vertices` vertices as command integers. */
function lineCommands(random, vertices) {
    const commands = [9, zigzag(random(4096)), zigzag(random(4096))];
    if (vertices > 1) commands.push(((vertices - 1) << 3) | 2);
    for (let i = 1; i < vertices; i++) commands.push(zigzag(step(random)), zigzag(step(random)));
    return commands;
}

function writeFeature(random, { vertices, tags, keyCount, valueCount }, pbf) {
    if (tags > 0) pbf.writePackedVarint(2, Array.from({ length: 2 * tags }, (_, i) => (i % 2 ? random(valueCount) : (i / 2) % keyCount)));
    pbf.writeVarintField(3, vertices > 1 ? 2 : 1);
    pbf.writePackedVarint(4, lineCommands(random, vertices));
}

function writeLayer(random, { name, features, vertices, tags, keyCount, valueCount }, pbf) {
    pbf.writeVarintField(15, 2);
    pbf.writeStringField(1, name);
    for (let i = 0; i < features; i++) {
        pbf.writeMessage(2, (_, feature) => writeFeature(random, { vertices, tags, keyCount, valueCount }, feature), undefined);
    }
    for (let i = 0; i < keyCount; i++) pbf.writeStringField(3, `key_${i}`);
    for (let i = 0; i < valueCount; i++) {
        pbf.writeMessage(4, (_, value) => (i % 3 ? value.writeStringField(1, `value ${i}`) : value.writeVarintField(5, i)), undefined);
    }
}

/**
 * @param {{ layers?: number, features: number, vertices?: number, tags?: number, keyCount?: number, valueCount?: number }} shape
 *   features and dictionary of each layer; vertices and tags of each feature
 * @returns {Uint8Array}
 */
export function makeTile({ layers = 1, features, vertices = 1, tags = 0, keyCount = tags, valueCount = tags && 4 * tags }) {
    const random = makeRandom(features * 31 + vertices * 7 + tags + layers);
    const pbf = new PbfWriter(new Uint8Array(1 << 16));
    for (let i = 0; i < layers; i++) {
        pbf.writeMessage(3, (_, layer) => writeLayer(random, { name: `layer ${i}`, features, vertices, tags, keyCount, valueCount }, layer), undefined);
    }
    return pbf.finish().slice();
}
