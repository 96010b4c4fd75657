// webpack, without any configuration but the entry.

import webpack from 'webpack';
import { pageApplication } from '../tarball.js';

async function buildPage() {
    const context = pageApplication('webpack', {
        'main.js': `
            import { run } from './program.js';
            run({
                workerUrl: new URL('tilewasm/loaders-worker', import.meta.url),
                worker: () => new Worker(new URL('./tile.worker.js', import.meta.url), { type: 'module' }),
            });
        `,
    });
    const compiler = webpack({ mode: 'production', context, entry: './main.js', output: { path: `${context}/out`, filename: 'main.js' } });
    const stats = await new Promise((resolve, reject) => compiler.run((error, result) => (error ? reject(error) : resolve(result))));
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
    return { folder: `${context}/out`, classic: true };
}

export default { webpack: buildPage };
