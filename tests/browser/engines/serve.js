// Serves the page of tests/browser/engines.test.js, bundled with the package that was built, and bytes that the test gives.

import { build } from 'esbuild';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { copyFile, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { root } from '../../../scripts/files.js';
import { listen } from '../../support/chromium.js';

const folder = join(root, 'build/engines');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' };

/** The package as users get it, also where test helpers name its sources. @type {import('esbuild').Plugin} */
const published = {
    name: 'published',
    setup({ onResolve }) {
        onResolve({ filter: /^tilewasm$|js\/index\.js$/ }, () => ({ path: join(root, 'dist/index.mjs') }));
        onResolve({ filter: /^tilewasm\// }, ({ path }) => ({ path: join(root, 'dist', `${path.slice('tilewasm/'.length)}.mjs`) }));
    },
};

/** @param {(path: string) => Uint8Array | undefined} bytesAt */
export async function serveEnginePage(bytesAt) {
    mkdirSync(folder, { recursive: true });
    await build({
        entryPoints: ['page.js', 'transfer-worker.js'].map((name) => join(root, 'tests/browser/engines', name)),
        outdir: folder,
        bundle: true,
        format: 'esm',
        target: 'es2022',
        plugins: [published],
        logLevel: 'error',
    });
    for (const name of ['pool-worker.mjs', 'pool-worker.js']) await copyFile(join(root, 'dist', name), join(folder, name));
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://localhost');
        // So isolated, a page may have shared memory.
        const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp', 'cache-control': 'no-store' };
        const bytes = bytesAt(pathname.slice(1)) ?? (await read(pathname));
        response.writeHead(bytes ? 200 : 404, { ...headers, 'content-type': types[extname(pathname)] ?? 'application/octet-stream' }).end(bytes);
    });
    return { server, address: await listen(server) };
}

/** @param {string} pathname */
async function read(pathname) {
    if (pathname === '/page.html') return '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="page.js"></script>';
    return readFile(join(folder, pathname)).catch(() => undefined);
}
