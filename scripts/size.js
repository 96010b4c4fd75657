// Prints the size of each entry point and module, raw and compressed, and fails where one is above its budget.
// Called by `npm run size`, after a build; the benchmarks take the sizes from here.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { entries, extensions, wasmModules } from './entries.js';
import { root } from './files.js';

/**
 * The files of dist/ that are there, in bytes.
 *
 * @returns {{ name: string, budget: number | undefined, raw: number, gzip: number, brotli: number }[]} budget: most bytes after gzip
 */
export function measureSizes() {
    const files = [
        ...entries.flatMap(({ name, formats, budget }) =>
            formats.map((format) => ({ name: `${name}.${extensions[format]}`, budget: budget?.[format] })),
        ),
        ...wasmModules.map((name) => ({ name: `${name}.wasm`, budget: undefined })),
    ].filter(({ name }) => existsSync(join(root, 'dist', name)));
    return files.map(({ name, budget }) => {
        const bytes = readFileSync(join(root, 'dist', name));
        return { name, budget, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
    });
}

function main() {
    const sizes = measureSizes();
    if (sizes.length === 0) {
        console.error('dist/ is empty: run ./build.sh build first');
        process.exit(1);
    }
    console.log('bytes'.padEnd(26), 'raw'.padStart(9), 'gzip'.padStart(9), 'brotli'.padStart(9), 'budget'.padStart(9));
    for (const { name, budget, raw, gzip, brotli } of sizes) {
        const columns = [raw, gzip, brotli, budget ?? ''];
        const above = budget !== undefined && gzip > budget;
        console.log(name.padEnd(26), ...columns.map((column) => String(column).padStart(9)), above ? 'ABOVE ITS BUDGET' : '');
        if (above) process.exitCode = 1;
    }
}

if (process.argv[1] === join(root, 'scripts/size.js')) main();
