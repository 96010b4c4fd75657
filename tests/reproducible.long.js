// Builds the sources twice, in two other folders, and compares what came out byte for byte. Run by `npm run test:reproducible`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'tilewasm-'));
after(() => rmSync(work, { recursive: true }));

/** Copies every source file, tracked or new. */
function copyTo(folder) {
    const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
    for (const file of listing.toString().split('\0').filter((name) => name && existsSync(join(root, name)))) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        copyFileSync(join(root, file), join(folder, file));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** Returns the dist folder. */
function buildIn(folder) {
    execFileSync('node', ['scripts/build.js'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    return join(folder, 'dist');
}

test('two builds in two folders give the same bytes', () => {
    const folders = [join(work, 'a'), join(work, 'some/longer path/b')];
    // Both copies first: builds take a while, and someone may go on editing.
    folders.forEach(copyTo);
    const [one, other] = folders.map(buildIn);
    const names = readdirSync(one).sort();
    assert.deepEqual(readdirSync(other).sort(), names);
    assert.ok(names.includes('tilewasm.wasm') && names.includes('tilewasm-scalar.wasm') && names.includes('index.mjs'));
    for (const name of names) {
        assert.ok(readFileSync(join(one, name)).equals(readFileSync(join(other, name))), `${name} differs`);
    }
    const tools = JSON.parse(readFileSync(join(one, 'toolchain.json'), 'utf8'));
    for (const tool of ['emscripten', 'clang', 'binaryen', 'esbuild']) assert.match(tools[tool], /\d+\.\d+/, `the version of ${tool} is not recorded`);
});
