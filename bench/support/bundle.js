// Bundles contenders as an application would, peers and library alike, so that none pays for many small files.

import { build } from 'esbuild';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string[]} entryPoints files below bench/
 * @param {string} folder below build/bench/
 * @param {'browser' | 'node'} platform
 * @returns {Promise<string>} the folder of the bundles
 */
export async function bundle(entryPoints, folder, platform) {
    const outdir = join(root, 'build/bench', folder);
    await build({
        entryPoints: entryPoints.map((name) => join(root, 'bench', name)),
        outdir,
        entryNames: '[name]',
        outExtension: platform === 'node' ? { '.js': '.mjs' } : {},
        bundle: true,
        splitting: true,
        minify: true,
        format: 'esm',
        platform,
        target: 'es2022',
        // Rows for Node only are never loaded in a page.
        external: ['node:*'],
        logLevel: 'error',
    });
    return outdir;
}
