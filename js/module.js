// Gets a WebAssembly.Module: the inlined one, SIMD or scalar, or what the caller brings. Called by decoder.js.
// Nothing here touches the network; a Response comes from the caller.

import { toBytes } from './bytes.js';
import { TileError, describe } from './error.js';
import { scalar, simd } from './generated/modules.js';
import { unpack } from './unpack.js';

/** @import { InitOptions, WasmModule } from './index.mjs' */

/**
 * A module that the engine accepts only when it has SIMD128 and bulk memory: memory.fill(0, 0, 0), then i8x16.splat(0).
 */
const PROBE = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 5, 3, 1, 0, 1, 10, 17, 1, 15, 0, 65, 0, 65, 0, 65, 0, 252, 11,
    0, 65, 0, 253, 15, 11,
];

const MIB = 1024 * 1024;
const DEFAULT_MEMORY_LIMIT = 512 * MIB;

/** @typedef {{ wasm: InitOptions['wasm'], simd: 'auto' | boolean, memoryLimit: number }} Options every field filled in */

/**
 * @param {InitOptions} [options]
 * @returns {Options}
 */
export function readOptions(options = {}) {
    if (options === null || typeof options !== 'object') {
        throw new TileError('bad-request', `options must be an object, not ${describe(options)}`);
    }
    const { wasm, simd: wantSimd = 'auto', memoryLimit = DEFAULT_MEMORY_LIMIT } = options;
    if (wantSimd !== 'auto' && typeof wantSimd !== 'boolean') {
        throw new TileError('bad-request', `options.simd must be 'auto', true or false, not ${describe(wantSimd)}`);
    }
    if (!(Number.isInteger(memoryLimit) && memoryLimit >= MIB && memoryLimit <= 2048 * MIB)) {
        throw new TileError('bad-request', `options.memoryLimit must be a number of bytes from 1 MiB to 2 GiB, not ${describe(memoryLimit)}`);
    }
    return { wasm, simd: wantSimd, memoryLimit };
}

/** The inlined modules that were compiled already. A module has no state, so all decoders share them. @type {Record<string, WasmModule>} */
const compiled = {};

/**
 * @param {Options} options without `wasm`
 * @returns {WasmModule}
 */
export function compileSync({ simd: wantSimd }) {
    const { name, source } = inlined(wantSimd);
    try {
        if (compiled[name]) return compiled[name];
        const code = unpack(source);
        return (compiled[name] = toModule(code) ?? new WebAssembly.Module(code));
    } catch (error) {
        throw explain(error);
    }
}

/**
 * @param {Options} options
 * @returns {Promise<WasmModule>}
 */
export async function compileAsync({ wasm, simd: wantSimd }) {
    const given = await wasm;
    const { name, source } = inlined(wantSimd);
    try {
        if (given !== undefined) return toModule(given) ?? (await WebAssembly.compile(await moduleBytes(given)));
        if (compiled[name]) return compiled[name];
        const code = unpack(source);
        return (compiled[name] = toModule(code) ?? (await WebAssembly.compile(code)));
    } catch (error) {
        throw explain(error);
    }
}

/** @param {'auto' | boolean} wantSimd */
function inlined(wantSimd) {
    if (typeof WebAssembly !== 'object') {
        throw new TileError(
            'wasm-unavailable',
            'this engine has no WebAssembly (lockdown modes of browsers turn it off); decode with @mapbox/vector-tile here',
        );
    }
    const supported = wantSimd !== false && WebAssembly.validate(new Uint8Array(PROBE));
    if (wantSimd === true && !supported) {
        throw new TileError('wasm-unavailable', "this engine has no WebAssembly SIMD; leave options.simd at 'auto'");
    }
    return supported ? { name: 'simd', source: simd } : { name: 'scalar', source: scalar };
}

/**
 * The value itself where it is a module: of the caller, or, in the build for Cloudflare's workerd, what unpack gives.
 *
 * @param {unknown} value
 * @returns {WasmModule | undefined}
 */
function toModule(value) {
    return Object.prototype.toString.call(value) === '[object WebAssembly.Module]' ? /** @type {WasmModule} */ (value) : undefined;
}

/**
 * The bytes of a module that a caller brought, as bytes or Response.
 *
 * @param {any} given
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function moduleBytes(given) {
    const from = given?.url ? ` from ${given.url}` : '';
    if (given?.ok === false) {
        throw new TileError('not-wasm', `the server answered ${given.status} ${given.statusText} instead of a .wasm file${from}`);
    }
    const content = typeof given?.arrayBuffer === 'function' ? await given.arrayBuffer() : given;
    /** @type {Uint8Array<ArrayBuffer>} */
    let bytes;
    try {
        bytes = toBytes(content).slice();
    } catch {
        throw new TileError('not-wasm', `options.wasm must be bytes, a WebAssembly.Module or a Response, not ${describe(content)}`);
    }
    if (bytes[0] === 0 && bytes[1] === 97 && bytes[2] === 115 && bytes[3] === 109) return bytes;
    throw new TileError('not-wasm', `these bytes${from} are no WebAssembly module but ${guess(bytes)}`);
}

/** @param {Uint8Array} bytes */
function guess(bytes) {
    if (bytes.length === 0) return 'nothing at all';
    const text = JSON.stringify(String.fromCharCode(...bytes.subarray(0, 24)));
    if (/^"\s*</.test(text)) {
        return `a page that begins with ${text}: the server did not find the file; check the path, or leave options.wasm out`;
    }
    return `something that begins with ${text}`;
}

/**
 * What an engine's refusal to compile or to instantiate means. Every engine words it in its own way.
 *
 * @param {unknown} cause
 */
export function explain(cause) {
    if (cause instanceof TileError) return cause;
    const text = String(/** @type {any} */ (cause)?.message ?? cause);
    if (/main thread/i.test(text)) {
        return new TileError('wasm-sync', `this engine does not compile WebAssembly synchronously here: await init() first (${text})`, {
            cause,
        });
    }
    if (cause instanceof RangeError || /memory/i.test(text)) {
        return new TileError('out-of-memory', `the engine gave no memory for WebAssembly (${text})`, { cause });
    }
    return new TileError(
        'wasm-blocked',
        `the engine refused to compile WebAssembly (${text}); where a Content-Security-Policy is set, ` +
            "add 'wasm-unsafe-eval' to its script-src; on Cloudflare Workers, use the bundler condition 'workerd'",
        { cause },
    );
}
