// npm run bench:memory [-- --json FILE]: linear memory for the largest tile, bytes out a byte in, and what a tile leaves on the
// JavaScript heap for the garbage collector, beside the peers: counts, for which a busy machine does not matter. What fresh memory costs.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodeRequest, readRequest } from '../../js/request.js';
import { writeResults } from '../support/machine.js';
import { openModule } from '../support/module.js';
import { readOptions } from '../support/options.js';
import { printTable } from '../support/table.js';
import { groups, tilesOf } from '../support/tiles.js';
import { freshMemory } from './fresh.js';
import { jobs } from './jobs.js';
import { keptMemory } from './kept.js';

const options = readOptions(1);

const requests = {
    'structure, keys and values': { positions: false, types: [] },
    'int16, no properties': { positions: 'int16', properties: false },
    'int32, no properties': { positions: 'int32', properties: false },
    int16: { positions: 'int16' },
    int32: { positions: 'int32' },
    float32: { positions: 'float32' },
    float64: { positions: 'float64' },
    'int32, triangles': { positions: 'int32', triangles: true },
};

const read = (path) => new Uint8Array(readFileSync(path));
const text = (value) => value.toLocaleString('en', { maximumFractionDigits: 2 });

/** Memory that a fresh instance has after one tile, and the length of its result. */
function linearMemory(bytes, request) {
    const module = openModule();
    const length = module.decode(bytes, encodeRequest(readRequest(request)));
    return { peak: module.size(), length };
}

const wanted = groups.filter((group) => tilesOf(group).length > 0);
const largest = wanted.flatMap(tilesOf).map(read).reduce((best, bytes) => (bytes.length > best.length ? bytes : best));

const smallest = tilesOf(wanted[0]).map(read).reduce((best, bytes) => (bytes.length < best.length ? bytes : best));

const linear = [];
for (const [name, request] of Object.entries(requests)) {
    const { peak, length } = linearMemory(largest, request);
    const ratios = wanted.map((group) => {
        const module = openModule();
        const encoded = encodeRequest(readRequest(request));
        const tiles = tilesOf(group).map(read);
        const out = tiles.reduce((sum, bytes) => sum + module.decode(bytes, encoded), 0);
        return out / tiles.reduce((sum, bytes) => sum + bytes.length, 0);
    });
    const kept = await keptMemory(largest, smallest, request);
    linear.push({ request: name, peak, kept, length, ratios: Object.fromEntries(wanted.map((group, i) => [group, ratios[i]])) });
}

console.log(`largest tile: ${text(largest.length)} bytes; linear memory of a fresh instance after it, what the library keeps of it behind the next tile, and bytes out a byte in\n`);
printTable([
    ['request', 'linear memory', 'a byte of tile', 'kept', 'result', ...wanted],
    ...linear.map(({ request, peak, kept, length, ratios }) => [request, text(peak), text(peak / largest.length), text(kept), text(length), ...wanted.map((group) => text(ratios[group]))]),
]);

/** Each job in a process of its own, with a young generation so large that nothing is collected while it is counted. */
function heap(job, group) {
    const script = fileURLToPath(new URL('heap.js', import.meta.url));
    const flags = ['--expose-gc', '--no-warnings', '--min-semi-space-size=512', '--max-semi-space-size=512'];
    return { job, group, ...JSON.parse(execFileSync(process.execPath, [...flags, script, job, group], { encoding: 'utf8' })) };
}

const heaps = wanted.flatMap((group) => Object.keys(jobs).map((job) => heap(job, group)));
console.log('\na tile of each group on average: bytes allocated on the JavaScript heap, and bytes of array buffers\n');
printTable([
    ['job', 'group', 'heap bytes', 'buffer bytes', 'heap bytes a byte of tile'],
    ...heaps.map(({ job, group, heapBytes, bufferBytes, tiles, bytes }) => [job, group, text(Math.round(heapBytes / tiles)), text(Math.round(bufferBytes / tiles)), text(heapBytes / bytes)]),
]);

const fresh = freshMemory();
console.log(`\nthe first touch of a page of fresh memory takes ${text(fresh.pageNanoseconds)} ns here; microseconds of a copy out of linear memory\n`);
printTable([
    ['bytes', 'into a new buffer', 'into one used before'],
    ...fresh.copies.map(({ length, fresh: made, recycled }) => [text(length), text(made), text(recycled)]),
]);
writeResults(options.json, { largestTile: largest.length, linear, heaps, fresh });
