// Debian's Chromium, driven by playwright-core. Used by the browser tests and benchmarks.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from '../../scripts/files.js';
import { staticServer } from '../../scripts/serve.js';

const ARGUMENTS = [
    '--no-sandbox',
    // WebGL without a graphics card.
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
];

export function launchChromium() {
    return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS });
}

/**
 * Serves on a free port of localhost.
 *
 * @param {import('node:http').Server} server
 * @returns {Promise<string>} the address
 */
export async function listen(server) {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`;
}

/** When the newest file of some folders was written. @param {...string} folders */
function newest(...folders) {
    const times = folders.flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
    );
    return Math.max(...times);
}

/** Serves the demo as users build it; built here where it is older than what it is made of. */
export async function serveDemo() {
    const page = join(root, 'demo/dist/index.html');
    const sources = ['demo/map', 'demo/panels', 'demo/sources', 'demo/measure', 'demo/examples', 'dist'];
    const ownFiles = ['demo/index.html', 'demo/main.js', 'demo/style.css', 'demo/make-data.js', 'demo/vite.config.js'].map((file) => statSync(join(root, file)).mtimeMs);
    if (!existsSync(page) || statSync(page).mtimeMs < Math.max(newest(...sources), ...ownFiles)) {
        execFileSync('node', ['scripts/demo.js'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    }
    const server = staticServer(join(root, 'demo/dist'));
    return { server, address: await listen(server) };
}
