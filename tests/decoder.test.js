// Decoders: the default one and others, what bytes they take, buffers that are recycled, gzip, and what they do after a fault.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { deflateSync, gzipSync } from 'node:zlib';
import { createDecoder, decode, decodeAsync, decodeInto, DecodedTile, INFLATE_LIMIT, open, TileError } from '../js/index.js';
import { point, polygon, writeTile } from './support/write-tile.js';

const bytes = writeTile([{ name: 'places', features: [point(25, 17, { id: 7, properties: { name: 'hello' } })] }]);
const square = (x, size) => [[x, x], [x + size, x], [x + size, x + size], [x, x + size]];
const larger = writeTile([{ name: 'squares', features: Array.from({ length: 1000 }, (_, i) => polygon([square(i, 9)], { properties: { i } })) }]);

function assertRight(tile) {
    assert.deepEqual(tile.layers.map(({ name }) => name), ['places']);
    const { id, properties, coordinates } = tile.layers[0].feature(0);
    assert.deepEqual([id, { ...properties }, coordinates], [7, { name: 'hello' }, [25, 17]]);
}

describe('bytes', () => {
    it('may be a view of any kind, a buffer, shared memory, of this realm or another; they stay as they are', () => {
        const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8 + 8);
        padded.set(bytes, 8);
        const forms = [bytes, Buffer.from(bytes), bytes.slice().buffer, new DataView(padded.buffer, 8, bytes.length), new Uint8ClampedArray(bytes)];
        const shared = new SharedArrayBuffer(bytes.length);
        new Uint8Array(shared).set(bytes);
        forms.push(shared, new Uint8Array(shared), new Int8Array(bytes));
        forms.push(runInNewContext('new Uint8Array(bytes)', { bytes: Array.from(bytes) }));
        forms.push(runInNewContext('new Uint8Array(bytes).buffer', { bytes: Array.from(bytes) }));
        for (const form of forms) assertRight(decode(form));
        assert.deepEqual(new Uint8Array(shared), new Uint8Array(bytes));
    });

    it('may be a view of wider elements', () => {
        const odd = writeTile([{ name: 'places'.padEnd(6 + ((8 - (bytes.length % 8)) % 8), '!'), features: [point(25, 17, { id: 7, properties: { name: 'hello' } })] }]);
        assert.equal(odd.length % 8, 0);
        for (const View of [Float64Array, BigInt64Array, Uint16Array]) {
            assert.deepEqual(decode(new View(odd.slice().buffer)).layers[0].feature(0).coordinates, [25, 17]);
        }
    });

    it('of length 0 are a tile without layers', () => {
        for (const empty of [new Uint8Array(0), new ArrayBuffer(0), Buffer.alloc(0)]) assert.deepEqual(decode(empty).layers, []);
    });

    it('of another kind are refused, with a hint', () => {
        const refused = [
            [undefined, /not undefined/],
            [null, /not null/],
            ['abc', /not the string "abc"/],
            [5, /not 5/],
            [[26, 0], /type Array/],
            [{ length: 3 }, /type Object/],
            [{ [Symbol.toStringTag]: 'ArrayBuffer' }, /type ArrayBuffer/],
            [Promise.resolve(bytes), /await it first/],
            [new Response(bytes), /await response\.arrayBuffer\(\)/],
            [new Blob([bytes]), /await blob\.arrayBuffer\(\)/],
        ];
        for (const [value, message] of refused) {
            assert.throws(() => decode(value), { name: 'TileError', code: 'bad-input', message });
            assert.throws(() => open(value), { name: 'TileError', code: 'bad-input' });
        }
    });

    it('that were transferred away are named so', () => {
        const view = bytes.slice();
        const { buffer } = view;
        structuredClone(buffer, { transfer: [buffer] });
        for (const detached of [view, buffer]) assert.throws(() => decode(detached), { code: 'bad-input', message: /detached/ });
    });
});

describe('results', () => {
    it('lie in one buffer, exactly as large as needed, and no part of WebAssembly memory', () => {
        const tile = decode(bytes);
        const again = decode(larger);
        assert.notEqual(tile.buffer, again.buffer);
        assert.equal(new Uint32Array(tile.buffer)[2], tile.buffer.byteLength);
        assert.doesNotThrow(() => structuredClone(tile.buffer, { transfer: [tile.buffer] }));
    });

    it('are the same bytes for the same tile, whatever was decoded before', () => {
        const first = new Uint8Array(decode(bytes).buffer);
        decode(larger, { positions: 'float64', triangles: true });
        assert.throws(() => decode(larger.subarray(0, larger.length - 1)));
        assert.deepEqual(new Uint8Array(decode(bytes).buffer), first);
    });

    it('reach another thread by transfer', async () => {
        const source = `
            const { parentPort } = require('node:worker_threads');
            parentPort.once('message', async (message) => {
                const { DecodedTile } = await import(${JSON.stringify(new URL('../js/index.js', import.meta.url).href)});
                const { id, coordinates, properties } = DecodedTile.from(message).layers[0].feature(0);
                parentPort.postMessage([id, coordinates, properties.name]);
            });`;
        const worker = new Worker(source, { eval: true });
        const tile = decode(bytes);
        worker.postMessage(tile.toMessage(), [tile.buffer]);
        const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
        await worker.terminate();
        assert.deepEqual(answer, [7, [25, 17], 'hello']);
        assert.equal(tile.buffer.byteLength, 0);
    });
});

describe('triangles', () => {
    it('are an empty array where polygons have none', () => {
        const flat = writeTile([{ name: 'a', features: [polygon([[[0, 0], [1, 1], [2, 2]]])] }]);
        const { polygons } = decode(flat, { triangles: true }).layers[0];
        assert.equal(polygons.length, 1);
        assert.deepEqual(polygons.triangles, new Uint32Array(0));
        assert.deepEqual(polygons.triangleOffsets, Uint32Array.of(0, 0));
        assert.equal('triangles' in decode(flat).layers[0].polygons, false);
    });
});

describe('decodeInto', () => {
    it('uses the buffer where it is large enough, and a new one where it is not', () => {
        const needed = decode(bytes).buffer.byteLength;
        for (const size of [0, 8, needed - 8, needed - 1]) {
            const small = new ArrayBuffer(size);
            const tile = decodeInto(small, bytes);
            assert.notEqual(tile.buffer, small);
            assert.equal(tile.buffer.byteLength, needed);
            assert.ok(new Uint8Array(small).every((byte) => byte === 0));
            assertRight(tile);
        }
        for (const size of [needed, needed + 1, needed + 1000]) {
            const buffer = new ArrayBuffer(size);
            const tile = decodeInto(buffer, bytes);
            assert.equal(tile.buffer, buffer);
            assertRight(tile);
            assertRight(DecodedTile.from(structuredClone(tile.toMessage())));
        }
    });

    it('may be given the same buffer again and again: nothing of an earlier tile shows', () => {
        const buffer = new ArrayBuffer(1 << 20);
        const fresh = [decode(larger, { triangles: true }), decode(bytes)];
        for (let round = 0; round < 3; round++) {
            assert.equal(decodeInto(buffer, larger, { triangles: true }).layers[0].length, 1000);
            const tile = decodeInto(buffer, bytes);
            assertRight(tile);
            const { byteLength } = fresh[1].buffer;
            assert.deepEqual(new Uint8Array(buffer, 0, byteLength), new Uint8Array(fresh[1].buffer));
        }
    });

    it('takes a buffer that was transferred away for one that is too small', () => {
        const buffer = new ArrayBuffer(1 << 16);
        structuredClone(buffer, { transfer: [buffer] });
        assertRight(decodeInto(buffer, bytes));
    });

    it('runs nothing of the caller while a tile is in memory', () => {
        const other = writeTile([{ name: 'another', features: [point(9, 9)] }]);
        const runs = Object.defineProperty(new ArrayBuffer(65536), 'byteLength', { get: () => decode(other).buffer.byteLength });
        assertRight(decodeInto(runs, bytes));
        assertRight(decodeInto(Object.defineProperty(new ArrayBuffer(0), 'byteLength', { value: 65536 }), bytes));
        const fake = { [Symbol.toStringTag]: 'ArrayBuffer', byteLength: 65536 };
        assert.throws(() => decodeInto(fake, bytes), { code: 'bad-input' });
    });

    it('refuses what is no ArrayBuffer', () => {
        for (const buffer of [undefined, null, 100, new Uint8Array(100), {}, new SharedArrayBuffer(1000)]) {
            assert.throws(() => decodeInto(buffer, bytes), { name: 'TileError', code: 'bad-input', message: /the buffer must be an ArrayBuffer/ });
        }
    });
});

describe('decodeAsync', () => {
    it('decodes plain and gzip-compressed bytes, and promises of them', async () => {
        for (const form of [bytes, gzipSync(bytes), Promise.resolve(gzipSync(bytes)), Promise.resolve(bytes.slice().buffer)]) {
            assertRight(await decodeAsync(form));
        }
        const shared = new Uint8Array(new SharedArrayBuffer(gzipSync(bytes).length));
        shared.set(gzipSync(bytes));
        assertRight(await decodeAsync(shared));
        const tile = await decodeAsync(gzipSync(larger), { layers: ['squares'], positions: 'float32' });
        assert.equal(tile.layers[0].positionType, 'float32');
    });

    it('inflates once: what is still gzip is named', async () => {
        await assert.rejects(decodeAsync(gzipSync(gzipSync(bytes))), { name: 'TileError', code: 'not-mvt:gzip' });
        await assert.rejects(decodeAsync(deflateSync(bytes)), { code: 'not-mvt:zlib' });
    });

    it('rejects damaged gzip', async () => {
        const whole = gzipSync(larger);
        const flipped = Buffer.from(whole);
        flipped[whole.length >> 1] ^= 0xff;
        for (const damaged of [whole.subarray(0, whole.length - 9), whole.subarray(0, 12), flipped, Buffer.from([0x1f, 0x8b])]) {
            await assert.rejects(decodeAsync(damaged), { name: 'TileError', code: 'bad-gzip' });
        }
        assertRight(await decodeAsync(gzipSync(bytes)));
    });

    it('says so where the engine has no DecompressionStream', async () => {
        const { DecompressionStream } = globalThis;
        globalThis.DecompressionStream = undefined;
        try {
            await assert.rejects(decodeAsync(gzipSync(bytes)), { name: 'TileError', code: 'not-mvt:gzip', message: /no DecompressionStream/ });
            assertRight(await decodeAsync(bytes));
        } finally {
            globalThis.DecompressionStream = DecompressionStream;
        }
    });

    it('stops at its limit', async () => {
        const bomb = gzipSync(Buffer.alloc(INFLATE_LIMIT + 1));
        assert.ok(bomb.length < 100_000);
        await assert.rejects(decodeAsync(bomb), { name: 'TileError', code: 'too-large', message: new RegExp(String(INFLATE_LIMIT)) });
    });

    it('rejects bad requests and bytes, and never throws', async () => {
        const attempts = [decodeAsync(bytes, { positions: 1 }), decodeAsync('abc'), decodeAsync(Promise.reject(new TileError('bad-input', 'late')))];
        for (const attempt of attempts) await assert.rejects(attempt, { name: 'TileError' });
    });
});

describe('decoders of their own', () => {
    it('have a memory and a limit of their own', async () => {
        const [a, b] = await Promise.all([createDecoder(), createDecoder({ memoryLimit: 2 ** 20, simd: false })]);
        assertRight(a.decode(bytes));
        assertRight(b.decode(bytes));
        const huge = writeTile([{ name: 'l', features: Array.from({ length: 20000 }, (_, i) => point(i, i, { properties: { i } })) }]);
        assert.throws(() => b.decode(huge), { name: 'TileError', code: 'memory-limit' });
        assertRight(b.decode(bytes));
        assert.equal(a.decode(huge).layers[0].length, 20000);
        assertRight(await b.decodeAsync(gzipSync(bytes)));
        assertRight(b.decodeInto(new ArrayBuffer(4096), bytes));
    });

    it('refuse options that make no sense', async () => {
        for (const options of [null, 5, { simd: 'yes' }, { memoryLimit: 0 }, { memoryLimit: '1' }, { memoryLimit: 2 ** 32 }, { memoryLimit: 2 ** 20 + 0.5 }]) {
            await assert.rejects(createDecoder(options), { name: 'TileError', code: 'bad-request' });
        }
    });
});

describe('after a fault', () => {
    it('the next tile decodes, and results from before stand', () => {
        const tile = decode(bytes);
        const faulty = [bytes.subarray(0, 20), Uint8Array.of(0), gzipSync(bytes), new Uint8Array(1000).fill(255), larger.subarray(1)];
        for (let round = 0; round < 50; round++) {
            for (const each of faulty) assert.throws(() => decode(each), { name: 'TileError' });
            assertRight(decode(bytes));
        }
        assertRight(tile);
    });

    it('a tile above 1 GiB is refused by its length, also one whose length does not fit 32 bits', () => {
        for (const length of [2 ** 30 + 1, 2 ** 32 + bytes.length]) {
            let huge;
            try {
                huge = new Uint8Array(length); // untouched pages cost nothing
            } catch {
                continue; // not on this machine
            }
            assert.throws(() => decode(huge), { name: 'TileError', code: 'too-large' });
            assertRight(decode(bytes));
        }
    });

    it('errors say where', () => {
        const cut = larger.subarray(0, larger.length - 3);
        const error = catchError(() => decode(cut));
        assert.deepEqual([error.name, error.code], ['TileError', 'truncated']);
        assert.ok(Number.isInteger(error.offset) && error.offset >= 0 && error.offset <= cut.length);
        assert.match(error.message, /cut off.*\(.*byte \d+\)/);
        assert.ok(error instanceof Error && error.stack.includes('TileError'));
    });

    it('an instance that crashed, or that the engine refused memory, is replaced', async () => {
        const { Instance } = WebAssembly;
        const faults = [
            [new WebAssembly.RuntimeError('unreachable'), 'crashed'],
            [new RangeError('Array buffer allocation failed'), 'out-of-memory'],
        ];
        for (const [fault, code] of faults) {
            let made = 0;
            let broken = false;
            WebAssembly.Instance = class {
                constructor(module) {
                    made++;
                    const { exports } = new Instance(module);
                    const tw_decode = (...args) => {
                        if (broken) throw fault;
                        return exports.tw_decode(...args);
                    };
                    this.exports = { ...exports, tw_decode };
                }
            };
            try {
                const decoder = await createDecoder();
                const reader = decoder.open(bytes);
                assertRight(decoder.decode(bytes));
                broken = true;
                assert.throws(() => decoder.decode(bytes), { name: 'TileError', code, cause: fault });
                broken = false;
                assert.equal(made, 1);
                assertRight(decoder.decode(bytes));
                assert.equal(made, 2);
                assertRight(reader.decode());
                reader.close();
            } finally {
                WebAssembly.Instance = Instance;
            }
        }
    });

    it('a tile of great size leaves no great memory behind', async () => {
        const { Instance } = WebAssembly;
        const memories = [];
        WebAssembly.Instance = class {
            constructor(module) {
                this.exports = new Instance(module).exports;
                memories.push(this.exports.memory);
            }
        };
        try {
            const decoder = await createDecoder();
            const reader = decoder.open(bytes);
            const name = 'x'.repeat(40 * 2 ** 20);
            const tile = decoder.decode(writeTile([{ name, features: [point(1, 2)] }]));
            assert.equal(tile.layers[0].name.length, name.length);
            assert.ok(memories[0].buffer.byteLength > 64 * 2 ** 20);
            assertRight(decoder.decode(bytes));
            assertRight(reader.decode());
            assert.equal(memories.length, 2);
            assert.ok(memories[1].buffer.byteLength < 2 ** 20);
            reader.close();
        } finally {
            WebAssembly.Instance = Instance;
        }
    });
});

function catchError(run) {
    try {
        run();
    } catch (error) {
        return error;
    }
    throw new Error('expected an error');
}
