// Builds the native benchmark programs of bench/native/. Used by the instruction count and by the row of native code.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const buildFolder = `${root}build/bench`;

/**
 * @param {string} name of a program, bench/native/NAME.c
 * @param {string} compiler gcc or clang
 * @param {string} variant scalar or simd: which of the library's own native archives
 * @param {string[]} [more] further sources
 * @returns {string} its path
 */
export function buildProgram(name, compiler, variant, more = []) {
    const library = `build/native/${compiler}-${variant}/libtilewasm.a`;
    execFileSync('make', ['-s', library], { cwd: root, stdio: ['ignore', 2, 2] });
    mkdirSync(buildFolder, { recursive: true });
    const program = `${buildFolder}/${name}-${compiler}-${variant}`;
    const sources = [`bench/native/${name}.c`, 'bench/native/common.c', ...more, library];
    const flags = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-O3', '-g', ...sources, '-o', program];
    execFileSync(compiler, flags, { cwd: root, stdio: ['ignore', 2, 2] });
    return program;
}
