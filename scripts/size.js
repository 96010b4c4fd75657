// Prints the size of each entry point and module, raw and compressed, beside the peers' bundled in the same way, and fails where an entry
// is above its budget (scripts/entries.js). Called by `npm run size`, after a build; the benchmarks take the sizes from here.

import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { entries, extensions, wasmModules } from './entries.js';
import { root } from './files.js';

/** What an application bundles to decode tiles, and to triangulate them where the peer can. */
const bundles = {
    'tilewasm': "export { decode } from './dist/index.mjs'",
    'tilewasm + tilewasm/loaders': "export { TileWasmLoader } from './dist/loaders.mjs'",
    'tilewasm + tilewasm/openlayers': "export { TileWasmFormat } from './dist/openlayers.mjs'",
    '@mapbox/vector-tile + pbf': "export { VectorTile } from '@mapbox/vector-tile'; export { PbfReader } from 'pbf'",
    '@mapbox/vector-tile + pbf + earcut':
        "export { VectorTile } from '@mapbox/vector-tile'; export { PbfReader } from 'pbf'; export { default as earcut } from 'earcut'",
    '@loaders.gl/mvt': "export { MVTLoader } from '@loaders.gl/mvt'",
    'ol/format/MVT': "export { default as MVT } from 'ol/format/MVT.js'",
};

/** @typedef {{ name: string, raw: number, gzip: number, brotli: number, budget?: number, goal?: number }} Size in bytes; budget and goal after gzip */

/** @returns {Size} */
function measure(name, bytes, { budget, goal } = {}) {
    return { name, budget, goal, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
}

const inDist = (name) => readFileSync(join(root, 'dist', name));

async function bundled(contents) {
    const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022', write: false, logLevel: 'error' };
    const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, ...options });
    return outputFiles[0].contents;
}

/** @returns {Promise<Record<'entries' | 'modules' | 'bundles', Size[]>>} of what a build has left in dist/, and of the peers */
export async function measureSizes() {
    return {
        entries: entries.flatMap((entry) => entry.formats.map((format) => `${entry.name}.${extensions[format]}`).map((file) => measure(file, inDist(file), entry))),
        modules: wasmModules.map((name) => measure(`${name}.wasm`, inDist(`${name}.wasm`))),
        bundles: await Promise.all(Object.entries(bundles).map(async ([name, contents]) => measure(name, await bundled(contents)))),
    };
}

function print(heading, sizes) {
    console.log(`\n${heading.padEnd(36)}${['raw', 'gzip', 'brotli', 'budget', 'goal'].map((name) => name.padStart(9)).join('')}`);
    for (const { name, raw, gzip, brotli, budget, goal } of sizes) {
        const above = budget !== undefined && gzip > budget;
        const columns = [raw, gzip, brotli, budget ?? '', goal ?? ''].map((column) => String(column).padStart(9));
        console.log(`${name.padEnd(36)}${columns.join('')}${above ? '  ABOVE ITS BUDGET' : ''}`);
        if (above) process.exitCode = 1;
    }
}

async function main() {
    if (!existsSync(join(root, 'dist/index.mjs'))) {
        console.error('dist/ is empty: run ./build.sh build first');
        process.exit(1);
    }
    const sizes = await measureSizes();
    print('entry points, bytes', sizes.entries);
    print('modules, bytes', sizes.modules);
    print('bundled and minified, bytes', sizes.bundles);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
