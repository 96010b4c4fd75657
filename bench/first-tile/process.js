// One contender's first tile in a fresh process: NAME TILE. Bundled and started by first-tile.js.

import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { timeFirstTile, timePool } from './contenders.js';

const [name, path] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(path));

const makeWorker = () => new Worker(new URL('worker.mjs', import.meta.url));

console.log(JSON.stringify(name === 'pool' ? await timePool(bytes, makeWorker) : await timeFirstTile(name, bytes)));
