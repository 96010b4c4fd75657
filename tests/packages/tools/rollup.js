// Rollup, as modules and as classic scripts, with the plugin that finds packages.

import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { pageApplication } from '../tarball.js';
import { copyLoadersWorker, mainModule, mainScript } from './copied-workers.js';

const buildAs = (format, main) => async () => {
    const folder = pageApplication(`rollup-${format}`, { 'main.js': main });
    for (const input of ['main.js', 'tile.worker.js']) {
        const ofPackage = [];
        const bundle = await rollup({
            input: `${folder}/${input}`,
            plugins: [nodeResolve({ browser: true })],
            onwarn: (warning) => /tilewasm/.test(warning.id ?? warning.exporter ?? '') && ofPackage.push(warning.message),
        });
        await bundle.write({ format, file: `${folder}/out/${input}`, inlineDynamicImports: true });
        if (ofPackage.length > 0) throw new Error(ofPackage.join('\n'));
    }
    copyLoadersWorker(folder);
    return { folder: `${folder}/out`, classic: format === 'iife' };
};

export default { 'rollup es': buildAs('es', mainModule), 'rollup iife': buildAs('iife', mainScript) };
