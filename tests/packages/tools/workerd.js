// Cloudflare's runtime, with a Worker bundled as their wrangler does it: esbuild, by conditions, .wasm files beside it.

import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const workerd = fileURLToPath(new URL('../node_modules/.bin/workerd', import.meta.url));

/**
 * @param {string} folder of the application, with cloudflare.js
 * @param {string[]} conditions of package.json's exports
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function serveByWorkerd(folder, conditions) {
    const out = `${folder}/${conditions.join('-')}`;
    await build({
        absWorkingDir: folder,
        entryPoints: ['cloudflare.js'],
        bundle: true,
        format: 'esm',
        conditions,
        loader: { '.wasm': 'copy' },
        assetNames: '[name]',
        outdir: out,
        logLevel: 'warning',
    });
    const modules = readdirSync(out).filter((name) => name.endsWith('.wasm'));
    writeFileSync(`${out}/config.capnp`, configuration(modules));
    const server = spawn(workerd, ['serve', '--control-fd=3', `${out}/config.capnp`], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
    const port = await new Promise((resolve, reject) => {
        server.on('error', reject);
        server.on('exit', (code) => reject(new Error(`workerd ended with code ${code}`)));
        server.stdio[3].on('data', (text) => resolve(JSON.parse(String(text).split('\n')[0]).port));
    });
    return { address: `http://127.0.0.1:${port}/`, close: () => server.kill() };
}

function configuration(modules) {
    const wasm = modules.map((name) => `(name = "${name}", wasm = embed "${name}")`);
    return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
    services = [(name = "main", worker = .main)],
    sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
    modules = [${['(name = "cloudflare.js", esModule = embed "cloudflare.js")', ...wasm].join(', ')}],
    compatibilityDate = "2026-01-01",
);
`;
}
