// The tarball as it would be published: what is in it, what its files may not do, and what publint and "Are the types wrong?" say.
// Run by `npm run test:packages`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { entries, extensions } from '../../scripts/entries.js';
import { tarball, unpacked } from './tarball.js';

const folder = unpacked();
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const shipped = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
const scripts = shipped.filter((name) => /^dist\/.*\.(mjs|cjs|js)$/.test(name));

/** Every file that package.json names. */
function targets(value) {
    if (typeof value === 'string') return [value];
    return Object.values(value).flatMap(targets);
}

test('holds what a user needs and nothing else', () => {
    for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/tilewasm.wasm', 'dist/tilewasm-scalar.wasm']) {
        assert.ok(shipped.includes(name), `${name} is missing`);
    }
    const stubs = entries.map(({ name }) => `${name}/package.json`);
    const others = shipped.filter((name) => !name.startsWith('dist/') && !stubs.includes(name));
    assert.deepEqual(others.sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
});

test('every entry point is there, with types, and every file that package.json names', () => {
    for (const { name, formats } of entries) {
        for (const format of formats) assert.ok(shipped.includes(`dist/${name}.${extensions[format]}`), `dist/${name} as ${format} is missing`);
    }
    for (const path of targets([manifest.exports, manifest.main, manifest.module, manifest.types])) {
        assert.ok(existsSync(join(folder, path)), `package.json names ${path}, which is not there`);
    }
});

test('sideEffects names the workers and hooks, and only them', () => {
    const workers = scripts.filter((name) => name.includes('-worker')).map((name) => `./${name}`);
    assert.deepEqual([...manifest.sideEffects].sort(), workers.sort());
});

test('nothing that a page, a worker or a bundler may refuse', async () => {
    const never = String.raw`\beval\s*\(|\bnew Function\b|\bXMLHttpRequest\b|[^\t\n -~]`;
    // A pool's worker (whose source the pool holds too) fetches what the application tells it to, and asks Node for its port.
    const elsewhere = String.raw`\bfetch\s*\(|\bprocess\.`;
    for (const name of scripts) {
        const source = readFileSync(join(folder, name), 'utf8');
        const forbidden = new RegExp(/^dist.pool\b/.test(name) ? never : `${never}|${elsewhere}`);
        // esbuild warns of import.meta in code, and not of one in an error text.
        const { warnings } = await transform(source, { format: 'cjs', logLevel: 'silent' });
        assert.deepEqual(warnings.map(({ text }) => `${name}: ${text}`), []);
        const found = forbidden.exec(source);
        assert.equal(found, null, `${name} has ${found && source.slice(Math.max(0, found.index - 40), found.index + 40)}`);
        const required = [...source.matchAll(/\brequire\(([^)]*)\)/g)].map((match) => match[1]);
        for (const argument of required) assert.match(argument, /^["']\.\/[\w-]+\.cjs["']$/, `${name} requires ${argument}`);
    }
});

test('publint --strict', async () => {
    const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
    assert.deepEqual(messages.map((message) => formatMessage(message, manifest)), []);
});

test('are the types right', async () => {
    const attw = fileURLToPath(new URL('node_modules/.bin/attw', import.meta.url));
    // openlayers and maplibre are ESM only, as the libraries that they are for: hence the rule left out.
    const without = Object.keys(manifest.exports).filter((entry) => /\.wasm$|-worker$/.test(entry));
    const output = await new Promise((resolve) => {
        execFile(attw, [tarball, '--no-color', '--ignore-rules', 'cjs-resolves-to-esm', '--exclude-entrypoints', ...without], (error, stdout, stderr) => {
            resolve(error ? stdout + stderr : '');
        });
    });
    assert.equal(output, '');
});
