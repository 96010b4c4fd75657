// Bytes that one job allocates, tile by tile: node bench/memory/heap.js JOB GROUP, with --expose-gc and a large young generation.
// Called by memory.js.

import { readFileSync } from 'node:fs';
import { tilesOf } from '../support/tiles.js';
import { jobs } from './jobs.js';

const [job, group] = process.argv.slice(2);
const run = await jobs[job]();
/** So many tiles of a group are enough, evenly taken. */
const MOST_TILES = 60;

const paths = tilesOf(group);
const step = Math.ceil(paths.length / MOST_TILES);
const tiles = paths.filter((_, i) => i % step === 0).map((path) => new Uint8Array(readFileSync(path)));

// Once before counting: compiled code and caches are not a tile's.
let sink = 0;
for (const bytes of tiles) sink += run(bytes);

/** Garbage is collected outside of what is counted once there is so much of it: well before the engine would. */
const MOST_HEAP = 100e6;
const MOST_BUFFERS = 20e6;

/** Collects garbage, so that nothing of it is collected while a tile is counted. */
function collect() {
    globalThis.gc();
    return process.memoryUsage();
}

/** What a tile adds, and whether the engine collected meanwhile, as large buffers make it do. */
function count(bytes, before) {
    sink += run(bytes);
    const after = process.memoryUsage();
    const [heap, buffers] = [after.heapUsed - before.heapUsed, after.arrayBuffers - before.arrayBuffers];
    return { heap, buffers, after, collected: heap < 0 || buffers < 0 };
}

/** Garbage that goes while it is counted tells nothing: the tile is tried again, and then left out. */
const MOST_TRIES = 5;

let heapBytes = 0;
let bufferBytes = 0;
let tileBytes = 0;
let countedTiles = 0;
let start = collect();
let before = start;
for (const bytes of tiles) {
    if (before.heapUsed - start.heapUsed > MOST_HEAP || before.arrayBuffers - start.arrayBuffers > MOST_BUFFERS) start = before = collect();
    let counted = count(bytes, before);
    for (let tries = 1; counted.collected && tries < MOST_TRIES; tries++) {
        start = collect();
        counted = count(bytes, start);
    }
    before = counted.after;
    if (counted.collected) continue;
    heapBytes += counted.heap;
    bufferBytes += counted.buffers;
    tileBytes += bytes.length;
    countedTiles++;
}
if (countedTiles < tiles.length / 2) throw new Error(`${job}, ${group}: only ${countedTiles} of ${tiles.length} tiles could be counted`);
console.log(JSON.stringify({ tiles: countedTiles, bytes: tileBytes, heapBytes, bufferBytes, sink: sink % 2 }));
