// npm run bench:renderers [-- --part NAME] [--runs N] [--json FILE]: what the adapters gain inside the renderers, in Chromium, on 64 tiles.
//
// Parts: deck-worker (deck.gl's tiles through one of loaders.gl's workers, one by one: the time that the worker parses),
// deck-worker-round-trip (the same with the way there and back), deck-picture (until deck.gl has drawn all 64), openlayers (the main
// thread's time until features are there), openlayers-properties (and with every feature's properties read), pool (one worker, two). With
// `-limit`, what no adapter could go beyond: deck.gl's results only decoded and their memory taken (in the page, warm), and all of them
// parsed before the clock starts. Both sides take turns, each run in a browser of its own; medians. The pool needs a quiet machine with a
// core for each worker.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launchChromium, listen } from '../../tests/support/chromium.js';
import { median } from '../measure.js';
import { writeResults } from '../support/machine.js';
import { readOptions } from '../support/options.js';
import { tilesOf } from '../support/tiles.js';

const COUNT = 64;

/** By part: the sides that take turns, the library's first, and what the gain should be. */
const parts = {
    'deck-worker': { sides: ['tilewasm', 'MVTWorkerLoader'], goal: 10 },
    'deck-worker-round-trip': { sides: ['tilewasm', 'MVTWorkerLoader'] },
    'deck-worker-limit': { sides: ['decoding, and fresh memory', 'MVTLoader'] },
    'deck-picture': { sides: ['tilewasm', 'MVTWorkerLoader'], goal: 2 },
    'deck-picture-limit': { sides: ['nothing to parse', 'MVTWorkerLoader'] },
    openlayers: { sides: ['pool', 'ol/format/MVT'], goal: 3 },
    'openlayers-properties': { sides: ['pool', 'ol/format/MVT'] },
    pool: { sides: ['two workers', 'one worker'], goal: 1.7 },
};

const options = readOptions(1, { part: { type: 'string', multiple: true }, runs: { type: 'string', default: '7' } });

const root = fileURLToPath(new URL('../..', import.meta.url));
const mvtWorker = join(createRequire(import.meta.url).resolve('@loaders.gl/mvt'), '../mvt-worker.js');

/** The 64 largest tiles of the streets, which the pages number from 0. */
const tiles = tilesOf('streets')
    .sort((a, b) => statSync(b).size - statSync(a).size)
    .slice(0, COUNT);

async function openServer() {
    const { outputFiles } = await build({
        entryPoints: [fileURLToPath(new URL('page.js', import.meta.url))],
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        logLevel: 'error',
    });
    const clock = readFileSync(fileURLToPath(new URL('worker-clock.js', import.meta.url)));
    const scripts = {
        '/page.js': outputFiles[0].contents,
        '/mvt-worker.js': Buffer.concat([clock, readFileSync(mvtWorker)]),
        '/loaders-worker.js': Buffer.concat([clock, readFileSync(join(root, 'dist/loaders-worker.js'))]),
        '/pool-worker.js': readFileSync(join(root, 'dist/pool-worker.js')),
    };
    return createServer(({ url }, response) => {
        const { pathname } = new URL(url, 'http://localhost');
        const [, x, y, i = 8 * y + Number(x)] = /^\/(?:grid\/(\d+)\/(\d+)|tiles\/(\d+))$/.exec(pathname) ?? [];
        const tile = tiles[i];
        const [type, body] = tile
            ? ['application/vnd.mapbox-vector-tile', readFileSync(tile)]
            : scripts[pathname]
              ? ['text/javascript', scripts[pathname]]
              : ['text/html', '<!doctype html><meta charset=utf-8><body style="margin:0"><div id=map style="width:512px;height:512px;position:relative"></div><script type=module src=page.js></script>'];
        response.writeHead(200, { 'Content-Type': type, 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' });
        response.end(body);
    });
}

/**
 * Each run has a browser of its own: what one leaves for the graphics process to draw, which is the processor here, would slow the next.
 *
 * @returns {Promise<{ time: number, version: string }>} milliseconds
 */
async function runOnce(address, part, side) {
    const browser = await launchChromium();
    try {
        const page = await browser.newPage({ viewport: { width: 520, height: 520 } });
        await page.goto(`${address}?${new URLSearchParams({ part, side, count: String(tiles.length) })}`);
        await page.waitForFunction(() => 'benchmark' in globalThis, null, { timeout: 240_000 });
        const { result, error } = await page.evaluate(() => /** @type {any} */ (globalThis).benchmark);
        if (error) throw new Error(`${part}, ${side}: ${error}`);
        return { time: result, version: browser.version() };
    } finally {
        await browser.close();
    }
}

/** At once, as a part may take minutes. */
function print({ part, sides, goal, medians, ratio }) {
    const [ours, theirs] = medians.map((time) => time.toFixed(0));
    console.log(`${part}: ${sides[0]} ${ours}, ${sides[1]} ${theirs}: ${ratio.toFixed(2)} times${goal ? `, goal ${goal}` : ''}`);
}

async function main() {
    if (!existsSync(join(root, 'dist/index.mjs'))) throw new Error('no dist/: npm run build first');
    const server = await openServer();
    const address = await listen(server);
    const results = [];
    let engine = '';
    console.log(`Chromium, the ${tiles.length} largest tiles of streets; milliseconds, medians of ${options.runs} pages`);
    try {
        for (const part of options.part ?? Object.keys(parts)) {
            const { sides, goal } = parts[part] ?? {};
            if (!sides) throw new Error(`--part must be one of ${Object.keys(parts).join(', ')}, not ${part}`);
            const times = [[], []];
            for (let i = 0; i < Number(options.runs); i++) {
                for (const k of i % 2 === 0 ? [0, 1] : [1, 0]) {
                    const { time, version } = await runOnce(address, part, sides[k]);
                    times[k].push(time);
                    engine = `Chromium ${version}`;
                }
            }
            const result = { part, sides, goal, times, medians: times.map(median), ratio: median(times[1].map((theirs, i) => theirs / times[0][i])) };
            results.push(result);
            print(result);
        }
    } finally {
        server.close();
    }
    writeResults(options.json, { engine, results });
}

await main();
