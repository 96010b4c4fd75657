// npm run bench:stages: where the time of a decode goes, stage by stage, and what the objects alone take that some peers' APIs ask for.
//
//     npm run bench:stages [-- --group NAME] [--budget MS] [--clock cpu] [--json FILE]
//
// The stages of a decode are cumulative: each is a request that asks for more than the one above it, so that the difference of two lines is the stage.
// Objects are made of arrays that were decoded beforehand: what a row with these objects would take if decoding took no time. Each line runs in a
// process of its own. In Node only.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeResults } from '../support/machine.js';
import { readOptions } from '../support/options.js';
import { printTable } from '../support/table.js';
import { groups, tilesOf } from '../support/tiles.js';
import { objects, stages } from './kinds.js';

const options = readOptions(3000, { group: { type: 'string', multiple: true } });
const run = promisify(execFile);
const script = fileURLToPath(new URL('one.js', import.meta.url));

/** @param {string} kind @param {string} group @returns {Promise<number>} milliseconds for all tiles of the group */
async function measure(kind, group) {
    const { stdout } = await run(process.execPath, [script, kind, group, String(options.budget), options.clock]);
    return Number(stdout);
}

const kinds = { ...stages, ...objects };
const lines = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, {}]));
const wanted = (options.group ?? groups).filter((group) => tilesOf(group).length > 0);
for (const group of wanted) for (const kind in kinds) lines[kind][group] = await measure(kind, group);

for (const [title, some] of Object.entries({ 'of a decode, milliseconds up to here': stages, 'objects alone, milliseconds': objects })) {
    printTable([
        ['', ...wanted, title],
        ...Object.keys(some).map((kind) => ['', ...wanted.map((group) => lines[kind][group].toFixed(2)), some[kind].title]),
    ]);
    console.log();
}
const toLines = (some) => Object.entries(some).map(([kind, { title }]) => ({ kind, title, milliseconds: lines[kind] }));
writeResults(options.json, { groups: wanted, stages: toLines(stages), objects: toLines(objects) });
