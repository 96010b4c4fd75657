// Builds bench/kernels/kernels.c with the varint sources: with SIMD and without, to WebAssembly and natively, into
// build/bench/kernels/. Used by bench/kernels.js.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const folder = `${root}build/bench/kernels`;

const sources = ['bench/kernels/kernels.c', ...['decode', 'encode', 'shuffles', 'unpack', 'varint'].map((name) => `c-src/varint/${name}.c`)];
const warnings = ['-std=c11', '-Wall', '-Wextra', '-Werror'];

/** As the package's varint modules are compiled: see VARINT_HOT in the Makefile. */
const wasm = ['-O3', '-fno-vectorize', '-fno-slp-vectorize', '-mcpu=mvp', '--no-entry', '-sSTANDALONE_WASM', '-sFILESYSTEM=0', '-sMALLOC=none',
    '-sSUPPORT_ERRNO=0', '-sINITIAL_MEMORY=67108864'];
const wasmSimd = ['-msimd128', '-mbulk-memory', '-msign-ext'];
const nativeSimd = ['-D__wasm_simd128__', '-isystem', 'tests/c/simde', ...(process.arch === 'x64' ? ['-msse4.2'] : [])];

const run = (command, flags) => execFileSync(command, flags, { cwd: root, stdio: ['ignore', 2, 2] });

/** @returns {{ scalar: string, simd: string }} paths of the modules */
export function buildModules() {
    mkdirSync(folder, { recursive: true });
    const build = (name, flags) => {
        const path = `${folder}/${name}.wasm`;
        run('emcc', [...warnings, ...wasm, ...flags, ...sources, '-o', path]);
        return path;
    };
    return { scalar: build('scalar', []), simd: build('simd', wasmSimd) };
}

/** @returns {{ scalar: string, simd: string }} paths of the programs, by gcc -O3 */
export function buildPrograms() {
    mkdirSync(folder, { recursive: true });
    const build = (name, flags) => {
        const path = `${folder}/${name}`;
        run('gcc', [...warnings, '-O3', ...flags, ...sources, '-o', path]);
        return path;
    };
    return { scalar: build('scalar', []), simd: build('simd', nativeSimd) };
}
