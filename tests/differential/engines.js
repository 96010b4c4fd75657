// The builds that are compared: both WebAssembly modules as they are shipped, and native ones. Each decodes tiles to
// `{ status, offset, layer, feature, block }`. Used by tiles.js and geometry.js.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/files.js';
import { make } from '../support/make.js';

/** Builds what the engines need. Returns what the compiler said, where it failed. */
export const buildEngines = () => make('wasm', ...NATIVE.map(programOf));

/** A WebAssembly module, one tile at a time; its instance is used for all of them. */
export class WasmEngine {
    #exports;

    /** @param {'tilewasm' | 'tilewasm-scalar'} name */
    constructor(name) {
        this.name = name;
        const module = new WebAssembly.Module(readFileSync(join(root, `build/wasm/${name}.wasm`)));
        this.#exports = new WebAssembly.Instance(module, {}).exports;
    }

    get memoryBytes() {
        return this.#exports.memory.buffer.byteLength;
    }

    get openCount() {
        return this.#exports.tw_open_count();
    }

    /** @returns {number} a handle, 0 where the tile cannot be opened */
    open(tile) {
        const { tw_reserve, tw_open, tw_opened, memory } = this.#exports;
        const at = tw_reserve(tile.length, 0);
        new Uint8Array(memory.buffer).set(tile, at);
        tw_open(tile.length, 0);
        return tw_opened();
    }

    /** @returns {number} a status */
    close(handle) {
        return this.#exports.tw_close(handle);
    }

    /** @returns {{ status: number, offset: number, layer: number, feature: number, block: Uint8Array }} */
    decode(tile, request) {
        const { tw_reserve, tw_request, tw_decode, tw_result, memory } = this.#exports;
        const at = tw_reserve(tile.length, request.length);
        if (at === 0) throw new Error('tw_reserve failed');
        const before = new Uint8Array(memory.buffer);
        before.set(tile, at);
        before.set(request, tw_request());
        const status = tw_decode(tile.length, request.length);
        const [block, length, offset, layer, feature] = new Uint32Array(memory.buffer, tw_result(), 5);
        return { status, offset, layer, feature, block: new Uint8Array(memory.buffer).slice(block, block + length) };
    }
}

/** Native builds, by the names of the Makefile's variants. */
export const NATIVE = ['gcc-scalar', 'gcc-simd'];

const programOf = (variant) => `build/differential/${variant}/native`;

/** A native program, many tiles at a time. */
export class NativeEngine {
    #inputs = [];

    constructor(variant) {
        this.name = variant;
    }

    add(tile, request) {
        const lengths = Buffer.alloc(8);
        lengths.writeUInt32LE(tile.length, 0);
        lengths.writeUInt32LE(request.length, 4);
        this.#inputs.push(lengths, Buffer.from(tile), Buffer.from(request));
    }

    /** Decodes all that was added. */
    run() {
        const input = Buffer.concat(this.#inputs);
        this.#inputs = [];
        const { status, signal, stdout, error } = spawnSync(join(root, programOf(this.name)), [], { input, maxBuffer: 1 << 30 });
        if (error || status !== 0) throw new Error(`${this.name} ended with ${error ?? signal ?? status}`);
        const results = [];
        for (let at = 0; at < stdout.length; ) {
            const [code, offset, layer, feature, length] = [0, 4, 8, 12, 16].map((word) => stdout.readUInt32LE(at + word));
            results.push({ status: code, offset, layer, feature, block: stdout.subarray(at + 20, at + 20 + length) });
            at += 20 + length;
        }
        return results;
    }
}

/** Whether two engines gave the same. */
export function sameResult(a, b) {
    return (
        a.status === b.status && a.offset === b.offset && a.layer === b.layer && a.feature === b.feature && Buffer.compare(a.block, b.block) === 0
    );
}
