// Builds and runs every tests/c/*_test.c: natively with gcc and with clang and its sanitizers, scalar and SIMD, and by Emscripten.
// A new C test is a new file there; nothing has to be added here.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (command, args) => spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });

const built = run('flock', ['build/.lock', 'make', '-s', `-j${availableParallelism()}`, 'tests']);
test('C tests build without a warning', () => {
    assert.equal(built.status, 0, built.stdout + built.stderr);
});

const programs = run('make', ['-s', 'list-tests']).stdout.trim().split('\n');
for (const program of programs) {
    test(`${basename(dirname(program))}: ${basename(program, '.wasm')}`, (context) => {
        const isWasm = program.endsWith('.wasm');
        const result = isWasm
            ? run(process.execPath, ['--no-warnings', 'tests/c/run-wasi.js', program])
            : run(program, []);
        const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}`;
        assert.equal(result.status, 0, output);
        assert.match(result.stdout, /^[1-9]\d* passed, 0 failed$/m);
        context.diagnostic(result.stdout.trim().split('\n').at(-1));
    });
}
