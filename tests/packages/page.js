// Opens an application in Chromium and waits for what app/program.js leaves. Used by the *.long.js files beside it.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { launchChromium, listen } from '../support/chromium.js';

const WAIT_MS = 60_000;
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.mvt': 'application/octet-stream' };

let browser;

export async function closeBrowser() {
    await (await browser)?.close();
}

/**
 * Serves a folder; with a Content-Security-Policy where one is given.
 *
 * @param {string} folder
 * @param {string} [policy]
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function serve(folder, policy) {
    const server = createServer(({ url }, response) => {
        const path = new URL(url, 'http://localhost').pathname;
        try {
            const content = readFileSync(join(folder, path === '/' ? 'index.html' : path));
            const type = TYPES[extname(path === '/' ? 'index.html' : path)] ?? 'application/octet-stream';
            response.writeHead(200, { 'content-type': type, ...(policy ? { 'content-security-policy': policy } : {}) }).end(content);
        } catch {
            response.writeHead(404).end();
        }
    });
    return { address: await listen(server), close: () => server.close() };
}

/**
 * What the page at the address leaves in `globalThis.outcome`. Where nothing comes, an error with all that the console said.
 *
 * @param {string} address
 */
export async function outcomeOf(address) {
    browser ??= launchChromium();
    const page = await (await browser).newPage();
    const said = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('requestfailed', (request) => said.push(`failed: ${request.url()}`));
    page.on('response', (response) => response.status() >= 400 && said.push(`${response.status()}: ${response.url()}`));
    try {
        await page.goto(address);
        // Not waitForFunction, which some Content-Security-Policies block.
        for (const end = Date.now() + WAIT_MS; Date.now() < end; ) {
            // A development server may load the page again, which ends the evaluation.
            const outcome = await page.evaluate(() => globalThis.outcome).catch(() => undefined);
            if (outcome) return outcome;
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
        throw new Error(`the page at ${address} left nothing within ${WAIT_MS / 1000} seconds:\n${said.join('\n')}`);
    } finally {
        await page.close();
    }
}
