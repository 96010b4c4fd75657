// Bytes that one job allocates, tile by tile: node bench/memory/heap.js JOB GROUP, with --expose-gc and a large young generation.
// Called by memory.js.

import { readFileSync } from 'node:fs';
import { tilesOf } from '../support/tiles.js';
import { jobs } from './jobs.js';

const [job, group] = process.argv.slice(2);
const run = await jobs[job]();
const tiles = tilesOf(group).map((path) => new Uint8Array(readFileSync(path)));

// Once before counting: compiled code and caches are not a tile's.
let sink = 0;
for (const bytes of tiles) sink += run(bytes);

let heapBytes = 0;
let bufferBytes = 0;
for (const bytes of tiles) {
    globalThis.gc();
    const before = process.memoryUsage();
    sink += run(bytes);
    const after = process.memoryUsage();
    heapBytes += Math.max(0, after.heapUsed - before.heapUsed);
    bufferBytes += Math.max(0, after.arrayBuffers - before.arrayBuffers);
}
console.log(JSON.stringify({ tiles: tiles.length, bytes: tiles.reduce((sum, bytes) => sum + bytes.length, 0), heapBytes, bufferBytes, sink: sink % 2 }));
