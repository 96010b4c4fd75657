// docs/api.md says what the declarations say. Run by `npm run test:packages`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeApi } from '../../scripts/api.js';

test('docs/api.md is up to date (`npm run api` makes it)', () => {
    assert.equal(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8'), describeApi());
});
