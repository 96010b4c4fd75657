// How much of the C code the C tests and the kept fuzz corpus reach, in both builds. `npm run coverage` lists the lines that are left;
// docs/robustness.md says why they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VARIANTS, build, measure, summary } from './coverage/run.js';

const LEAST = 0.98;

const failure = build();
test('the programs that count lines build', () => assert.equal(failure, ''));

for (const variant of VARIANTS) {
    test(`${variant}: over 98 % of the lines of c-src are reached`, (context) => {
        const measured = measure(variant);
        context.diagnostic(summary(variant, measured));
        for (const { file, line, text } of measured.missed) context.diagnostic(`not reached: ${file}:${line}: ${text}`);
        assert.ok(measured.reached / measured.lines > LEAST);
    });
}
