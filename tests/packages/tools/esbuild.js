// esbuild, as modules and as classic scripts.

import { build } from 'esbuild';
import { pageApplication } from '../tarball.js';
import { copyLoadersWorker, mainModule, mainScript } from './copied-workers.js';

const buildAs = (format, main) => async () => {
    const folder = pageApplication(`esbuild-${format}`, { 'main.js': main });
    const { warnings } = await build({
        absWorkingDir: folder,
        entryPoints: ['main.js', 'tile.worker.js'],
        bundle: true,
        minify: true,
        format,
        outdir: 'out',
        logLevel: 'silent',
    });
    if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
    copyLoadersWorker(folder);
    return { folder: `${folder}/out`, classic: format === 'iife' };
};

export default { 'esbuild esm': buildAs('esm', mainModule), 'esbuild iife': buildAs('iife', mainScript) };
