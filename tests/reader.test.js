// Readers of open tiles.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDecoder, open } from '../js/index.js';
import { assertSameLayer } from './support/compare.js';
import { line, point, polygon, writeTile } from './support/write-tile.js';

const features = Array.from({ length: 300 }, (_, i) => {
    const rest = { id: i, properties: { i, name: `n${i % 7}` } };
    if (i % 3 === 0) return point(i, 2 * i, rest);
    if (i % 3 === 1) return line([[i, 0], [0, i], [i, i]], rest);
    return polygon([[[0, 0], [i, 0], [i, i]]], rest);
});
const bytes = writeTile([{ name: 'empty' }, { name: 'all', extent: 512, features }, { name: 'all', features: [line([[1, 1]], { properties: {} })] }]);

describe('a reader', () => {
    it('lists the layers with their counts', () => {
        const reader = open(bytes);
        const plain = reader.layers.map(({ index, name, version, extent, length, keyCount, valueCount }) => [index, name, version, extent, length, keyCount, valueCount]);
        assert.deepEqual(plain, [[0, 'empty', 2, 4096, 0, 0, 0], [1, 'all', 2, 512, 300, 2, 307], [2, 'all', 2, 4096, 1, 0, 0]]);
        assert.deepEqual([reader.layer('all'), reader.layer(2), reader.layer('nope'), reader.layer(3)], [reader.layers[1], reader.layers[2], undefined, undefined]);
        assert.deepEqual(reader.problems.map(({ code, layer }) => [code, layer]), [['layer:duplicate-name', 2]]);
        assert.equal(reader.problemCount, 1);
        reader.close();
    });

    it('decodes a layer, by its number also where another has its name', async () => {
        const decoder = await createDecoder();
        const reader = decoder.open(bytes);
        const tile = decoder.decode(bytes);
        reader.layers.forEach((layer, i) => assertSameLayer(layer.decode(), tile.layers[i], `layer ${i}`));
        const some = reader.layer('all').decode({ positions: 'int16', properties: ['name'], types: ['line'] });
        assert.deepEqual([some.positionType, some.keys, some.points.length, some.lines.length], ['int16', ['name'], 0, 100]);
        assert.deepEqual(reader.layer(2).decode().problems.map(({ code }) => code), ['layer:duplicate-name', 'geometry:too-few-points']);
        assert.throws(() => reader.layer(2).decode({ strict: true }), { code: 'layer:duplicate-name', layer: 2 });
        assert.throws(() => reader.layer(1).decode({ layers: [] }), { code: 'bad-request', message: /request\.layers has no place here/ });
        reader.close();
    });

    it('decodes single features as the whole layer has them', () => {
        const reader = open(bytes);
        const layer = reader.layer('all');
        const whole = layer.decode();
        for (const i of [0, 1, 2, 7, 150, 298, 299]) assert.deepEqual(layer.feature(i), whole.feature(i));
        const { coordinates, properties } = layer.feature(256, { coordinates: 'unit', properties: ['i'] });
        assert.deepEqual([coordinates, { ...properties }], [[[0.5, 0], [0, 0.5], [0.5, 0.5]], { i: 256 }]);
        for (const i of [-1, 300, 1.5, NaN, '1', undefined]) {
            for (const method of ['feature', 'tags', 'geometryCommands']) {
                assert.throws(() => layer[method](i), { name: 'TileError', code: 'bad-feature', layer: 1 });
            }
        }
        reader.close();
    });

    it('gives raw tags and geometry commands', () => {
        const reader = open(bytes);
        const layer = reader.layer('all');
        assert.deepEqual(layer.tags(0), Uint32Array.of(0, 0, 1, 1));
        assert.deepEqual(layer.geometryCommands(2), Uint32Array.from(features[2].geometry));
        assert.deepEqual(reader.layer(2).tags(0), new Uint32Array(0));
        assert.deepEqual(reader.layer(2).geometryCommands(0), Uint32Array.of(9, 2, 2));
        reader.close();
    });

    it('keeps its own copy of the bytes', () => {
        const own = bytes.slice();
        const reader = open(own);
        own.fill(0);
        structuredClone(own, { transfer: [own.buffer] });
        assert.equal(reader.layer('all').feature(299).id, 299);
        reader.close();
    });

    it('says so once it is closed; closing twice does no harm; what it gave stays', () => {
        const reader = open(bytes);
        const layer = reader.layer('all');
        const decoded = layer.decode();
        assert.equal(reader.closed, false);
        reader.close();
        reader.close();
        assert.equal(reader.closed, true);
        const uses = [() => reader.decode(), () => layer.decode(), () => layer.feature(0), () => layer.tags(0), () => layer.geometryCommands(0)];
        for (const use of uses) assert.throws(use, { name: 'TileError', code: 'bad-handle', message: /closed/ });
        assert.equal(decoded.feature(299).id, 299);
        assert.equal(layer.length, 300);
    });

    it('is disposed of by Symbol.dispose, or what stands for it', () => {
        const reader = open(bytes);
        reader[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
        assert.equal(reader.closed, true);
    });

    it('refuses what is not a tile, at once', () => {
        for (let i = 0; i < 100; i++) assert.throws(() => open(bytes.subarray(0, 50)), { name: 'TileError', code: /truncated|bad-length/ });
        assert.throws(() => open(Uint8Array.of(0x1f, 0x8b, 8, 0)), { code: 'not-mvt:gzip' });
    });

    it('stands beside many others and beside decodes, closed in any order', async () => {
        const decoder = await createDecoder();
        const readers = Array.from({ length: 200 }, (_, i) => decoder.open(writeTile([{ name: `layer ${i}`, features: [point(i, i)] }])));
        const alive = new Set(readers.keys());
        for (let step = 0; step < 400; step++) {
            const i = (step * 7919) % 200;
            if (!alive.has(i)) continue;
            decoder.decode(bytes, { layers: ['all'] });
            assert.deepEqual(readers[i].layer(0).feature(0).coordinates, [i, i]);
            assert.equal(readers[i].layers[0].name, `layer ${i}`);
            readers[i].close();
            alive.delete(i);
        }
        assert.equal(alive.size, 0);
    });

    it('that cannot be made leaves nothing open', async () => {
        const decoder = await createDecoder({ memoryLimit: 2 ** 20 });
        const manyLayers = Uint8Array.from({ length: 16000 }, (_, i) => (i % 2 === 0 ? 0x1a : 0)); // its description passes the limit
        for (let i = 0; i < 2050; i++) assert.throws(() => decoder.open(manyLayers), { code: 'memory-limit' });
        const reader = decoder.open(bytes);
        assert.equal(reader.layers.length, 3);
        reader.close();
    });

    it('takes turns in memory with others where there is not room for all', async () => {
        const decoder = await createDecoder({ memoryLimit: 2 ** 22 });
        const tileOf = (name) => writeTile([{ name, features: [point(1, 2, { properties: { text: 'x'.repeat(100_000) } })] }]);
        const readers = Array.from({ length: 27 }, (_, i) => decoder.open(tileOf(`layer ${i}`)));
        for (let round = 0; round < 3; round++) {
            readers.forEach((reader, i) => {
                assert.equal(reader.layers[0].feature(0).properties.text.length, 100_000);
                assert.deepEqual(reader.layers[0].geometryCommands(0), Uint32Array.of(9, 2, 4));
                assert.equal(reader.decode().layers[0].name, `layer ${i}`);
                assert.equal(decoder.decode(tileOf('between')).layers[0].name, 'between');
            });
        }
        assert.throws(() => readers[0].decode({ layers: Array.from({ length: 100_000 }, () => 'layer 0') }), { code: 'memory-limit' });
        for (const reader of readers) reader.close();
    });

    it('goes on after a stack overflow anywhere in a call', async () => {
        const decoder = await createDecoder();
        const kept = decoder.open(bytes);
        const attempt = () => {
            try {
                attempt();
            } finally {
                decoder.open(bytes).close();
            }
        };
        for (let i = 0; i < 20; i++) {
            assert.throws(attempt, RangeError);
            assert.deepEqual(decoder.decode(bytes).layers[1].feature(9).coordinates, [9, 18]);
            assert.deepEqual(kept.layers[1].feature(9).coordinates, [9, 18]);
        }
        kept.close();
    });

    it('that nobody closed gives its memory back when it is collected', async () => {
        const { Instance } = WebAssembly;
        let exports;
        WebAssembly.Instance = class {
            constructor(module) {
                this.exports = exports = new Instance(module).exports;
            }
        };
        try {
            const decoder = await createDecoder();
            const kept = decoder.open(bytes);
            for (let i = 0; i < 800; i++) decoder.open(bytes);
            assert.equal(exports.tw_open_count(), 801);
            setFlagsFromString('--expose-gc');
            const collect = runInNewContext('gc');
            for (let i = 0; i < 200 && exports.tw_open_count() > 1; i++) {
                await new Promise((resolve) => setTimeout(resolve, 5));
                collect();
            }
            assert.equal(exports.tw_open_count(), 1);
            assert.equal(kept.decode().layers.length, 3);
            kept.close();
        } finally {
            WebAssembly.Instance = Instance;
        }
    });
});
