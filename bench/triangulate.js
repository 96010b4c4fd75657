// npm run bench:triangulate: triangulateInto() (recycled) and triangulate() (fresh) beside earcut, by size of polygon and by kind of growth.
//
//     npm run bench:triangulate [-- --browser NAME] [--budget MS] [--clock cpu] [--only sizes|growth] [--json FILE]
//
// Polygons are those of the 207 tiles; a call takes the polygons of one size of one tile, earcut takes them one by one from flat
// arrays made beforehand. The areas of both sides' triangles are checked first. Both sides of a line run interleaved.
// --browser as support/options.js says.

import { openBrowsers, runPage, serve } from './browser/drive.js';
import { writeResults } from './support/machine.js';
import { readOptions } from './support/options.js';
import { readTiles } from './support/read-tiles.js';
import { printTable } from './support/table.js';
import { measureGrowth, measureSizes } from './triangulate/measure.js';

const options = readOptions(4000, { only: { type: 'string' } });
const measurements = { sizes: measureSizes, growth: measureGrowth };
const names = options.only ? [options.only] : Object.keys(measurements);
if (!names.every((name) => measurements[name])) throw new Error(`--only ${options.only}: sizes or growth is wanted`);
const number = (value) => (Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 1) : '-');

function print(engine, name, lines) {
    console.log(`${engine}, ${name}`);
    printTable([
        ['polygons', 'number', 'vertices', 'earcut ms', 'recycled ms', 'fresh ms', 'ns a vertex', 'ratio', 'fresh ratio'],
        ...lines.map((line) => [
            line.label,
            String(line.polygons),
            String(line.vertices),
            number(line.theirs),
            number(line.ours),
            number(line.fresh),
            number((line.ours * 1e6) / line.vertices),
            number(line.ratio),
            number(line.freshRatio),
        ]),
    ]);
    console.log();
}

/** @returns {Promise<{ engine: string, measurement: string, lines: object[] }[]>} */
async function inNode() {
    const engine = `Node ${process.versions.node}`;
    const results = [];
    for (const measurement of names) {
        const lines = await measurements[measurement](readTiles, { budget: options.budget, clock: options.clock });
        print(engine, measurement, lines);
        results.push({ engine, measurement, lines });
    }
    return results;
}

async function inBrowsers() {
    const server = await serve(['triangulate.js']);
    const results = [];
    for (const browser of await openBrowsers(options.browser)) {
        for (const measurement of names) {
            const query = new URLSearchParams({ measurement, budget: String(options.budget) });
            const lines = await runPage(browser, `${server.origin}/triangulate.html?${query}`);
            print(browser.name, measurement, lines);
            results.push({ engine: browser.name, measurement, lines });
        }
        await browser.close();
    }
    server.close();
    return results;
}

writeResults(options.json, { triangulate: options.browser ? await inBrowsers() : await inNode() });
