// tilewasm/maplibre: tells MapLibre GL JS 6 to load tilewasm/maplibre-worker in its workers. The public entry; experimental.

import { TileError } from './index.js';

/**
 * Before the first vector source is added.
 *
 * @param {{ importScriptInWorkers?: (url: string) => Promise<unknown> }} maplibregl the module
 * @param {string | URL} workerUrl where the application serves tilewasm/maplibre-worker
 */
export async function useTileWasm(maplibregl, workerUrl) {
    if (typeof maplibregl?.importScriptInWorkers !== 'function') {
        throw new TileError('bad-input', 'useTileWasm takes the module of MapLibre GL JS 6, which has importScriptInWorkers');
    }
    await maplibregl.importScriptInWorkers(new URL(workerUrl, /** @type {any} */ (globalThis).location?.href).href);
}
