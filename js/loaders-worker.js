// The classic worker script tilewasm/loaders-worker: speaks the protocol of loaders.gl's workers (messages in: process; out: done or
// error). It holds all it needs; createTileWasmLoader gets its URL.

import { init } from './index.js';
import { TileWasmLoader } from './loaders.js';

/** @import { ColumnarTable, BinaryFeatureCollection, TileWasmLoaderOptions } from './loaders.mjs' */

/**
 * @typedef {object} ProcessMessage
 * @property {string} type
 * @property {{ input: ArrayBuffer, options?: TileWasmLoaderOptions }} payload
 */

const scope = /** @type {Pick<DedicatedWorkerScope, 'postMessage' | 'onmessage'>} */ (/** @type {unknown} */ (globalThis));

/**
 * @typedef {object} DedicatedWorkerScope
 * @property {(message: unknown, transfer: Transferable[]) => void} postMessage
 * @property {(event: { data: ProcessMessage }) => void} onmessage
 */

scope.onmessage = async ({ data: { type, payload } }) => {
    if (type !== 'process') return;
    try {
        const result = await TileWasmLoader.parse(payload.input, payload.options);
        reply('done', { result }, buffersOf(result));
    } catch (error) {
        reply('error', { error: error instanceof Error ? error.message : String(error) }, []);
    }
};

// The first tile is still on its way. Where this fails, it fails again with the tile, which then says so.
init().catch(() => {});

/**
 * @param {string} type
 * @param {unknown} payload
 * @param {ArrayBuffer[]} transfer
 */
function reply(type, payload, transfer) {
    scope.postMessage({ source: 'loaders.gl', type, payload }, transfer);
}

/**
 * The buffers of a result; binary ones have one for all of their arrays.
 *
 * @param {any} result
 * @returns {ArrayBuffer[]}
 */
function buffersOf(result) {
    /** @type {BinaryFeatureCollection | undefined} */
    const binary = result.shape === 'columnar-table' ? /** @type {ColumnarTable} */ (result).data : result;
    return binary?.shape === 'binary-feature-collection' ? [/** @type {ArrayBuffer} */ (binary.points.positions.value.buffer)] : [];
}
