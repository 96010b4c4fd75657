// npm run bench:stages: where the time of a decode goes, stage by stage, and what the objects alone take that some peers' APIs ask for.
//
//     npm run bench:stages [-- --group NAME] [--budget MS] [--clock cpu] [--json FILE]
//
// The stages of a decode are cumulative: each is a request that asks for more than the one above it, so that the difference of two lines is the stage.
// Objects are made of arrays that were decoded beforehand: what a row with these objects would take if decoding took no time. Adapters: decoding
// for each, its objects alone, itself and its peer. Each line runs in a process of its own. In Node only.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeResults } from '../support/machine.js';
import { readOptions } from '../support/options.js';
import { printTable } from '../support/table.js';
import { groups, tilesOf } from '../support/tiles.js';
import { PARTS, adapters } from './adapters.js';
import { objects, stages } from './kinds.js';

const options = readOptions(3000, { group: { type: 'string', multiple: true } });
const run = promisify(execFile);
const script = fileURLToPath(new URL('one.js', import.meta.url));

/** @param {string} kind @param {string} group @returns {Promise<number>} milliseconds for all tiles of the group */
async function measure(kind, group) {
    const { stdout } = await run(process.execPath, [script, kind, group, String(options.budget), options.clock]);
    return Number(stdout);
}

const wanted = (options.group ?? groups).filter((group) => tilesOf(group).length > 0);

/** @param {string[]} kinds @returns {Promise<Record<string, Record<string, number>>>} milliseconds by kind and group */
async function measureAll(kinds) {
    const lines = Object.fromEntries(kinds.map((kind) => [kind, {}]));
    for (const group of wanted) for (const kind of kinds) lines[kind][group] = await measure(kind, group);
    return lines;
}

const lines = await measureAll([...Object.keys(stages), ...Object.keys(objects)]);
for (const [title, some] of Object.entries({ 'of a decode, milliseconds up to here': stages, 'objects alone, milliseconds': objects })) {
    printTable([
        ['', ...wanted, title],
        ...Object.keys(some).map((kind) => ['', ...wanted.map((group) => lines[kind][group].toFixed(2)), some[kind].title]),
    ]);
    console.log();
}

/** @type {any} */
const results = { groups: wanted };
for (const [name, some] of Object.entries({ stages, objects })) {
    results[name] = Object.keys(some).map((kind) => ({ kind, title: some[kind].title, milliseconds: lines[kind] }));
}
results.adapters = [];
for (const [kind, { title, against }] of Object.entries(adapters)) {
    const ofParts = await measureAll(PARTS.map((part) => `${kind}:${part}`));
    const parts = Object.fromEntries(PARTS.map((part) => [part, ofParts[`${kind}:${part}`]]));
    results.adapters.push({ kind, title, against, parts });
    printTable([['', ...wanted, `${title}, milliseconds`], ...PARTS.map((part) => ['', ...wanted.map((group) => parts[part][group].toFixed(1)), part])]);
    console.log();
}
writeResults(options.json, results);
