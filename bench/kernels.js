// npm run bench:kernels: the varint kernels on their own: scalar and SIMD, WebAssembly and native, beside JavaScript.
//
//     npm run bench:kernels [-- --browser NAME] [--budget MS] [--only TEXT] [--json FILE] [--clock cpu]
//
// The sides of a row run interleaved; times are medians, the ratio (scalar / SIMD) is the median of the rounds' ratios. In
// pages the same without the native programs. TILEWASM_CORPUS names a folder of further tiles. The other options are those of
// support/options.js.

import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openBrowsers, runPage, serve } from './browser/drive.js';
import { buildModules, buildPrograms, folder } from './kernels/build.js';
import { makeDatasets } from './kernels/data.js';
import { measureArray, measureFeatures, openModule } from './kernels/measure.js';
import { writeResults } from './support/machine.js';
import { readOptions } from './support/options.js';
import { readTiles } from './support/read-tiles.js';
import { printTable } from './support/table.js';

const options = readOptions(1500, { only: { type: 'string' } });

const settings = { budget: options.budget, clock: options.clock };
const wanted = (name, typeName) => !options.only || `${name} ${typeName}`.includes(options.only);

/** A native program that does one thing after the other as it is told. */
function startProgram(path) {
    const child = spawn(path, [options.clock], { stdio: ['pipe', 'pipe', 'inherit'] });
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (line) => {
        child.stdin.write(`${line}\n`);
        return Number((await answers.next()).value.split(' ')[0]);
    };
    return {
        load(dataset) {
            const file = `${folder}/dataset.bin`;
            const values = dataset.kind === 'array' ? dataset.values : new Uint8Array(0);
            const parts = [dataset.bytes, values, dataset.fields].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
            writeFileSync(file, Buffer.concat(parts.flatMap((part) => [Buffer.from(Uint32Array.of(part.length).buffer), part])));
            child.stdin.write(`load ${file}\n`);
            return ask('hash 2 0');
        },
        hash: (work, type) => ask(`hash ${work} ${type}`),
        elsewhere: (work, type) => ask(`pass ${work} ${type} 2`),
        end: () => child.stdin.end(),
    };
}

const number = (value) => (value === undefined ? '-' : value.toFixed(value < 10 ? 2 : 1));

function print(engine, rows) {
    console.log(`\n${engine}; nanoseconds a value`);
    printTable([
        ['data', 'work', 'scalar', 'SIMD', 'ratio', 'native scalar', 'native SIMD', 'native ratio', 'JavaScript', 'pbf', 'GB/s', 'type'],
        ...rows.map(({ name, title, typeName, nanoseconds: ns, ratio, nativeRatio, bytes, count }) => [
            name,
            title,
            number(ns.scalar),
            number(ns.simd),
            number(ratio),
            number(ns.nativeScalar),
            number(ns.nativeSimd),
            number(nativeRatio),
            number(ns.javascript),
            number(ns.pbf),
            number(bytes / count / ns.simd),
            typeName,
        ]),
    ]);
}

async function inNode() {
    const modules = buildModules();
    const programs = buildPrograms();
    const builds = {
        scalar: await openModule(readFileSync(modules.scalar)),
        simd: await openModule(readFileSync(modules.simd)),
        nativeScalar: startProgram(programs.scalar),
        nativeSimd: startProgram(programs.simd),
    };
    const rows = [];
    for await (const dataset of makeDatasets(readTiles, wanted)) {
        const measure = dataset.kind === 'array' ? measureArray : measureFeatures;
        rows.push(...(await measure(dataset, builds, settings)));
        process.stderr.write('.');
    }
    builds.nativeScalar.end();
    builds.nativeSimd.end();
    return rows;
}

async function inBrowsers() {
    const modules = buildModules();
    const pages = new URL('../build/bench/browser/', import.meta.url);
    const server = await serve(['kernels.js']);
    mkdirSync(pages, { recursive: true });
    for (const [name, path] of Object.entries(modules)) copyFileSync(path, new URL(`kernels-${name}.wasm`, pages));
    const results = [];
    for (const browser of await openBrowsers(options.browser)) {
        const query = new URLSearchParams({ budget: String(options.budget), only: options.only ?? '' });
        results.push([browser.name, await runPage(browser, `${server.origin}/kernels.html?${query}`)]);
        await browser.close();
    }
    server.close();
    return results;
}

const results = options.browser ? await inBrowsers() : [[`Node ${process.versions.node}`, await inNode()]];
for (const [engine, rows] of results) print(engine, rows);
writeResults(options.json, { engines: Object.fromEntries(results) });
