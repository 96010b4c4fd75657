// Limits and recovery: the memory limit, tiles of 64 MB, what a decoder does after a fault, and that nothing adds up over many decodes.
// Longer, by ten times: npm run test:limits.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createDecoder } from '../js/index.js';
import { CODES } from './differential/block-reader.js';
import { WasmEngine, buildEngines } from './differential/engines.js';
import { requestBytes } from './differential/requests.js';
import { inputOf } from './differential/tiles.js';
import { shapes } from './limits/shapes.js';
import { realTiles } from './support/tiles.js';
import { line, point, writeTile } from './support/write-tile.js';

const MEBIBYTE = 2 ** 20;
const TIMES = Number(process.env.LIMITS_TIMES ?? 1);
const number = (value) => value.toLocaleString('en');

const failure = buildEngines();
const shape = (name) => shapes.find((each) => each.name === name);
const small = writeTile([{ name: 'places', features: [point(25, 17, { id: 7, properties: { name: 'hello' } })] }]);

function assertSmall(tile) {
    assert.deepEqual(tile.layers.map(({ name, length }) => [name, length]), [['places', 1]]);
    assert.deepEqual(tile.layers[0].feature(0).coordinates, [25, 17]);
}

it('the modules are built', () => assert.equal(failure, ''));

describe('a memory limit of 64 MiB', () => {
    let decoder;
    before(async () => {
        decoder = await createDecoder({ memoryLimit: 64 * MEBIBYTE });
    });

    for (const name of ['layers of no bytes', 'features of no bytes', 'values of no bytes', 'features with one point and one tag', 'squares of one feature']) {
        it(`refuses 10 MB of ${name}, by name, and goes on`, () => {
            const tile = shape(name).make(1e7);
            for (const request of [{ positions: 'float64', triangles: true }, {}]) {
                if (name === 'squares of one feature' && !request.triangles) continue;
                assert.throws(() => decoder.decode(tile, request), { name: 'TileError', code: 'memory-limit', message: /memoryLimit/ });
                assertSmall(decoder.decode(small));
            }
        });
    }

    it('takes 8 MB of vertices', () => {
        const tile = decoder.decode(shape('vertices of one line').make(8e6), { positions: 'int16' });
        assert.equal(tile.layers[0].positionType, 'int32');
        assertSmall(decoder.decode(small));
    });

    it('holds for open tiles together', () => {
        const tile = shape('vertices of one line').make(4e6);
        const readers = [];
        assert.throws(() => {
            for (let i = 0; i < 100; i++) readers.push(decoder.open(tile));
        }, { code: 'memory-limit' });
        assert.ok(readers.length > 2, `${readers.length} were open`);
        for (let i = 0; i < 3; i++) assert.throws(() => decoder.open(tile), { code: 'memory-limit', message: /close some/ });
        readers.pop().close();
        readers.push(decoder.open(tile));
        for (const reader of readers) assert.equal(reader.layers[0].length, 1);
        for (const reader of readers) reader.close();
        assertSmall(decoder.decode(small));
    });
});

describe('tiles of 64 MB', () => {
    const streets = realTiles().streets.map(({ read }) => Buffer.from(read()));
    const once = Buffer.concat(streets);
    const times = Math.ceil(6.4e7 / once.length);
    const tile = Buffer.concat(new Array(times).fill(once));

    for (const positions of ['int16', 'int32']) {
        it(`decode to ${positions}, to what their pieces give`, async () => {
            const decoder = await createDecoder();
            const whole = decoder.decode(tile, { positions });
            const piece = decoder.decode(once, { positions });
            const count = piece.layers.length;
            assert.equal(whole.layers.length, times * count);
            for (let i = 0; i < whole.layers.length; i += 97) {
                const [layer, expected] = [whole.layers[i], piece.layers[i % count]];
                assert.equal(layer.name, expected.name);
                assert.deepEqual(layer.types, expected.types);
                for (const group of ['points', 'lines', 'polygons']) assert.deepEqual(layer[group], expected[group]);
                assert.deepEqual(layer.keys, expected.keys);
            }
        });
    }

    it('as one line of one feature', async () => {
        const decoder = await createDecoder();
        const { positions } = decoder.decode(shape('vertices of one line').make(6.4e7)).layers[0].lines;
        assert.ok(positions.length > 6e7);
        let [x, y] = [1, 1]; // the MoveTo's
        for (let i = 0; i < positions.length / 2 - 1; i++) {
            x += (i % 90) - 45;
            y += (i % 7) - 3;
            if (positions[2 * i + 2] !== x || positions[2 * i + 3] !== y) assert.fail(`vertex ${i + 1}`);
        }
    });
});

describe('memory', () => {
    /** Runs `work` with a list of the memories of all instances that are made meanwhile. */
    async function watchMemories(work) {
        const { Instance } = WebAssembly;
        const memories = [];
        WebAssembly.Instance = function (...parts) {
            const instance = new Instance(...parts);
            memories.push(instance.exports.memory);
            return instance;
        };
        try {
            await work(await createDecoder(), memories);
        } finally {
            WebAssembly.Instance = Instance;
        }
    }

    it('is given back after a huge tile: the instance is a fresh one', () =>
        watchMemories((decoder, memories) => {
            const reader = decoder.open(small);
            decoder.decode(shape('vertices of one line').make(2e7));
            assertSmall(decoder.decode(small));
            assert.ok(memories[0].buffer.byteLength > 64 * MEBIBYTE);
            assert.ok(memories.at(-1).buffer.byteLength < 2 * MEBIBYTE);
            assert.equal(memories.length, 2);
            // What was open in the old one is opened again.
            assert.deepEqual(reader.layers[0].feature(0).coordinates, [25, 17]);
            reader.close();
        }));

    it('goes after a huge tile that failed, or was closed, too', () =>
        watchMemories((decoder, memories) => {
            const huge = shape('vertices of one line').make(8e7);
            assert.throws(() => decoder.decode(huge.subarray(0, -1)), { code: 'truncated' });
            assertSmall(decoder.decode(small));
            assert.equal(memories.length, 2);
            for (let i = 0; i < 40; i++) assertSmall(decoder.decode(small));
            decoder.open(huge).close();
            assertSmall(decoder.decode(small));
            assert.equal(memories.length, 3);
            assert.ok(memories[2].buffer.byteLength < 2 * MEBIBYTE);
        }));

    it('stays where huge tiles are opened and closed one after another', () =>
        watchMemories((decoder, memories) => {
            const huge = shape('vertices of one line').make(8e7);
            for (let i = 0; i < 6; i++) {
                const reader = decoder.open(huge);
                assert.equal(reader.layers.length, 1);
                reader.close();
            }
            assert.equal(memories.length, 2, 'the first is replaced, the second serves the others');
        }));

    it('stays while single features of a huge tile are read', () =>
        watchMemories((decoder, memories) => {
            const reader = decoder.open(shape('features of no bytes').make(4e7));
            for (let i = 0; i < 100; i++) assert.equal(reader.layers[0].feature(i).type, 'Unknown');
            assert.ok(memories.length <= 8, `${memories.length} instances for 100 features`);
            reader.close();
        }));

    it('goes too where a small tile lies open behind it', () =>
        watchMemories((decoder, memories) => {
            const huge = shape('vertices of one line').make(8e7);
            decoder.open(small).close();
            const first = decoder.open(huge);
            const second = decoder.open(small);
            first.close();
            for (let i = 0; i < 40; i++) assertSmall(decoder.decode(small));
            assert.ok(memories.at(-1).buffer.byteLength < 2 * MEBIBYTE);
            assertSmall(second.decode());
            second.close();
        }));

    it('stays where huge tiles come one after another, until 32 smaller ones have followed', () =>
        watchMemories((decoder, memories) => {
            const huge = shape('vertices of one line').make(2e7);
            for (let i = 0; i < 3; i++) {
                decoder.decode(huge);
                assertSmall(decoder.decode(small));
            }
            assert.equal(memories.length, 2, 'the first is replaced, the second serves the others');
            for (let i = 0; i < 31; i++) assertSmall(decoder.decode(small));
            assert.equal(memories.length, 2);
            for (let i = 0; i < 2; i++) assertSmall(decoder.decode(small));
            assert.equal(memories.length, 3);
            assert.ok(memories[2].buffer.byteLength < 2 * MEBIBYTE);
        }));
});

describe('many decodes in a row', () => {
    const rounds = 100_000 * TIMES;
    const requests = [requestBytes(), requestBytes({ positions: 2, flags: 3 }), requestBytes({ positions: 7, coordinates: 3 }), requestBytes({ strict: true })];

    for (const name of ['tilewasm', 'tilewasm-scalar']) {
        it(`${number(rounds)} good and bad ones leave memory and handles where they were, ${name}`, (context) => {
            const engine = new WasmEngine(name);
            const inputs = Array.from({ length: 500 }, (_, seed) => inputOf(seed + 1).tile);
            inputs.push(shape('vertices of one line').make(1e5), new Uint8Array(0), small);
            const first = inputs.map((tile, i) => engine.decode(tile, requests[i % requests.length]));
            const settled = engine.memoryBytes;
            let good = 0;
            for (let round = 0; round < rounds; round++) {
                const i = (round * 7919) % inputs.length;
                const result = engine.decode(inputs[i], requests[i % requests.length]);
                good += result.status === 0;
                // Each block is the one of the first time: nothing of the tiles in between shows in it.
                if (result.status !== first[i].status || Buffer.compare(result.block, first[i].block) !== 0) assert.fail(`round ${round}, tile ${i}`);
            }
            assert.equal(engine.memoryBytes, settled);
            assert.ok(good > rounds / 4 && good < (rounds * 3) / 4);
            context.diagnostic(`${number(good)} good, ${number(rounds - good)} bad, ${number(settled)} bytes of memory`);
        });

        it(`${number(rounds / 2)} opened, read and closed, ${name}`, () => {
            const engine = new WasmEngine(name);
            const inputs = Array.from({ length: 100 }, (_, seed) => inputOf(seed + 1).tile);
            const open = [];
            let settled = 0;
            for (let round = 0; round < rounds / 2; round++) {
                const handle = engine.open(inputs[round % inputs.length]);
                if (handle) open.push(handle);
                if (open.length > 20) assert.equal(CODES.get(engine.close(open.splice((round * 31) % open.length, 1)[0])), 'ok');
                if (round === 1000) settled = engine.memoryBytes;
            }
            assert.equal(engine.openCount, open.length);
            for (const handle of open) assert.equal(engine.close(handle), 0);
            assert.equal(engine.openCount, 0);
            assert.equal(engine.memoryBytes, settled);
        });
    }

    it('a decoder of the wrapper goes on after each kind of error', async () => {
        const decoder = await createDecoder({ memoryLimit: 16 * MEBIBYTE });
        const huge = shape('features of no bytes').make(2e6);
        for (let round = 0; round < 300; round++) {
            const { tile } = inputOf(round + 1);
            try {
                decoder.decode(round % 30 === 0 ? huge : tile, { positions: 'float32', triangles: true, strict: round % 2 === 0 });
            } catch (error) {
                assert.equal(error.name, 'TileError', error.stack);
            }
            assertSmall(decoder.decode(small));
        }
        const reader = decoder.open(writeTile([{ name: 'l', features: [line([[0, 0], [5, 5]])] }]));
        assert.throws(() => decoder.decode(huge), { code: 'memory-limit' });
        assert.deepEqual(reader.layers[0].feature(0).coordinates, [[0, 0], [5, 5]]);
        reader.close();
    });
});
