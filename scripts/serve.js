// Serves a folder on localhost: node scripts/serve.js [FOLDER]. Called by `./build.sh demo`, which serves demo/dist.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { root } from './files.js';

const types = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.mjs': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.json': 'application/json',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.mvt': 'application/vnd.mapbox-vector-tile',
    '.pbf': 'application/x-protobuf',
};

/** The Content-Security-Policy that the demo works under (docs/demo.md). */
export const POLICY =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * A server of the files in `folder`; nothing outside it is read.
 *
 * @param {string} folder
 * @param {Record<string, string>} [headers] sent with each file
 */
export function staticServer(folder, headers = {}) {
    return createServer((request, response) => {
        let path;
        try {
            path = join(folder, normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname)));
        } catch {
            response.writeHead(400).end('bad URL');
            return;
        }
        if (path.endsWith(sep)) path += 'index.html';
        if (!path.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) {
            response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
            return;
        }
        const type = types[extname(path)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', ...headers });
        createReadStream(path).pipe(response);
    });
}

if (process.argv[1] === join(root, 'scripts/serve.js')) {
    const folder = join(root, process.argv[2] ?? 'demo/dist');
    const server = staticServer(folder, { 'content-security-policy': POLICY });
    server.listen(Number(process.env.PORT ?? 8080), 'localhost', () => {
        console.log(`serving ${folder} at http://localhost:${server.address().port}/ (Ctrl-C ends it)`);
    });
}
