// npm run bench:triangulate: triangulate() beside earcut, by size of polygon and by kind of growth.
//
//     npm run bench:triangulate [-- --browser] [--budget MS] [--clock cpu] [--only sizes|growth]
//
// Polygons are those of the 207 tiles; a call takes the polygons of one size of one tile, earcut takes them one by one from flat
// arrays made beforehand. Both sides of a line run interleaved. With --browser the same in Chromium and Firefox.

import { parseArgs } from 'node:util';
import { bundlePages, openBrowsers, runPage, serve } from './browser/drive.js';
import { printTable } from './support/table.js';
import { readTiles } from './support/read-tiles.js';
import { measureGrowth, measureSizes } from './triangulate/measure.js';

const { values: options } = parseArgs({
    options: {
        browser: { type: 'boolean' },
        budget: { type: 'string', default: '4000' },
        clock: { type: 'string', default: 'wall' },
        only: { type: 'string' },
    },
});

const measurements = { sizes: measureSizes, growth: measureGrowth };
const names = options.only ? [options.only] : Object.keys(measurements);
const settings = { budget: Number(options.budget), clock: options.clock };
const number = (value) => (Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 1) : '-');

function print(engine, name, lines) {
    console.log(`${engine}, ${name}`);
    printTable([
        ['polygons', 'number', 'vertices', 'earcut ms', 'tilewasm ms', 'ns a vertex', 'ratio'],
        ...lines.map((line) => [
            line.label,
            String(line.polygons),
            String(line.vertices),
            number(line.theirs),
            number(line.ours),
            number((line.ours * 1e6) / line.vertices),
            number(line.ratio),
        ]),
    ]);
    console.log();
}

async function inBrowsers() {
    await bundlePages(['triangulate.js']);
    const server = await serve();
    for (const browser of await openBrowsers()) {
        for (const name of names) {
            const query = new URLSearchParams({ measurement: name, budget: options.budget });
            print(browser.name, name, await runPage(browser, `${server.origin}/triangulate.html?${query}`));
        }
        await browser.close();
    }
    server.close();
}

if (options.browser) {
    await inBrowsers();
} else {
    for (const name of names) print(`Node ${process.versions.node}`, name, await measurements[name](readTiles, settings));
}
