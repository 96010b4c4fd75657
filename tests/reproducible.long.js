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

/** Copies every source file, tracked or new, into a folder and builds there. Returns its dist folder. */
function buildIn(folder) {
    const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
    for (const file of listing.toString().split('\0').filter((name) => name && existsSync(join(root, name)))) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        copyFileSync(join(root, file), join(folder, file));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    execFileSync('node', ['scripts/build.js'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    return join(folder, 'dist');
}

test('two builds in two folders give the same bytes', () => {
    const one = buildIn(join(work, 'a'));
    const other = buildIn(join(work, 'some/longer path/b'));
    const names = readdirSync(one).sort();
    assert.deepEqual(readdirSync(other).sort(), names);
    assert.ok(names.includes('tilewasm.wasm') && names.includes('tilewasm-scalar.wasm') && names.includes('index.mjs'));
    for (const name of names) {
        assert.ok(readFileSync(join(one, name)).equals(readFileSync(join(other, name))), `${name} differs`);
    }
});
