// One side of one row under V8's profiler: ROW SIDE MILLISECONDS OUTPUT, paths of tiles on standard input; SIDE graded is the one that
// a goal is compared with. Bundled and started by bench/profile.js.

import { readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { rows } from '../rows/index.js';

const [name, wanted, milliseconds, outputStart] = process.argv.slice(2);
const tiles = readFileSync(0, 'utf8').trim().split('\n').map((path) => new Uint8Array(readFileSync(path)));

const { default: row } = await rows[name]();
const work = await row.prepare(tiles, { group: '', clock: 'wall' });
const side = wanted !== 'graded' ? wanted : work.recycled ? 'recycled' : 'fresh';
if (!work[side]) throw new Error(`${name} has no side "${side}", but ${Object.keys(work).filter((key) => /fresh|recycled|theirs/i.test(key)).join(', ')}`);

let sink = 0;
/** Passes for so long; how many. */
function runFor(time) {
    const end = performance.now() + time;
    let passes = 0;
    while (performance.now() < end) {
        for (let i = 0; i < tiles.length; i++) sink += work[side](tiles[i]);
        passes++;
    }
    return passes;
}

// The engine compiles, buffers grow.
runFor(1000);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 200 });
await session.post('Profiler.start');
const passes = runFor(Number(milliseconds));
const { profile } = await session.post('Profiler.stop');
const output = `${outputStart}-${side}.cpuprofile`;
writeFileSync(output, JSON.stringify(profile));
console.log(JSON.stringify({ side, output, passes, sink: sink % 2 }));
