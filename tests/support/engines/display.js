// A virtual display (Debian's xvfb) for browsers that want one. Used by firefox.js and webkit.js.

import { spawn } from 'node:child_process';

/** @returns {Promise<{ name: string, close: () => void }>} the name as in DISPLAY */
export async function openDisplay() {
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const number = await new Promise((resolve, reject) => {
        server.once('error', (error) => reject(new Error(`Xvfb does not start (${error.message}); install Debian's xvfb`)));
        server.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}`)));
        /** @type {import('node:stream').Readable} */ (server.stdio[3]).once('data', (data) => resolve(String(data).trim()));
    });
    return { name: `:${number}`, close: () => server.kill() };
}
