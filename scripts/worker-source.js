// Writes js/generated/pool-worker-source.js: js/pool-worker.js as the text of a classic script, for the blob workers of js/pool.js.
// Called by scripts/build.js.

import { build } from 'esbuild';
import { join } from 'node:path';
import { root, writeIfChanged } from './files.js';

/** A pool sends the compiled module to its workers, so their scripts hold none. For bundles of js/pool-worker.js. */
export const modulesAreSent = {
    name: 'modules-are-sent',
    setup(esbuild) {
        esbuild.onLoad({ filter: /\/js\/generated\/modules\.js$/ }, () => ({ contents: 'export const simd = undefined, scalar = undefined;' }));
        esbuild.onLoad({ filter: /\/js\/unpack\.js$/ }, () => ({
            contents: "export const unpack = () => { throw new Error('a worker of a pool gets its module from the pool'); };",
        }));
    },
};

export async function generateWorkerSource() {
    const result = await build({
        entryPoints: [join(root, 'js/pool-worker.js')],
        bundle: true,
        write: false,
        format: 'iife',
        platform: 'neutral',
        target: ['es2022'],
        minify: true,
        legalComments: 'none',
        logLevel: 'warning',
        plugins: [modulesAreSent],
    });
    const text = result.outputFiles[0].text;
    writeIfChanged(
        join(root, 'js/generated/pool-worker-source.js'),
        `// Made by scripts/worker-source.js from js/pool-worker.js.\nexport const source = ${JSON.stringify(text)};\n`,
    );
}
