// The installed package in Node: import, require, and in a worker thread. Run by `npm run test:packages`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { application } from './tarball.js';

const report = `
    const tile = decode(readFileSync('tile.mvt'));
    const vertices = tile.layers.map(({ points, lines, polygons }) =>
        [points, lines, polygons].reduce((sum, group) => sum + group.positions.length / 2, 0));
    console.log(JSON.stringify(tile.layers.map((layer, i) => [layer.name, layer.length, vertices[i]])));
`;
const asModule = `import { readFileSync } from 'node:fs'; import { decode } from 'tilewasm'; ${report}`;
const asScript = `const { readFileSync } = require('node:fs'); const { decode } = require('tilewasm'); ${report}`;

const folder = application('node', {
    'import.mjs': asModule,
    'require.cjs': asScript,
    'thread.mjs': `
        import { Worker, isMainThread, parentPort } from 'node:worker_threads';
        import { readFileSync } from 'node:fs';
        import { DecodedTile, decode } from 'tilewasm';
        if (isMainThread) {
            new Worker(new URL(import.meta.url)).on('message', (message) => {
                const tile = DecodedTile.from(message);
                console.log(JSON.stringify(tile.layers.map((layer) => [layer.name, layer.length])));
            });
        } else {
            const tile = decode(readFileSync('tile.mvt'));
            parentPort.postMessage(tile.toMessage(), [tile.buffer]);
        }`,
});
const run = (...args) => JSON.parse(execFileSync('node', args, { cwd: folder, encoding: 'utf8' }));

test('import and require decode the same', () => {
    const layers = run('import.mjs');
    assert.ok(layers.length > 3 && layers.every(([name, length, vertices]) => name && length > 0 && vertices > 0));
    assert.deepEqual(run('require.cjs'), layers);
});

test('a worker thread sends what it decoded', () => {
    assert.deepEqual(run('thread.mjs'), run('import.mjs').map(([name, length]) => [name, length]));
});

test('with little address space the error says so', () => {
    const script = `ulimit -v 3000000; node -e "
        import('tilewasm').then(({ decode }) => decode(new Uint8Array([26, 0]))).catch((error) => console.log(JSON.stringify(error.code)))"`;
    const output = execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    assert.equal(JSON.parse(output), 'out-of-memory');
});
