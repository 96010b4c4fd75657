// npm run bench:all: everything that is measured, one after the other, into bench/results/*.json, of which `npm run bench:report` makes
// docs/benchmarks.md. About 40 minutes on a quiet machine.
//
//     npm run bench:all [-- --quick] [--only NAME] [--clock cpu]
//
// --quick takes short rounds into build/bench/results/ instead, to see that everything runs. --only takes one or several files' names
// (node, chromium, firefox, count, ...). --clock cpu is for what runs in Node: processor time, on a busy machine.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { resultNames, resultsFolder } from './report/read.js';
import { corpusFolder, tilesOf } from './support/tiles.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const { values: options } = parseArgs({
    options: {
        quick: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        clock: { type: 'string', default: 'wall' },
    },
});

/**
 * The script of each file of results, the milliseconds for the rounds of a row (quick ones second), and further arguments.
 *
 * @type {Record<string, { script: string, budget?: [number, number], more?: string[], quick?: string[], browser?: string }>}
 */
const steps = {
    size: { script: 'size.js' },
    count: { script: 'count/count.js' },
    memory: { script: 'memory/memory.js' },
    node: { script: 'run.js', budget: [3000, 300] },
    chromium: { script: 'run.js', budget: [2000, 300], browser: 'chromium' },
    firefox: { script: 'run.js', budget: [2000, 300], browser: 'firefox' },
    stages: { script: 'stages/stages.js', budget: [2000, 200] },
    triangulate: { script: 'triangulate.js', budget: [3000, 200] },
    'triangulate-chromium': { script: 'triangulate.js', budget: [3000, 200], browser: 'chromium' },
    algorithms: { script: 'triangulate/algorithms.js', budget: [2000, 200] },
    kernels: { script: 'kernels.js', budget: [600, 60], quick: ['--only', 'vector tiles'] },
    'kernels-chromium': { script: 'kernels.js', budget: [200, 30], browser: 'chromium', quick: ['--only', 'vector tiles'] },
    renderers: { script: 'renderers/renderers.js', more: ['--runs', '3'], quick: ['--runs', '1'] },
    growth: { script: 'growth/growth.js', budget: [800, 100] },
    'first-tile': { script: 'first-tile/first-tile.js', browser: 'chromium', more: ['--runs', '15'], quick: ['--runs', '3'] },
};

const unknown = options.only?.find((name) => !resultNames.includes(name));
if (unknown) throw new Error(`--only ${unknown}: known are ${resultNames.join(', ')}`);

const folder = options.quick ? join(root, 'build/bench/results') : resultsFolder;
mkdirSync(folder, { recursive: true });

if (tilesOf('corpus').length === 0) console.log(`no tiles of the group corpus: TILEWASM_CORPUS or ${corpusFolder} would hold them`);

const failed = [];
for (const [name, { script, budget, more = [], quick = more, browser }] of Object.entries(steps)) {
    if (options.only && !options.only.includes(name)) continue;
    const words = [`${root}bench/${script}`, '--json', join(folder, `${name}.json`), ...(options.quick ? quick : more)];
    if (budget) words.push('--budget', String(budget[options.quick ? 1 : 0]));
    if (browser) words.push('--browser', browser);
    else if (budget) words.push('--clock', options.clock);
    const start = performance.now();
    console.log(`\n==== ${name}: node ${words.join(' ').replaceAll(root, '')}\n`);
    const { status } = spawnSync(process.execPath, ['--no-warnings', ...words], { cwd: root, stdio: 'inherit' });
    console.log(`\n==== ${name}: ${status === 0 ? 'done' : 'FAILED'} after ${((performance.now() - start) / 1000).toFixed(0)} s`);
    if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
    console.error(`failed: ${failed.join(', ')}`);
    process.exitCode = 1;
}
