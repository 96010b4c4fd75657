// Prints the size of each entry point and module, raw and compressed, beside the peers' bundled in the same way, and fails where an entry
// is above its budget (scripts/entries.js). Called by `npm run size`, after a build.

import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { entries, extensions, wasmModules } from './entries.js';
import { root } from './files.js';

if (!existsSync(join(root, 'dist/index.mjs'))) {
    console.error('dist/ is empty: run ./build.sh build first');
    process.exit(1);
}

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

function heading(what) {
    console.log(`\n${what.padEnd(36)}${['raw', 'gzip', 'brotli', 'budget', 'goal'].map((name) => name.padStart(9)).join('')}`);
}

/** One line; budget and goal are bytes after gzip. */
function line(name, bytes, budget, goal) {
    const gzip = gzipSync(bytes, { level: 9 }).length;
    const above = budget !== undefined && gzip > budget;
    const columns = [bytes.length, gzip, brotliCompressSync(bytes).length, budget ?? '', goal ?? ''];
    console.log(`${name.padEnd(36)}${columns.map((column) => String(column).padStart(9)).join('')}${above ? '  ABOVE ITS BUDGET' : ''}`);
    if (above) process.exitCode = 1;
}

async function bundled(contents) {
    const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022', write: false, logLevel: 'error' };
    const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, ...options });
    return outputFiles[0].contents;
}

heading('entry points, bytes');
for (const { name, formats, budget, goal } of entries) {
    for (const format of formats) {
        const file = `${name}.${extensions[format]}`;
        line(file, readFileSync(join(root, 'dist', file)), budget, goal);
    }
}

heading('modules, bytes');
for (const name of wasmModules) line(`${name}.wasm`, readFileSync(join(root, 'dist', `${name}.wasm`)));

heading('bundled and minified, bytes');
for (const [name, contents] of Object.entries(bundles)) line(name, await bundled(contents));
