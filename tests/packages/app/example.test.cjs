// A test of an application, for Jest.
/* global test, expect */

const { readFileSync } = require('node:fs');
const { Worker } = require('node:worker_threads');
const { decode } = require('tilewasm');
const { toGeoJSON } = require('tilewasm/geojson');
const { createPool } = require('tilewasm/pool');

const plain = (tile) => JSON.parse(JSON.stringify(tile));
const expected = JSON.parse(readFileSync('expected.json', 'utf8'));

test('decodes', () => {
    const tile = decode(readFileSync('tile.mvt'));
    expect(plain(tile)).toEqual(expected);
    expect(toGeoJSON(tile).features).toHaveLength(expected.layers.reduce((sum, { features }) => sum + features.length, 0));
});

test('decodes in a pool', async () => {
    const pool = createPool({ worker: () => new Worker(require.resolve('tilewasm/pool-worker')), size: 1 });
    expect(plain(await pool.decode(readFileSync('tile.mvt')))).toEqual(expected);
    pool.close();
});
