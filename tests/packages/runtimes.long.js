// The installed package outside of browsers: Node, Jest, Vitest, Bun, Deno, Cloudflare's workerd. Run by `npm run test:packages`.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertTile, expectedTile } from './expected.js';
import { application, realTile } from './tarball.js';
import { serveByWorkerd } from './tools/workerd.js';

const tile = readFileSync(realTile);
const featureCount = expectedTile.layers.reduce((sum, { features }) => sum + features.length, 0);
const ofApp = (...names) => Object.fromEntries(names.map((name) => [name, readFileSync(new URL(`app/${name}`, import.meta.url), 'utf8')]));
const tool = (name) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));

/** What hangs is killed. */
const MOST_MS = 120_000;

/** Workers of node:worker_threads, or the web's, from a file of the application. */
const workerOfNode = `
    import { Worker } from 'node:worker_threads';
    export const makeWorker = () => new Worker(new URL('./tile.worker.mjs', import.meta.url));
`;
const workerOfWeb = "export const makeWorker = () => new Worker(new URL('./tile.worker.mjs', import.meta.url), { type: 'module' });";
const noWorkerFile = 'export const makeWorker = undefined;';

function moduleApplication(name, makeWorker) {
    return application(name, { ...ofApp('program.mjs', 'program.cjs'), 'tile.worker.mjs': "import 'tilewasm/pool-worker';", 'make-worker.mjs': makeWorker });
}

/** Runs a command with the tile as its input, and compares what it prints. */
function assertRun(command, args, folder) {
    const printed = execFileSync(command, args, { cwd: folder, input: tile, encoding: 'utf8', maxBuffer: 1 << 28, timeout: MOST_MS });
    assertResults(JSON.parse(printed));
}

function assertResults(results) {
    assertTile(results.tile, 'main thread');
    assertTile(results.tileOfPool, 'pool');
    assert.equal(results.featureCount, featureCount);
}

describe('Node', () => {
    const folder = moduleApplication('node-pool', workerOfNode);
    it('import', () => assertRun('node', ['program.mjs'], folder));
    it('require', () => assertRun('node', ['program.cjs'], folder));
    // The oldest that package.json promises, and one that is newer than the one that runs this; npm has them for x86-64 Linux only.
    for (const name of ['node-oldest', 'node-newest']) {
        const node = fileURLToPath(new URL(`node_modules/${name}/bin/node`, import.meta.url));
        it(`${name}, import`, () => assertRun(node, ['program.mjs'], folder));
        it(`${name}, require`, () => assertRun(node, ['program.cjs'], folder));
    }
    it('without any code generation from strings', () => assertRun('node', ['--disallow-code-generation-from-strings', 'program.mjs'], folder));
});

describe('Bun', () => {
    const folder = moduleApplication('bun-run', workerOfWeb);
    it('import', () => assertRun(tool('bun'), ['run', 'program.mjs'], folder));
    it('require', () => assertRun(tool('bun'), ['run', 'program.cjs'], folder));
    it('with a pool of blobs', () => assertRun(tool('bun'), ['run', 'program.mjs'], moduleApplication('bun-blob', noWorkerFile)));
});

describe('Deno', () => {
    it('without permissions', () => assertRun(tool('deno'), ['run', '--no-prompt', 'program.mjs'], moduleApplication('deno-blob', noWorkerFile)));
    it('with a worker file, which it must be allowed to read', () => {
        assertRun(tool('deno'), ['run', '--no-prompt', '--allow-read=.', 'program.mjs'], moduleApplication('deno-file', workerOfWeb));
    });
});

/** Runs a test runner, whose own tests compare, and makes sure that it ran two. */
async function assertTestsPass(command, args, folder) {
    writeFileSync(join(folder, 'expected.json'), JSON.stringify(expectedTile));
    const output = await new Promise((resolve, reject) => {
        execFile(command, args, { cwd: folder, timeout: MOST_MS, env: { ...process.env, CI: '1', NO_COLOR: '1' } }, (error, stdout, stderr) => {
            if (error) reject(new assert.AssertionError({ message: stdout + stderr }));
            else resolve(stdout + stderr);
        });
    });
    assert.match(output, /Tests:?\s+2 passed/);
}

describe('Jest', () => {
    for (const environment of ['node', 'jsdom']) {
        it(environment, async () => {
            const folder = application(`jest-${environment}`, ofApp('example.test.cjs'));
            const settings = { testEnvironment: environment, testMatch: ['**/*.test.cjs'] };
            await assertTestsPass(tool('jest'), ['--config', JSON.stringify(settings), '--rootDir', folder, '--no-cache'], folder);
        });
    }
});

describe('Vitest', () => {
    it('node', async () => {
        const folder = application('vitest', { ...ofApp('example.test.mjs'), 'tile.worker.mjs': "import 'tilewasm/pool-worker';" });
        await assertTestsPass(tool('vitest'), ['run', '--root', folder], folder);
    });
});

describe('Cloudflare workerd', () => {
    const folder = application('workerd', ofApp('cloudflare.js'));
    const ask = async (conditions) => {
        const { address, close } = await serveByWorkerd(folder, conditions);
        try {
            return await (await fetch(address, { method: 'POST', body: tile })).json();
        } finally {
            close();
        }
    };

    it("decodes, by the condition 'workerd'", async () => {
        const answer = await ask(['workerd', 'worker', 'browser']);
        assert.equal(answer.error, undefined, answer.error?.message);
        assertTile(answer.tile);
        assert.equal(answer.featureCount, featureCount);
    });

    it('without it the error names it', async () => {
        const { error } = await ask(['browser']);
        assert.equal(error?.code, 'wasm-blocked');
        assert.match(error.message, /on Cloudflare Workers, use the bundler condition 'workerd'/);
    });
});
