// Replays the kept corpus of every fuzz target, then fuzzes each for a short while. Longer: npm run fuzz -- SECONDS.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VARIANTS, build, fuzz, replay, summary, targets } from './fuzz/run.js';

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 2);

const failure = build();
test('the fuzz targets build', () => assert.equal(failure, ''));

for (const target of targets) {
    for (const variant of VARIANTS) {
        test(`${target}, ${variant}`, async (context) => {
            const replayed = await replay(variant, target);
            assert.equal(replayed.status, 0, replayed.output);
            const result = await fuzz(variant, target, SECONDS);
            assert.equal(result.status, 0, result.output);
            context.diagnostic(summary(variant, target, result));
        });
    }
}
