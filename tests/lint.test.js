// Layout and lint of all sources: clang-format and clang-tidy through make, ESLint, and TypeScript's checker over js/.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command and fails with all that it printed. */
function passes(command, ...args) {
    return new Promise((resolve, reject) => {
        execFile(command, args, { cwd: root, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
            if (error) reject(new assert.AssertionError({ message: `${command} ${args.join(' ')}\n${stdout}${stderr}` }));
            else resolve();
        });
    });
}

test('clang-format (`make format` puts it right)', () => passes('make', '-s', 'build/lint/format.ok'));
test('clang-tidy', () => passes('make', '-s', '-k', 'lint'));
test('ESLint', () => passes('node_modules/.bin/eslint', '.'));
test('tsc --checkJs --strict', () => passes('node_modules/.bin/tsc', '-p', 'tsconfig.json'));
