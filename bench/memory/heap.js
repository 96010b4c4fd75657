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

/** Below what the young generation takes, so that nothing is collected while it is counted. */
const MOST_UNCOUNTED = 200e6;

/** Bytes in use now, garbage included. */
function inUse() {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return { heapUsed, arrayBuffers };
}

let heapBytes = 0;
let bufferBytes = 0;
for (let i = 0; i < tiles.length; ) {
    globalThis.gc();
    const before = inUse();
    let after = before;
    for (; i < tiles.length && after.heapUsed - before.heapUsed < MOST_UNCOUNTED; i++) {
        sink += run(tiles[i]);
        after = inUse();
        if (after.heapUsed < before.heapUsed) throw new Error(`${job}, ${group}: garbage was collected while it was counted`);
    }
    heapBytes += after.heapUsed - before.heapUsed;
    bufferBytes += after.arrayBuffers - before.arrayBuffers;
}
console.log(JSON.stringify({ tiles: tiles.length, bytes: tiles.reduce((sum, bytes) => sum + bytes.length, 0), heapBytes, bufferBytes, sink: sink % 2 }));
