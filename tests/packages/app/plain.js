// The package in a page without a bundler: a module script, the worker files as they are, and a classic worker of the page's own.
// Each way leaves what it decoded or its error, since a Content-Security-Policy may forbid it.

import { decode, decodeAsync } from '/node_modules/tilewasm/dist/index.mjs';
import { createPool } from '/node_modules/tilewasm/dist/pool.mjs';

const bytes = await (await fetch('/tile.mvt')).arrayBuffer();

const ways = {
    tile: () => decode(bytes),
    tileLater: () => decodeAsync(bytes),
    tileOfPool: () => decodeInPool(() => new Worker('/node_modules/tilewasm/dist/pool-worker.mjs', { type: 'module' })),
    tileOfClassicPool: () => decodeInPool(() => new Worker('/node_modules/tilewasm/dist/pool-worker.js')),
    tileOfBlobPool: () => decodeInPool(undefined),
    tileOfClassicWorker: () => ask(new Worker('/classic.js'), bytes),
    loaded: () => {
        const request = { type: 'process', payload: { input: bytes, options: { mvt: { shape: 'geojson', layerProperty: 'layerName' } } } };
        return ask(new Worker('/node_modules/tilewasm/dist/loaders-worker.js'), request);
    },
};

async function decodeInPool(worker) {
    const pool = createPool({ worker, size: 1 });
    try {
        return await pool.decode('/tile.mvt');
    } finally {
        pool.close();
    }
}

function ask(worker, message) {
    return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(message);
    });
}

const outcome = {};
for (const [name, decodeIt] of Object.entries(ways)) {
    try {
        outcome[name] = { value: JSON.parse(JSON.stringify(await decodeIt())) };
    } catch (error) {
        outcome[name] = { error: { code: error.code, message: error.message } };
    }
}
globalThis.outcome = outcome;
