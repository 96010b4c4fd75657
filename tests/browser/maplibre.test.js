// MapLibre GL JS in Chromium: the same picture and the same queried features with tilewasm in its workers as with its own decoder.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { comparePictures, settledPicture } from '../support/pictures.js';
import { launchChromium, serveDemo } from '../support/chromium.js';

it('MapLibre GL JS draws and finds the same with tilewasm', { timeout: 240_000 }, async () => {
    const { server, address } = await serveDemo();
    const browser = await launchChromium();
    try {
        const open = async (query) => {
            const page = await browser.newPage({ viewport: { width: 600, height: 500 } });
            const said = [];
            const loaded = [];
            page.on('pageerror', (error) => said.push(error.message));
            page.on('console', (message) => ['error', 'warning'].includes(message.type()) && /tilewasm|rror/.test(message.text()) && said.push(message.text()));
            page.on('request', (request) => loaded.push(request.url()));
            await page.goto(`${address}examples/maplibre/index.html${query}`);
            await page.waitForSelector('html[data-ready=true]', { timeout: 120_000 });
            const picture = await settledPicture(page.locator('#map canvas'));
            const queried = await page.evaluate(() => /** @type {any} */ (globalThis).queried());
            assert.deepEqual(said, []);
            const hooked = loaded.some((url) => /maplibre-worker-[^/]*\.mjs/.test(url));
            await page.close();
            return { picture, queried, hooked };
        };
        const [mine, theirs] = [await open(''), await open('?decoder=maplibre')];
        assert.deepEqual([mine.hooked, theirs.hooked], [true, false]);
        assert.ok(theirs.queried.length > 1000, `${theirs.queried.length} features`);
        assert.deepEqual(mine.queried, theirs.queried);
        const { different, colors } = await comparePictures(browser, mine.picture, theirs.picture);
        assert.ok(colors > 20, `a picture of ${colors} colours is no map`);
        assert.ok(different < 0.002, `${100 * different} % of the pixels differ`);
    } finally {
        await browser.close();
        server.close();
    }
});
