// Debian's Chromium, driven by playwright-core. Used by the browser tests and benchmarks.

import { execFileSync } from 'node:child_process';
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

/** Builds the demo as users build it, into demo/dist, where that is older than what it is made of; by one test at a time. */
export function buildDemo() {
    execFileSync('flock', ['build/demo.lock', 'node', 'tests/support/build-demo.js'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Serves the demo as users build it. */
export async function serveDemo() {
    buildDemo();
    const server = staticServer(join(root, 'demo/dist'));
    return { server, address: await listen(server) };
}
