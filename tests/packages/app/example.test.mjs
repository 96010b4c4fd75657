// A test of an application, for Vitest.

import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { decode } from 'tilewasm';
import { toGeoJSON } from 'tilewasm/geojson';
import { createPool } from 'tilewasm/pool';
import { expect, test } from 'vitest';

const plain = (tile) => JSON.parse(JSON.stringify(tile));
const expected = JSON.parse(readFileSync('expected.json', 'utf8'));

test('decodes', () => {
    const tile = decode(readFileSync('tile.mvt'));
    expect(plain(tile)).toEqual(expected);
    expect(toGeoJSON(tile).features).toHaveLength(expected.layers.reduce((sum, { features }) => sum + features.length, 0));
});

test('decodes in a pool', async () => {
    const pool = createPool({ worker: () => new Worker(new URL('./tile.worker.mjs', import.meta.url)), size: 1 });
    expect(plain(await pool.decode(readFileSync('tile.mvt')))).toEqual(expected);
    pool.close();
});
