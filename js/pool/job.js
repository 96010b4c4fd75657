// What a pool is asked for, as a message for a worker. Called by pool.js, once a tile.

import { TileError } from '../index.js';

/** @import { Bytes, DecodeRequest, TileMessage } from '../index.mjs' */
/** @import { PoolDecodeOptions, PoolSource } from '../pool.mjs' */

/**
 * @typedef {object} Job
 * @property {{ url: string, init: Record<string, unknown> } | { bytes: Bytes } | { load: () => Promise<Bytes> | Bytes }} input
 * @property {DecodeRequest | undefined} request
 * @property {boolean} transfer the bytes may be taken away from the caller
 * @property {(message: TileMessage) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/** Fields of a Request that a fetch in the worker repeats. A Request itself cannot be sent there. */
const REQUEST_FIELDS = ['method', 'mode', 'credentials', 'cache', 'redirect', 'referrerPolicy', 'integrity'];

/**
 * @param {PoolSource} source
 * @param {DecodeRequest | undefined} request
 * @param {PoolDecodeOptions} options
 * @returns {Job}
 */
export function toJob(source, request, { fetch: init, transfer = false }) {
    const nothing = () => {};
    return { input: toInput(source, init ?? {}), request, transfer, resolve: nothing, reject: nothing };
}

/**
 * @param {any} source
 * @param {Record<string, any>} init
 * @returns {Job['input']}
 */
function toInput(source, init) {
    if (typeof source === 'string') return { url: absolute(source), init: plainInit(init) };
    if (typeof source === 'function') return { load: source };
    const kind = kindOf(source);
    if (kind === 'URL') return { url: source.href, init: plainInit(init) };
    if (kind === 'Request') return { url: source.url, init: { ...requestInit(source), ...plainInit(init) } };
    if (isBytes(source)) return { bytes: source };
    throw new TileError('bad-input', `a pool decodes a URL, a Request, bytes, or a function that gives bytes, not an object of type ${kind}`);
}

/** @param {unknown} value */
export function kindOf(value) {
    return Object.prototype.toString.call(value).slice(8, -1);
}

/**
 * @param {unknown} value
 * @returns {value is Bytes}
 */
export function isBytes(value) {
    return ArrayBuffer.isView(value) || /^(Shared)?ArrayBuffer$/.test(kindOf(value));
}

/**
 * A worker made of a blob has no address of its own to resolve a relative URL against.
 *
 * @param {string} url
 */
function absolute(url) {
    const base = /** @type {any} */ (globalThis).document?.baseURI ?? /** @type {any} */ (globalThis).location?.href;
    return base ? new URL(url, base).href : url;
}

/** @param {any} request */
function requestInit(request) {
    /** @type {Record<string, unknown>} */
    const init = { headers: [...request.headers] };
    for (const field of REQUEST_FIELDS) if (request[field]) init[field] = request[field];
    // Only a page can navigate; a fetch asks for the same thing in another mode.
    if (init.mode === 'navigate') delete init.mode;
    return init;
}

/**
 * The caller's options of fetch, as far as they can be sent: headers as pairs, no signal (cancelling goes by message).
 *
 * @param {Record<string, any>} init
 */
function plainInit({ signal: _signal, headers, ...rest }) {
    if (headers === undefined || headers === null) return rest;
    const pairs = typeof headers[Symbol.iterator] === 'function' ? [...headers] : Object.entries(headers);
    return { ...rest, headers: pairs };
}
