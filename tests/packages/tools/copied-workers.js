// For bundlers that leave workers alone: tile.worker.js is a bundle of its own, and dist/loaders-worker.js of the package is copied.

import { copyFileSync } from 'node:fs';

/** As a module: worker files lie beside the page's. */
export const mainModule = `
    import { run } from './program.js';
    run({
        workerUrl: new URL('./loaders-worker.js', import.meta.url),
        worker: () => new Worker(new URL('./tile.worker.js', import.meta.url), { type: 'module' }),
    });
`;

/** As a classic script, where there is no import.meta: so is the pool's worker. */
export const mainScript = `
    import { run } from './program.js';
    run({ workerUrl: 'loaders-worker.js', worker: () => new Worker('tile.worker.js') });
`;

/** @param {string} folder of the application, with out/ in it */
export function copyLoadersWorker(folder) {
    copyFileSync(`${folder}/node_modules/tilewasm/dist/loaders-worker.js`, `${folder}/out/loaders-worker.js`);
}
