// The package outside of a browser, as an ES module: main thread, and a pool of workers. Node, Bun and Deno run it; the tile comes by
// standard input, so that Deno needs no permission to read.

import { Buffer } from 'node:buffer';
import process from 'node:process';
import { decode } from 'tilewasm';
import { toGeoJSON } from 'tilewasm/geojson';
import { createPool } from 'tilewasm/pool';
import { makeWorker } from './make-worker.mjs';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const bytes = new Uint8Array(Buffer.concat(chunks));

const pool = createPool({ worker: makeWorker, size: 1 });
const tile = decode(bytes);
const results = { tile, featureCount: toGeoJSON(tile).features.length, tileOfPool: await pool.decode(bytes) };
pool.close();
process.stdout.write(JSON.stringify(results));
