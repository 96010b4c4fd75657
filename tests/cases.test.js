// The odd tiles of tests/cases, in both builds, by decode and by open.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { createDecoder } from '../js/index.js';
import { toGeoJSON } from '../js/geojson.js';
import { outcomeOf, plainLayer } from './support/outcome.js';

const folder = new URL('./cases/', import.meta.url);
const cases = JSON.parse(readFileSync(new URL('cases.json', folder), 'utf8'));
const bytesOf = ({ file }) => new Uint8Array(readFileSync(new URL(file, folder)));
const caseNamed = (id) => cases.find((each) => each.id === id);

for (const build of ['SIMD', 'scalar']) {
    describe(`odd tiles, ${build}`, () => {
        let decoder;
        before(async () => {
            decoder = await createDecoder({ simd: build === 'SIMD' });
        });

        for (const { id, title, file, harness, expect } of cases) {
            it(`${id}: ${title}`, () => {
                const bytes = bytesOf({ file });
                const decoded = outcomeOf(() => decoder.decode(bytes, harness?.options));
                const opened = outcomeOf(() => {
                    const reader = decoder.open(bytes);
                    try {
                        return reader.decode(harness?.options);
                    } finally {
                        reader.close();
                    }
                });
                assert.deepEqual(opened, decoded);
                if (!expect.summary) return assert.deepEqual(decoded, expect);
                return checkSummary(decoder.decode(bytes), expect);
            });
        }

        it('a01: views at any offset of a larger buffer, and shared memory', () => {
            const { harness, expect, file } = caseNamed('a01-byteoffset');
            const bytes = bytesOf({ file });
            for (let offset = 0; offset <= 8; offset++) {
                for (const Buffer of [ArrayBuffer, SharedArrayBuffer]) {
                    const larger = new Uint8Array(new Buffer(offset + bytes.length + harness.padAfter)).fill(0xff);
                    larger.set(bytes, offset);
                    const view = larger.subarray(offset, offset + bytes.length);
                    assert.deepEqual(outcomeOf(() => decoder.decode(view)), expect);
                    assert.deepEqual(outcomeOf(() => decoder.decode(new DataView(view.buffer, offset, bytes.length))), expect);
                }
            }
        });

        it('a03: results outlive the input and a growth of memory', () => {
            const { expect, file } = caseNamed('a03-detached-input');
            const bytes = bytesOf({ file });
            const tile = decoder.decode(bytes);
            const reader = decoder.open(bytes);
            const { positions } = tile.layers[0].points;
            structuredClone(bytes, { transfer: [bytes.buffer] });
            assert.deepEqual(plainLayer(tile.layers[0]), expect.layers[0]);
            const larger = decoder.decode(bytesOf(caseNamed('s03-100k-vertex-polygon')), { positions: 'float64' });
            assert.equal(larger.layers[0].polygons.positions.length, 200002);
            assert.deepEqual([...positions], [25, 17]);
            assert.deepEqual(plainLayer(tile.layers[0]), expect.layers[0]);
            assert.deepEqual(plainLayer(reader.layer(0).decode()), expect.layers[0]);
            reader.close();
            assert.throws(() => decoder.decode(bytes), { name: 'TileError', code: 'bad-input', message: /detached/ });
        });

        it('a04: a result survives structuredClone and JSON.stringify', () => {
            const tile = decoder.decode(bytesOf(caseNamed('a04-bigint-json')));
            const [feature] = tile.layers[0];
            assert.equal(feature.id, 9007199254740993n);
            assert.equal(structuredClone(feature).id, 9007199254740993n);
            assert.equal(JSON.parse(JSON.stringify(feature)).id, '9007199254740993');
            const json = JSON.parse(JSON.stringify(tile));
            assert.deepEqual(json.layers[0].features.map(({ id }) => id), ['9007199254740993', 1]);
            assert.deepEqual(json.problems, []);
        });

        it('l10: layers of different extents fall together', () => {
            const bytes = bytesOf(caseNamed('l10-mixed-extents'));
            for (const feature of toGeoJSON(decoder.decode(bytes), { x: 0, y: 0, z: 0 }).features) {
                assert.deepEqual(feature.geometry, { type: 'Point', coordinates: [0, 0] });
            }
            for (const positions of ['float32', 'float64']) {
                for (const layer of decoder.decode(bytes, { positions, coordinates: 'unit' }).layers) {
                    assert.deepEqual([...layer.points.positions], [0.5, 0.5]);
                }
                for (const layer of decoder.decode(bytes, { positions, coordinates: { x: 0, y: 0, z: 0 } }).layers) {
                    assert.deepEqual([...layer.points.positions], [0, 0]);
                }
            }
        });

        it('l09: an extent of 0 gives no place, and never NaN', () => {
            const bytes = bytesOf(caseNamed('l09-extent-zero'));
            for (const coordinates of ['unit', { scale: [1, 1], offset: [0, 0] }, { x: 0, y: 0, z: 0 }]) {
                const tile = decoder.decode(bytes, { coordinates });
                assert.deepEqual(tile.problems.map(({ code, layer }) => [code, layer]), [['layer:extent', 0]]);
                assert.equal(tile.layers[0].points.length, 0);
                assert.equal(tile.layers[0].points.positions.length, 0);
                assert.equal(tile.layers[1].points.length, 1);
                assert.ok(tile.layers[1].points.positions.every(Number.isFinite));
            }
            const [nowhere, somewhere] = toGeoJSON(decoder.decode(bytes), { x: 0, y: 0, z: 0 }).features;
            assert.equal(nowhere.geometry, null);
            assert.ok(somewhere.geometry.coordinates.every(Number.isFinite));
        });
    });
}

function checkSummary(tile, { summary, problems }) {
    if (typeof problems === 'number') assert.equal(tile.problemCount, problems);
    else assert.deepEqual(tile.problems, problems);
    const layer = tile.layers.at(-1);
    const last = layer.feature(layer.length - 1);
    if (summary.layers) assert.equal(tile.layers.length, summary.layers);
    if (summary.features) assert.equal(layer.length, summary.features);
    if (summary.vertices) assert.equal(layer.polygons.positions.length, 2 * summary.vertices);
    if (summary.lastLayer) assert.deepEqual(plainLayer(layer), summary.lastLayer);
    if (summary.lastStringLength) assert.equal(Object.values(last.properties)[0].length, summary.lastStringLength);
    if (summary.propsPerFeature) {
        for (let i = 0; i < layer.length; i++) assert.equal(Object.keys(layer.properties(i)).length, summary.propsPerFeature);
    }
    if (summary.last) {
        assert.equal(String(last.id), summary.last.id);
        for (const [key, value] of Object.entries(summary.last.props)) assert.equal(last.properties[key], value);
    }
}
