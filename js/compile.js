// Compiles the WebAssembly that a bundle holds, with SIMD where the engine has it, and says what an engine's refusal means.
// Called by module.js and by varint.js, which bring the packed modules.

import { TileError, describe } from './error.js';
import { unpack } from './unpack.js';

/** @import { WasmModule } from './index.mjs' */

/** @typedef {Parameters<typeof unpack>[0]} Packed a module as scripts/pack.js packs it */
/** @typedef {{ simd: Packed, scalar: Packed }} Inlined */

/**
 * A module that the engine accepts only when it has SIMD128 and bulk memory: memory.fill(0, 0, 0), then i8x16.splat(0).
 */
const PROBE = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 5, 3, 1, 0, 1, 10, 17, 1, 15, 0, 65, 0, 65, 0, 65, 0, 252, 11,
    0, 65, 0, 253, 15, 11,
];

/** The modules that were compiled already. A module has no state, so all instances share them. @type {Map<Packed, WasmModule>} */
const compiled = new Map();

/**
 * The option that every module has, checked.
 *
 * @param {{ simd?: 'auto' | boolean }} [options]
 * @returns {'auto' | boolean}
 */
export function readSimd(options = {}) {
    if (options === null || typeof options !== 'object') {
        throw new TileError('bad-request', `options must be an object, not ${describe(options)}`);
    }
    const { simd = 'auto' } = options;
    if (simd === 'auto' || typeof simd === 'boolean') return simd;
    throw new TileError('bad-request', `options.simd must be 'auto', true or false, not ${describe(simd)}`);
}

/**
 * @param {Inlined} inlined
 * @param {'auto' | boolean} wantSimd
 * @returns {WasmModule}
 */
export function compileInlined(inlined, wantSimd) {
    const packed = choose(inlined, wantSimd);
    try {
        const module = compiled.get(packed) ?? toModule(packed) ?? new WebAssembly.Module(unpack(packed));
        compiled.set(packed, module);
        return module;
    } catch (error) {
        throw explain(error);
    }
}

/**
 * @param {Inlined} inlined
 * @param {'auto' | boolean} wantSimd
 * @returns {Promise<WasmModule>}
 */
export async function compileInlinedAsync(inlined, wantSimd) {
    const packed = choose(inlined, wantSimd);
    try {
        const module = compiled.get(packed) ?? toModule(packed) ?? (await WebAssembly.compile(unpack(packed)));
        compiled.set(packed, module);
        return module;
    } catch (error) {
        throw explain(error);
    }
}

/**
 * @param {Inlined} inlined
 * @param {'auto' | boolean} wantSimd
 * @returns {Packed}
 */
function choose({ simd, scalar }, wantSimd) {
    return takesSimd(wantSimd) ? simd : scalar;
}

/**
 * Whether to take a module with SIMD. Throws where the engine cannot have what is wanted.
 *
 * @param {'auto' | boolean} wantSimd
 */
export function takesSimd(wantSimd) {
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
    return supported;
}

/**
 * The value itself where it is a module: of the caller, or, in the build for Cloudflare's workerd, what stands for a packed one.
 *
 * @param {unknown} value
 * @returns {WasmModule | undefined}
 */
export function toModule(value) {
    return Object.prototype.toString.call(value) === '[object WebAssembly.Module]' ? /** @type {WasmModule} */ (value) : undefined;
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
