// Gets a WebAssembly.Module: the inlined one, SIMD or scalar, or what the caller brings. Called by decoder.js.
// Nothing here touches the network; a Response comes from the caller.

import { toBytes } from './bytes.js';
import { compileInlined, compileInlinedAsync, explain, readSimd, takesSimd, toModule } from './compile.js';
import { TileError, describe } from './error.js';
import * as inlined from './generated/modules.js';

/** @import { InitOptions, WasmModule } from './index.mjs' */

const MIB = 1024 * 1024;
const DEFAULT_MEMORY_LIMIT = 512 * MIB;

/** @typedef {{ wasm: InitOptions['wasm'], simd: 'auto' | boolean, memoryLimit: number }} Options every field filled in */

/**
 * @param {InitOptions} [options]
 * @returns {Options}
 */
export function readOptions(options = {}) {
    const simd = readSimd(options);
    const { wasm, memoryLimit = DEFAULT_MEMORY_LIMIT } = options;
    if (!(Number.isInteger(memoryLimit) && memoryLimit >= MIB && memoryLimit <= 2048 * MIB)) {
        throw new TileError('bad-request', `options.memoryLimit must be a number of bytes from 1 MiB to 2 GiB, not ${describe(memoryLimit)}`);
    }
    return { wasm, simd, memoryLimit };
}

/**
 * @param {Options} options without `wasm`
 * @returns {WasmModule}
 */
export function compileSync({ simd }) {
    return compileInlined(inlined, simd);
}

/**
 * @param {Options} options
 * @returns {Promise<WasmModule>}
 */
export async function compileAsync({ wasm, simd }) {
    const given = await wasm;
    if (given === undefined) return compileInlinedAsync(inlined, simd);
    takesSimd(simd);
    try {
        return toModule(given) ?? (await WebAssembly.compile(await moduleBytes(given)));
    } catch (error) {
        throw explain(error);
    }
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
