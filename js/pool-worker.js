// tilewasm/pool-worker: what runs in the workers of a pool. Imported for its effect by the application's worker file, and built as a
// self-contained script. It gets the compiled module from the page, then jobs; it answers each with a tile's message or an error.

import { TileError, createDecoder } from './index.js';

/** @import { Bytes } from './index.mjs' */
/** @import { Decoder } from './decoder.js' */

/** @typedef {{ url: string, init: object } | { bytes: Bytes }} Input */

/** @type {Promise<Decoder> | undefined} */
let decoder;
/** Fetches under way, by job. @type {Map<number, AbortController>} */
const running = new Map();

/**
 * The other side: the global scope of a web worker, or the port of a thread of Node.
 *
 * @typedef {{ postMessage: (message: unknown, transfer?: ArrayBuffer[]) => void }} Port
 */

/**
 * @param {any} message
 * @param {Port} port
 */
async function receive(message, port) {
    if (message?.type === 'start') await start(message, port);
    else if (message?.type === 'decode') await answer(message, port);
    else if (message?.type === 'cancel') running.get(message.id)?.abort();
}

/**
 * @param {{ module: any, options: { memoryLimit?: number } }} message
 * @param {Port} port
 */
async function start({ module, options }, port) {
    decoder = createDecoder({ ...options, wasm: module });
    try {
        await decoder;
        port.postMessage({ type: 'started' });
    } catch (error) {
        port.postMessage({ type: 'failed', error: toJson(error) });
    }
}

/**
 * @param {{ id: number, input: Input, request: any }} job
 * @param {Port} port
 */
async function answer({ id, input, request }, port) {
    const controller = new AbortController();
    running.set(id, controller);
    try {
        const bytes = 'url' in input ? await fetchBytes(input, controller.signal) : input.bytes;
        const tile = await /** @type {Decoder} */ (await decoder).decodeAsync(bytes, request);
        if (!controller.signal.aborted) port.postMessage({ id, tile: tile.toMessage() }, [tile.buffer]);
    } catch (error) {
        if (!controller.signal.aborted) port.postMessage({ id, error: toJson(error) });
    } finally {
        running.delete(id);
    }
}

/**
 * 204 and an empty answer are an empty tile: tile servers say so where there is nothing.
 *
 * @param {{ url: string, init: object }} input
 * @param {AbortSignal} signal
 * @returns {Promise<ArrayBuffer>}
 */
async function fetchBytes({ url, init }, signal) {
    try {
        const response = await fetch(url, { ...init, signal });
        if (!response.ok) throw httpError(url, response);
        return response.status === 204 ? new ArrayBuffer(0) : await response.arrayBuffer();
    } catch (error) {
        if (error instanceof TileError) throw error;
        throw new TileError('network', `${url} could not be fetched (${/** @type {any} */ (error)?.message ?? error})`);
    }
}

/**
 * @param {string} url
 * @param {Response} response
 */
function httpError(url, { status, statusText }) {
    return Object.assign(new TileError('http-status', `${url} answered ${status} ${statusText}`.trim()), { status });
}

/** @param {any} error */
function toJson(error) {
    if (!(error instanceof TileError)) return { name: 'TileError', code: 'crashed', message: String(error?.message ?? error) };
    return { ...error.toJSON(), status: /** @type {any} */ (error).status };
}

/** @param {Port & { on: Function }} port */
function listenInNode(port) {
    port.on('message', (/** @type {unknown} */ message) => receive(message, port));
}

async function listen() {
    const scope = /** @type {any} */ (globalThis);
    // Deno has a process too, but no parentPort in its web workers; Bun has one in all of its workers.
    const inNode = typeof scope.process?.versions?.node === 'string' && typeof scope.importScripts !== 'function' && !scope.Deno;
    if (!inNode) {
        scope.addEventListener('message', (/** @type {any} */ event) => receive(event.data, scope));
        return;
    }
    // Bundlers for the web must not look for it, hence the name in a variable.
    const name = 'node:worker_threads';
    const { parentPort } = scope.process.getBuiltinModule?.(name) ?? (await import(/* @vite-ignore */ /* webpackIgnore: true */ name));
    if (parentPort) listenInNode(parentPort);
}

listen();
