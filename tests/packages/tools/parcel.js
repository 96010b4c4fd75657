// Parcel, which finds tilewasm/pool and the others by their folder stubs.

import { Parcel } from '@parcel/core';
import { fileURLToPath } from 'node:url';
import { pageApplication } from '../tarball.js';

async function buildPage() {
    const folder = pageApplication('parcel', {
        'main.js': `
            import { run } from './program.js';
            run({
                workerUrl: new URL('./loaders-worker.js', import.meta.url),
                worker: () => new Worker(new URL('./tile.worker.js', import.meta.url), { type: 'module' }),
            });
        `,
        'loaders-worker.js': "import 'tilewasm/loaders-worker';",
    });
    const parcel = new Parcel({
        entries: `${folder}/index.html`,
        defaultConfig: fileURLToPath(import.meta.resolve('@parcel/config-default')),
        mode: 'production',
        defaultTargetOptions: { distDir: `${folder}/out`, publicUrl: './' },
        cacheDir: `${folder}/.parcel-cache`,
        shouldDisableCache: true,
    });
    await parcel.run();
    return { folder: `${folder}/out` };
}

export default { parcel: buildPage };
