// Bundles what is profiled from the sources, unminified, so that functions keep their names, with a module that has a name section.
// Called by bench/profile.js.

import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { basename, join } from 'node:path';
import { root } from '../../scripts/files.js';

const NAMED = 'build/named/tilewasm.wasm';

/** Bundles of dist/ become their sources; the packed modules become the named one, compiled. */
const namedSources = {
    name: 'named-sources',
    setup(esbuild) {
        esbuild.onResolve({ filter: /\/dist\/[\w-]+\.mjs$/ }, (args) => ({ path: join(root, 'js', `${basename(args.path, '.mjs')}.js`) }));
        esbuild.onLoad({ filter: /\/js\/generated\/modules\.js$/ }, () => ({
            contents: `
                import { readFileSync } from 'node:fs';
                export const simd = new WebAssembly.Module(readFileSync(${JSON.stringify(join(root, NAMED))}));
                export const scalar = simd;
            `,
            resolveDir: root,
        }));
    },
};

/** @returns {Promise<string>} the script to run */
export async function bundleNamed() {
    execFileSync('make', ['-s', NAMED], { cwd: root, stdio: ['ignore', 2, 2] });
    const outdir = join(root, 'build/bench/profile');
    await build({
        entryPoints: [join(root, 'bench/profile/process.js')],
        outdir,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        splitting: true,
        sourcemap: true,
        format: 'esm',
        platform: 'node',
        target: 'es2022',
        plugins: [namedSources],
        // Packages of CommonJS ask for this.
        banner: { js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);" },
        logLevel: 'error',
    });
    return join(outdir, 'process.mjs');
}
