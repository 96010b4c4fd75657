// The decoder inside browser engines, SIMD and scalar: real tiles against an independent decoder, odd tiles, growth of memory, workers, strings,
// varints. In Chromium with a fourth of the tiles; `npm run test:browsers` takes all of them, and Firefox and WebKitGTK too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { PbfWriter } from 'pbf';
import { createDecoder } from '../../js/index.js';
import * as varint from '../../js/varint.js';
import { engineNames, launchEngine } from '../support/engines/index.js';
import { readByProtobuf } from '../support/oracle.js';
import { realTiles } from '../support/tiles.js';
import { digest, digestLayer } from './engines/digest.js';
import { expectedLayer } from './engines/expected.js';
import { RICH } from './engines/requests.js';
import { serveEnginePage } from './engines/serve.js';

const EVERY = process.env.ENGINES ? 1 : 4;
const [streets, osm] = ['streets', 'osm-qa'].map((group) => realTiles()[group].filter((_, i) => i % EVERY === 0));
const tiles = [...streets, ...osm];
const tilePaths = tiles.map((_, i) => `tile/${i}`);
/** A tile of each size: every tenth. */
const somePaths = tilePaths.filter((_, i) => i % 10 === 0);

const cases = JSON.parse(readFileSync(new URL('../cases/cases.json', import.meta.url), 'utf8'));
const caseBytes = cases.map(({ file }) => new Uint8Array(readFileSync(new URL(`../cases/${file}`, import.meta.url))));

const GROWTH = { paths: tilePaths.slice(streets.length), times: 2, memoryLimit: 16 * 2 ** 20 };

const encoder = new TextEncoder();
/** Names, keys and values as bytes: of all lengths of characters, with a mark at their beginning, and no UTF-8 at all. */
const STRINGS = [
    ...['', 'Zürich', '東京', 'Владивосток', 'القاهرة', '👍🏽 🇳🇵', '\ufeffmark first', 'a\u0000b', '\u007f\u0080\u07ff\u0800\uffff\u{10000}\u{10ffff}', 'x'.repeat(70_000), `${'y'.repeat(4095)}é`, '\uff21'.repeat(5000)].map((text) => encoder.encode(text)),
    ...[[0xff], [0x41, 0xc0, 0x80, 0x42], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf0, 0x9f, 0x91, 0x41], [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x31]].map((bytes) => Uint8Array.from(bytes)),
];
const textOf = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** A layer a string: it is the name, the key and the value. */
function stringTile() {
    const pbf = new PbfWriter();
    for (const bytes of STRINGS) {
        pbf.writeMessage(3, (_, layer) => {
            layer.writeVarintField(15, 2);
            layer.writeBytesField(1, bytes);
            layer.writeMessage(2, (__, feature) => {
                feature.writePackedVarint(2, [0, 0]);
                feature.writeVarintField(3, 1);
                feature.writePackedVarint(4, [9, 2, 2]);
            });
            layer.writeBytesField(3, bytes);
            layer.writeMessage(4, (__, value) => value.writeBytesField(1, bytes));
            layer.writeVarintField(5, 4096);
        });
    }
    return pbf.finish();
}

/** Integers of every length, the same in every run. */
function integers() {
    let state = 7;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
    return new Uint8Array(Uint32Array.from({ length: 20_000 }, () => random() >>> random() % 33 % 32).buffer);
}

function bytesAt(path) {
    const [kind, number] = path.split('/');
    if (kind === 'tile') return tiles[number].read();
    if (kind === 'case') return caseBytes[number];
    if (kind === 'strings') return stringTile();
    if (kind === 'integers') return integers();
    return undefined;
}

/** What Node makes of the tiles, and the independent decoder; once for all engines. */
async function expectations() {
    const decoder = await createDecoder({ simd: false });
    const layers = [];
    for (const { read } of tiles) layers.push(await Promise.all(readByProtobuf(read()).map((layer) => digestLayer(expectedLayer(layer)))));
    const rich = await Promise.all(tiles.map(({ read }) => digest(decoder.decode(read(), RICH).buffer)));
    const whole = Buffer.concat(Array(GROWTH.times).fill(osm.map(({ read }) => read())).flat());
    return { layers, rich, grown: { bytes: whole.length, digest: await digest(decoder.decode(whole, RICH).buffer) } };
}

const richOf = (paths, rich) => paths.map((path) => rich[path.split('/')[1]]);

describe('browser engines', { timeout: 1_800_000 }, () => {
    let served;
    let expected;

    before(async () => {
        served = await serveEnginePage(bytesAt);
        expected = await expectations();
    });
    after(() => {
        served.server.close();
        served.server.closeAllConnections();
    });

    for (const engineName of engineNames()) {
        describe(engineName, () => {
            let engine;
            before(async () => {
                engine = await launchEngine(engineName);
                console.log(`${engine.name} ${engine.version}`);
            });
            after(() => engine?.close());

            for (const simd of [true, false]) {
                describe(simd ? 'SIMD' : 'scalar', () => {
                    let page;
                    /** @param {string} name of a function of engines/page.js */
                    const run = (name, argument) => page.evaluate(({ name: each, argument: given }) => globalThis.engine[each](given), { name, argument });

                    before(async () => {
                        page = await engine.newPage();
                        await page.goto(`${served.address}page.html?simd=${simd}`);
                        await page.waitFor(() => globalThis.engine !== undefined);
                    });
                    after(async () => {
                        assert.deepEqual(page.complaints, []);
                        await page.close();
                    });

                    it(`reads ${tiles.length} real tiles as protobufjs with the 2.1 schema, and all else as Node does`, async () => {
                        assert.ok(tiles.length >= 207 / EVERY);
                        const found = await run('readTiles', tilePaths);
                        tiles.forEach(({ name }, i) => {
                            assert.deepEqual(found[i].layers, expected.layers[i], name);
                            assert.deepEqual([found[i].rich, found[i].opened], [expected.rich[i], expected.rich[i]], `${name}, with triangles`);
                        });
                    });

                    it(`reads ${cases.length} odd tiles as they are to be read`, async () => {
                        const found = await run('readCases', cases.map(({ harness, expect }, i) => ({ path: `case/${i}`, options: harness?.options, large: Boolean(expect.summary) })));
                        const decoder = await createDecoder({ simd });
                        for (const [i, { id, harness, expect }] of cases.entries()) {
                            const wanted = expect.summary ? await digest(decoder.decode(caseBytes[i], harness?.options).buffer) : expect;
                            assert.deepEqual(found[i], wanted, id);
                        }
                    });

                    it('reads shared memory', async () => {
                        assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), true);
                        assert.equal(await run('readShared', 'tile/0'), true);
                    });

                    it('grows its memory for a large tile; earlier results stand, and a refused tile leaves no trace', async () => {
                        const { bytes, grown, refusal, ...small } = await run('grow', GROWTH);
                        assert.deepEqual([bytes, grown], [expected.grown.bytes, expected.grown.digest]);
                        assert.ok(bytes > 10e6);
                        assert.equal(refusal, 'memory-limit');
                        const first = expected.rich[streets.length];
                        assert.deepEqual(small, { before: first, reader: first, after: first, afterRefusal: first });
                    });

                    it('hands decoded tiles to a worker and takes them back', async () => {
                        const found = await run('transfer', somePaths);
                        somePaths.forEach((path, i) => {
                            const layers = expected.layers[path.split('/')[1]];
                            assert.deepEqual(found[i], { moved: true, there: layers, here: layers }, path);
                        });
                    });

                    for (const kind of ['module', 'classic', 'blob']) {
                        it(`decodes in a pool of workers: ${kind}`, async () => {
                            assert.deepEqual(await run('decodeInPool', { paths: somePaths, kind }), richOf(somePaths, expected.rich));
                        });
                    }

                    it('reads strings as WHATWG says, and finds layers by any name that is UTF-8', async () => {
                        const found = await run('readStrings', 'strings/');
                        assert.equal(found.length, STRINGS.length);
                        STRINGS.forEach((bytes, i) => {
                            const text = textOf(bytes);
                            const { found: indexes, ...rest } = found[i];
                            assert.deepEqual(rest, { name: text, keys: [text], values: [text], properties: [[text, text]], column: [text] });
                            const isText = Buffer.from(encoder.encode(text)).equals(bytes);
                            if (isText) assert.ok(indexes.includes(i), `layer ${i}`);
                        });
                    });

                    it('encodes and decodes varints', async () => {
                        const words = new Uint32Array(integers().buffer);
                        const found = await run('codeVarints', 'integers/');
                        assert.equal(Object.keys(found).length, 8);
                        const longs = words.buffer;
                        const views = { Uint32: Uint32Array, Int32: Int32Array, Sint32: Int32Array, DeltaSint32: Int32Array, Uint64: BigUint64Array, Int64: BigInt64Array, Sint64: BigInt64Array, DeltaSint64: BigInt64Array };
                        for (const [type, View] of Object.entries(views)) {
                            assert.deepEqual(found[type], { encoded: await digest(varint[`encode${type}`](new View(longs))), same: true }, type);
                        }
                    });
                });
            }
        });
    }
});
