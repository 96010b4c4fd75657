// Debian's Chromium, driven by playwright-core. Used by the browser tests and benchmarks.

import { chromium } from 'playwright-core';

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
