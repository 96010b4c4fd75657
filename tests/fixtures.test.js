// The 74 synthetic tiles of @mapbox/mvt-fixtures. Those that break no rule read as by protobufjs; each breach is listed here with
// what is left of the feature.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createDecoder } from '../js/index.js';
import { assertLayer, partsOf } from './support/compare.js';
import { readByProtobuf } from './support/oracle.js';
import { syntheticFixtures } from './support/tiles.js';

/** Problems by fixture; every other fixture has none. `parts`: the geometry of the first feature where some of it is left out. */
const breaches = {
    '003': { problems: ['geometry:type'], parts: [] },
    '004': { problems: ['geometry:missing'], parts: [] },
    '005': { problems: ['tags:odd'] },
    '006': { problems: ['geometry:type'], parts: [] },
    '007': { problems: ['layer:version'] },
    '010': { problems: ['value:empty'] },
    '011': { problems: ['value:empty'] },
    '012': { problems: ['layer:unknown-version'] },
    '013': { problems: ['tags:key-out-of-range'] },
    '014': { problems: ['layer:no-name'] },
    '015': { problems: ['layer:duplicate-name'] },
    '016': { problems: ['geometry:type'], parts: [] }, // its bytes have no type at all
    '023': { problems: ['layer:no-name'] },
    '024': { problems: ['layer:version'] },
    '026': { problems: ['value:empty'] },
    '030': { problems: ['geometry:repeated-command'] },
    '039': { problems: ['geometry:unknown-type'], parts: [] },
    '040': { problems: ['tags:key-out-of-range'] },
    '041': { problems: ['tags:key-out-of-range', 'tags:key-out-of-range', 'tags:key-out-of-range'] },
    '042': { problems: ['tags:value-out-of-range'] },
    '044': { problems: ['geometry:unexpected-closepath', 'geometry:truncated'], parts: [] },
    '045': { problems: ['geometry:truncated'], parts: [] },
    '047': { problems: ['geometry:bad-closepath-count'], parts: [[[[3, 6], [8, 12], [20, 34], [3, 6]]]] },
    '048': { problems: ['geometry:bad-closepath-count'], parts: [[[[3, 6], [8, 12], [20, 34], [3, 6]]]] },
    '049': { problems: ['geometry:overflow'], parts: [[[2147483647, 0], [-2147483648, 1]]] },
    '050': { problems: ['geometry:overflow'], parts: [[[0, -2147483648], [-1, 2147483647]]] },
    '051': { problems: ['geometry:truncated'], parts: [] },
    '052': { problems: ['geometry:truncated'], parts: [] },
    '057': { problems: ['geometry:truncated'], parts: [] },
    '058': { problems: ['geometry:truncated', 'geometry:too-few-points'], parts: [] },
    '061': { problems: ['layer:version', 'geometry:unexpected-closepath'], parts: [[[2, 2], [2, 10], [10, 10]]] },
};

const fixtures = syntheticFixtures();

it('there are 74', () => assert.equal(fixtures.length, 74));

for (const build of ['SIMD', 'scalar']) {
    describe(`fixtures, ${build}`, () => {
        let decoder;
        before(async () => {
            decoder = await createDecoder({ simd: build === 'SIMD' });
        });

        for (const { id, description, bytes } of fixtures) {
            it(`${id}: ${description.slice(0, 100)}`, () => {
                const { problems = [], parts } = breaches[id] ?? {};
                const tile = decoder.decode(bytes);
                assert.deepEqual(tile.problems.map(({ code }) => code), problems);
                if (problems.length > 0) assertStrictThrows(decoder, bytes, problems[0]);
                if (parts) assert.deepEqual(partsOf(tile.layers[0].feature(0)), parts);
                const expected = readByProtobuf(bytes);
                assert.equal(tile.layers.length, expected.length);
                expected.forEach((layer, i) => assertLayer(tile.layers[i], layer, id, { geometry: parts === undefined }));
            });
        }
    });
}

/** Problems that break no MUST. */
const advice = new Set(['geometry:overflow', 'geometry:unknown-type', 'layer:unknown-version']);

function assertStrictThrows(decoder, bytes, code) {
    if (advice.has(code)) decoder.decode(bytes, { strict: true });
    else assert.throws(() => decoder.decode(bytes, { strict: true }), { name: 'TileError', code });
}
