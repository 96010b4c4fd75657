// One row on one group, in a process of its own: node bench/row.js ROW GROUP [BUDGET] [CLOCK]. Prints JSON. Called by run.js.

import { readFileSync } from 'node:fs';
import { runRow } from './run-row.js';
import { tilesOf } from './support/tiles.js';

const [name, group, budget = '6000', clock = 'wall'] = process.argv.slice(2);
const tiles = tilesOf(group).map((path) => {
    // Bytes of their own, as from a network: not a piece of Node's pool.
    const bytes = readFileSync(path);
    return new Uint8Array(bytes);
});
if (tiles.length === 0) throw new Error(`${group}: no tiles`);
console.log(JSON.stringify(await runRow(name, group, tiles, { budget: Number(budget), clock })));
