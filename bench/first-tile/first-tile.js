// npm run bench:first-tile [-- --json FILE] [--browser NAME] [--runs N]: how long the first tile takes, from the import on, in a
// fresh process (or page) each time: the library beside its peers, and a pool of two workers. One tile of about 60 kB.

import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBrowsers, runPage, serve } from '../browser/drive.js';
import { median } from '../measure.js';
import { bundle } from '../support/bundle.js';
import { writeResults } from '../support/machine.js';
import { readOptions } from '../support/options.js';
import { printTable } from '../support/table.js';
import { tilesOf } from '../support/tiles.js';
import { contenders } from './contenders.js';

const options = readOptions(1, { runs: { type: 'string', default: '15' } });
const runs = Number(options.runs);
const run = promisify(execFile);

/** The tile of the streets that is nearest to 60 kB. */
const streets = tilesOf('streets');
const distance = (path) => Math.abs(statSync(path).size - 60000);
const tile = streets.reduce((best, path) => (distance(path) < distance(best) ? path : best));

const folder = await bundle(['first-tile/process.js', 'first-tile/worker.js'], 'first-tile', 'node');

async function inNode(name) {
    const { stdout } = await run(process.execPath, ['--no-warnings', join(folder, 'process.mjs'), name, tile]);
    return JSON.parse(stdout);
}

/** Contenders in turn, run after run; the median of each part. */
async function measure(engine, names, once) {
    const times = Object.fromEntries(names.map((name) => [name, []]));
    for (let i = 0; i < runs; i++) for (const name of names) times[name].push(await once(name));
    return names.map((name) => {
        const part = (key) => median(times[name].map((each) => each[key]));
        return { engine, contender: name, import: part('import'), first: part('first'), second: part('second'), total: part('total') };
    });
}

function print(results) {
    const text = (value) => value.toFixed(2);
    printTable([
        ['milliseconds', 'import', 'first tile', 'total', 'second tile', 'engine'],
        ...results.map((result) => [result.contender, text(result.import), text(result.first), text(result.total), text(result.second), result.engine]),
    ]);
    console.log();
}

const names = Object.keys(contenders);
const results = await measure(`Node ${process.versions.node}`, [...names, 'pool'], inNode);
console.log(`first tile, ${statSync(tile).size.toLocaleString('en')} bytes, median of ${runs} fresh processes or pages\n`);
print(results);
if (options.browser) {
    const server = await serve(['first-tile.js']);
    for (const browser of await openBrowsers(options.browser)) {
        const number = `streets/${streets.indexOf(tile)}`;
        const inPage = (contender) => runPage(browser, `${server.origin}/first-tile.html?${new URLSearchParams({ contender, tile: number })}`);
        const measured = await measure(browser.name, [...names, 'pool'], inPage);
        print(measured);
        results.push(...measured);
        await browser.close();
    }
    server.close();
}
writeResults(options.json, { tileBytes: statSync(tile).size, runs, firstTile: results });
