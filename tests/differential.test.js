// Random tiles and random geometry, decoded by every build, against independent readers. The long run is
// `npm run test:differential`: ten times as many.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildEngines } from './differential/engines.js';
import { STREAMS, testGeometry } from './differential/geometry.js';
import { testTiles } from './differential/tiles.js';

const RUNS = 30_000 * Number(process.env.DIFFERENTIAL_TIMES ?? 1);
const number = (value) => value.toLocaleString('en');

const failure = buildEngines();
test('the builds that are compared', () => assert.equal(failure, ''));

test(`${number(RUNS)} edited tiles read as protobufjs reads them`, (context) => {
    const tally = testTiles(1, RUNS);
    // About as many are right as not, or the test would be about little.
    assert.ok(tally.accepted > 0.3 && tally.accepted < 0.7, String(tally));
    context.diagnostic(String(tally));
});

test(`${number(RUNS)} geometry streams are drawn as the model draws them`, (context) => {
    const { kept, problems } = testGeometry(1, RUNS / STREAMS);
    assert.ok(kept > RUNS / 2 && kept < RUNS && problems > RUNS / 4);
    context.diagnostic(`${number(kept)} streams kept something, ${number(problems)} problems`);
});
