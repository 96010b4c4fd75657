// Chromium and Firefox for the benchmarks: bundles a page, serves it with the tiles, runs each row in a page of its own. Called by
// every benchmark that takes --browser.

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium, listen } from '../../tests/support/chromium.js';
import { bundle } from '../support/bundle.js';
import { tilesOf } from '../support/tiles.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'build/bench/browser');
const firefoxProgram = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** So isolated, a page's clock has its full resolution. */
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

function answer(path) {
    const tile = /^\/tiles\/([\w-]+)(?:\/(\d+))?$/.exec(path);
    if (tile) {
        const paths = tilesOf(tile[1]);
        return tile[2] === undefined ? Buffer.from(String(paths.length)) : readFileSync(paths[Number(tile[2])]);
    }
    if (path.endsWith('.html')) return Buffer.from(`<!doctype html><meta charset="utf-8"><script type="module" src="${path.replace(/html$/, 'js')}"></script>`);
    const file = join(folder, path);
    return file.startsWith(folder) && existsSync(file) ? readFileSync(file) : undefined;
}

/**
 * Bundles pages of this folder, and serves them and the tiles on a free port.
 *
 * @param {string[]} pages
 */
export async function serve(pages) {
    await bundle(pages.map((name) => `browser/${name}`), 'browser', 'browser');
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        const body = answer(path);
        response.writeHead(body ? 200 : 404, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream', 'Cache-Control': 'no-store', ...isolation });
        response.end(body);
    });
    const address = await listen(server);
    return { origin: address.replace(/\/$/, ''), close: () => server.close() };
}

async function openChromium() {
    const browser = await launchChromium();
    return {
        name: `Chromium ${browser.version()}`,
        async newPage() {
            const page = await browser.newPage();
            return { page, waitFor: (what, timeout) => page.waitForFunction(what, null, { timeout }) };
        },
        close: () => browser.close(),
    };
}

async function openFirefox() {
    const { default: puppeteer } = await import('puppeteer-core');
    const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: firefoxProgram,
        headless: true,
        protocolTimeout: 600000,
        extraPrefsFirefox: { 'app.update.enabled': false, 'datareporting.policy.dataSubmissionEnabled': false },
    });
    return {
        name: (await browser.version()).replace(/^firefox\//, 'Firefox '),
        async newPage() {
            const page = await browser.newPage();
            return { page, waitFor: (what, timeout) => page.waitForFunction(what, { timeout, polling: 500 }) };
        },
        close: () => browser.close(),
    };
}

/** How each browser is opened, and the program that must be there (names of Debian packages). */
const known = {
    chromium: { open: openChromium, program: process.env.CHROMIUM ?? '/usr/bin/chromium' },
    firefox: { open: openFirefox, program: firefoxProgram },
};

/**
 * @param {string} which chromium, firefox, or all that this machine has
 */
export async function openBrowsers(which) {
    const names = which === 'all' ? Object.keys(known).filter((name) => existsSync(known[name].program)) : [which];
    for (const name of names) {
        if (!known[name]) throw new Error(`--browser ${name}: known are ${Object.keys(known).join(', ')} and all`);
        if (!existsSync(known[name].program)) throw new Error(`--browser ${name}: there is no ${known[name].program}; install chromium or firefox-esr`);
    }
    return Promise.all(names.map((name) => known[name].open()));
}

/**
 * Opens a page and waits for what it leaves in globalThis.benchmark.
 *
 * @param {Awaited<ReturnType<typeof openBrowsers>>[number]} browser
 * @param {string} url
 */
export async function runPage(browser, url) {
    const { page, waitFor } = await browser.newPage();
    try {
        await page.goto(url, { timeout: 0 }); // measuring may begin before the page is loaded
        await waitFor('globalThis.benchmark !== undefined', 300000);
        const { result, error } = await page.evaluate('globalThis.benchmark');
        if (error) throw new Error(error);
        return result;
    } finally {
        await page.close();
    }
}

/** Engines as run.js takes them. @param {string} which as openBrowsers takes it */
export async function openEngines(which) {
    const server = await serve(['page.js']);
    const browsers = await openBrowsers(which);
    return browsers.map((browser, i) => ({
        name: browser.name,
        async run(row, group, budget) {
            const query = new URLSearchParams({ row, group, budget: String(budget) });
            return { engine: browser.name, ...(await runPage(browser, `${server.origin}/page.html?${query}`)) };
        },
        async close() {
            await browser.close();
            if (i === browsers.length - 1) server.close();
        },
    }));
}
