// The package by require().

const { decode } = require('tilewasm');
const { toGeoJSON } = require('tilewasm/geojson');
const { createPool } = require('tilewasm/pool');
const { readFileSync } = require('node:fs');
const { Worker } = require('node:worker_threads');

async function main() {
    const bytes = readFileSync('tile.mvt');
    const pool = createPool({ worker: () => new Worker(require.resolve('tilewasm/pool-worker')), size: 1 });
    const tile = decode(bytes);
    const results = { tile, featureCount: toGeoJSON(tile).features.length, tileOfPool: await pool.decode(bytes) };
    pool.close();
    process.stdout.write(JSON.stringify(results));
}

main();
