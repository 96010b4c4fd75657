// npm run bench: the library beside its peers, row by row and group by group.
//
//     npm run bench [-- --row NAME] [--group NAME] [--browser NAME] [--json FILE] [--budget MS] [--clock cpu]
//
// Each row runs in a process (with --browser: a page) of its own, on one group of tiles, the library and the peer interleaved, after
// their outputs were found equal. Ratios are medians of the rounds' ratios, times are medians. "recycled" decodes into a buffer
// that the caller keeps (decodeInto) and is what the goal is compared with; "fresh" allocates each result; "copying" is the time of
// only copying the input in and the result out. TILEWASM_CORPUS names a folder of further tiles (group "corpus"). The other options are
// those of support/options.js.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nodeOnly, rows } from './rows/index.js';
import { writeResults } from './support/machine.js';
import { readOptions } from './support/options.js';
import { printTable } from './support/table.js';
import { corpusFolder, groups, tilesOf } from './support/tiles.js';

const options = readOptions(6000, { row: { type: 'string', multiple: true }, group: { type: 'string', multiple: true } });

const run = promisify(execFile);

/** @param {string} row @param {string} group */
async function inNode(row, group) {
    const script = fileURLToPath(new URL('row.js', import.meta.url));
    const { stdout } = await run(process.execPath, ['--no-warnings', script, row, group, String(options.budget), options.clock], { maxBuffer: 1 << 26 });
    return { engine: `Node ${process.versions.node}`, ...JSON.parse(stdout) };
}

const milliseconds = (side) => (side ? side.median.toFixed(side.median < 10 ? 2 : 1) : '-');
const times = (value) => (Number.isFinite(value) ? value.toFixed(2) : '-');

const heading = ['row', 'recycled', 'fresh', 'peer', 'copying', 'x copying', 'ratio', 'goal', 'fresh ratio', 'rounds', 'compared', 'against'];

function cells(result) {
    const { sides } = result;
    return [result.title, milliseconds(sides.recycled), milliseconds(sides.fresh), milliseconds(sides.theirs), milliseconds(sides.copying),
        times(sides[result.graded].median / sides.copying.median), times(result.ratio), result.goal === undefined ? '-' : String(result.goal), times(result.freshRatio), String(result.rounds),
        String(result.compared), result.peer];
}

async function main() {
    const unknown = options.row?.find((name) => !rows[name]);
    if (unknown) throw new Error(`--row ${unknown}: rows are ${Object.keys(rows).join(', ')}`);
    const names = (options.row ?? Object.keys(rows)).filter((name) => !options.browser || !nodeOnly.has(name));
    const wanted = (options.group ?? groups).filter((group) => {
        const there = tilesOf(group).length > 0;
        if (!there) console.log(`${group}: no tiles; TILEWASM_CORPUS or ${corpusFolder} would hold them\n`);
        return there;
    });
    const engines = options.browser ? await (await import('./browser/drive.js')).openEngines(options.browser) : [{ name: 'Node', run: inNode, close() {} }];
    const results = [];
    for (const engine of engines) {
        for (const group of wanted) {
            const tiles = tilesOf(group).length;
            console.log(`${engine.name}, ${group}: ${tiles} tiles; milliseconds for all, one pass`);
            const table = [heading];
            for (const row of names) {
                try {
                    const result = await engine.run(row, group, options.budget);
                    results.push(result);
                    table.push(cells(result));
                } catch (error) {
                    process.exitCode = 1;
                    table.push([row, ...Array(heading.length - 2).fill(''), `failed: ${String(error.stderr ?? error.message).trim().split('\n').slice(0, 9).join(' | ')}`]);
                }
                if (process.stdout.isTTY) process.stdout.write(`  ${row}\r`);
            }
            printTable(table);
            console.log();
        }
        await engine.close();
    }
    writeResults(options.json, { clock: options.clock, budget: options.budget, results });
}

await main();
