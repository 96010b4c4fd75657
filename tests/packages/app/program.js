// What every application of these tests does: a real tile, decoded by every way that a page has. The tests copy it, as a user's own
// source, into each application and put its bundle into Chromium.

import { parse } from '@loaders.gl/core';
import { decode } from 'tilewasm';
import { createTileWasmLoader } from 'tilewasm/loaders';
import { createPool } from 'tilewasm/pool';
import { VectorTile } from 'tilewasm/vector-tile';

/**
 * Leaves what was decoded, or the error, in `globalThis.outcome`, for the test to fetch.
 *
 * @param {{ worker?: () => Worker, workerUrl: string | URL }} places the pool's worker, and the URL of the loader's
 */
export async function run({ worker, workerUrl }) {
    try {
        globalThis.outcome = { results: await decodeEverywhere(worker, workerUrl) };
    } catch (error) {
        globalThis.outcome = { error: { code: error.code, message: error.message, stack: error.stack } };
    }
}

async function decodeEverywhere(worker, workerUrl) {
    const bytes = await (await fetch('/tile.mvt')).arrayBuffer();
    const pool = createPool({ worker, size: 1 });
    const loader = createTileWasmLoader({ workerUrl });
    const results = {
        tile: decode(bytes),
        tileOfPool: await pool.decode('/tile.mvt'),
        vectorTile: readVectorTile(bytes),
        loaded: await parse(bytes.slice(), loader, { worker: true, mvt: { shape: 'geojson' } }),
    };
    pool.close();
    return { ...JSON.parse(JSON.stringify(results)), workersStarted };
}

function readVectorTile(bytes) {
    return Object.values(new VectorTile(bytes).layers).map((layer) =>
        Array.from({ length: layer.length }, (_, i) => layer.feature(i).loadGeometry().map((line) => line.map(({ x, y }) => [x, y]))),
    );
}

/** What ran on the page's own thread by mistake would give the same results. */
let workersStarted = 0;
if (typeof Worker === 'function') {
    globalThis.Worker = class extends Worker {
        constructor(...given) {
            super(...given);
            workersStarted++;
        }
    };
}
