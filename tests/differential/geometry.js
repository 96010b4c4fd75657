// The differential test of geometry: random streams of commands, many features a tile, decoded with every build and compared
// with geometry-model.js. Run by tests/differential.test.js and by `npm run test:differential`; by hand:
//
//     node tests/differential/geometry.js SEED [COUNT]     a seed makes a tile of 50 streams

import { fileURLToPath } from 'node:url';
import { readBlock } from './block-reader.js';
import { differ } from './differ.js';
import { NATIVE, NativeEngine, WasmEngine, buildEngines, sameResult } from './engines.js';
import { makeGeometry } from './make-geometry.js';
import { Random } from './random.js';
import { requestBytes } from './requests.js';
import { modelTile } from './tile-model.js';
import { readTile } from './wire-model.js';

/** Streams of one tile. */
export const STREAMS = 50;

const BATCH = 200;

/** int32 first: the one that is compared with the model. The others must agree between builds. */
const requests = [
    requestBytes(),
    requestBytes({ positions: 2 }),
    requestBytes({ positions: 6, flags: 2 }),
    requestBytes({ positions: 7, coordinates: 3, flags: 1 }),
    requestBytes({ positions: 2, flags: 3 }),
    requestBytes({ positions: 6, coordinates: 2 }),
    requestBytes({ strict: true }),
];

function varint(bytes, value) {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
    bytes.push(value);
}

function field(number, content) {
    const bytes = [number * 8 + 2];
    varint(bytes, content.length);
    return [...bytes, ...content];
}

function featureOf(random) {
    const type = random.between(1, 3);
    const stream = [];
    for (const integer of makeGeometry(random, type)) {
        varint(stream, integer);
        if (!random.once(400)) continue;
        // The same number in more bytes.
        stream.push(stream.pop() | 128, 0);
    }
    if (random.once(100)) stream.push(128);
    if (random.once(200)) stream.push(...new Array(random.between(9, 12)).fill(200), 1);
    const cut = random.once(15) ? random.below(stream.length + 1) : 0;
    const pieces = cut > 0 ? [stream.slice(0, cut), stream.slice(cut)] : [stream];
    return [24, type, ...pieces.flatMap((piece) => field(4, piece))];
}

/** The tile of a seed. */
export function tileOf(seed) {
    const random = new Random(seed);
    const layer = [120, random.once(4) ? 1 : 2, ...field(1, [97])];
    for (let i = 0; i < STREAMS; i++) layer.push(...field(2, featureOf(random)));
    return Uint8Array.from(field(3, layer));
}

function failure(seed, what) {
    return new Error(`seed ${seed}: ${what}\n  again: node tests/differential/geometry.js ${seed}`);
}

/**
 * Tests the tiles of `count` seeds from `first` on. Throws at the first difference.
 *
 * @returns {{ kept: number, problems: number }} streams of which something was kept, and what was noted
 */
export function testGeometry(first, count) {
    const [simd, scalar] = [new WasmEngine('tilewasm'), new WasmEngine('tilewasm-scalar')];
    const natives = NATIVE.map((variant) => new NativeEngine(variant));
    let [kept, problems] = [0, 0];
    for (let start = first; start < first + count; start += BATCH) {
        const results = [];
        for (let seed = start; seed < Math.min(start + BATCH, first + count); seed++) {
            const tile = tileOf(seed);
            for (const request of requests) {
                const result = simd.decode(tile, request);
                results.push({ seed, result });
                if (!sameResult(scalar.decode(tile, request), result)) throw failure(seed, `the scalar module differs, request ${requests.indexOf(request)}`);
                for (const native of natives) native.add(tile, request);
            }
            const expected = modelTile(readTile(tile));
            const actual = readBlock(results.at(-requests.length).result.block);
            const stored = expected.problems.slice(0, 1000);
            const difference = differ(actual.layers, expected.layers, 'layers') ?? differ(actual.problems, stored, 'problems');
            if (difference) throw failure(seed, difference);
            kept += expected.layers[0].groups.reduce((sum, group) => sum + group.length, 0);
            problems += expected.problems.length;
        }
        for (const native of natives) {
            const others = native.run();
            results.forEach(({ seed, result }, i) => {
                if (!others[i] || !sameResult(others[i], result)) throw failure(seed, `the native build ${native.name} differs`);
            });
        }
    }
    return { kept, problems };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [seed = 1, count = 1] = process.argv.slice(2).map(Number);
    const built = buildEngines();
    if (built) throw new Error(built);
    console.log(testGeometry(seed, count));
}
