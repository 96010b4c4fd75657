// Next.js: a page that decodes in the browser, and two routes that decode on the server, one in Node and one in the edge runtime. Built by
// Turbopack and by webpack, then served by `next start`.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { assertTile } from '../expected.js';
import { pageApplication, realTile } from '../tarball.js';

/** Installed into the application: Turbopack follows no link that leaves it. */
const packages = ['next', 'react', 'react-dom', '@loaders.gl/core'];

/** A build that hangs is ended. */
const MOST_MS = 600_000;

const route = (runtime) => `
    import { decode } from 'tilewasm';
    export const runtime = '${runtime}';
    export const POST = async (request) => Response.json(decode(await request.arrayBuffer()));
`;

const files = {
    'next.config.mjs': 'export default { turbopack: { root: process.cwd() } };',
    'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>;',
    'app/page.js': `
        'use client';
        import { useEffect } from 'react';
        import { run } from '../program.js';
        export default function Page() {
            useEffect(() => {
                run({ workerUrl: '/loaders-worker.js', worker: () => new Worker(new URL('../tile.worker.js', import.meta.url), { type: 'module' }) });
            }, []);
            return <p>tilewasm</p>;
        }
    `,
    'app/node/route.js': route('nodejs'),
    'app/edge/route.js': route('edge'),
    'public/readme.txt': 'The tile and the loaders worker are put beside this file.',
};

const buildBy = (bundler) => async () => {
    const folder = pageApplication(`next-${bundler}`, files, packages);
    copyFileSync(realTile, `${folder}/public/tile.mvt`);
    copyFileSync(`${folder}/node_modules/tilewasm/dist/loaders-worker.js`, `${folder}/public/loaders-worker.js`);
    const next = `${folder}/node_modules/next/dist/bin/next`;
    // Node's test runner says NODE_ENV=test, with which Next.js builds pages that it cannot render.
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', CI: '1' };
    const built = () => execFileSync('node', [next, 'build', `--${bundler}`], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe', timeout: MOST_MS });
    try {
        built();
    } catch (error) {
        throw new Error(`next build --${bundler}:\n${error.stdout}${error.stderr}`, { cause: error });
    }
    const server = spawn('node', [next, 'start', '--port', '0', '--hostname', '127.0.0.1'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise((resolve, reject) => {
        let said = '';
        server.on('exit', (code) => reject(new Error(`next start ended with code ${code}: ${said}`)));
        server.stdout.on('data', (text) => {
            said += text;
            const found = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said);
            if (found) resolve(`${found[0]}/`);
        });
    });
    const close = () => server.kill();
    try {
        for (const name of ['node', 'edge']) {
            const response = await fetch(`${address}${name}`, { method: 'POST', body: readFileSync(realTile) });
            assert.equal(response.status, 200, `${name} route: ${response.statusText}`);
            assertTile(await response.json(), `${name} route`);
        }
    } catch (error) {
        close();
        throw error;
    }
    return { address, close };
};

export default { 'next by turbopack': buildBy('turbopack'), 'next by webpack': buildBy('webpack') };
