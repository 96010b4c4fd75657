// deck.gl in Chromium: MVTLayer draws the same picture and picks the same features with tilewasm, in a worker and on the page, as with
// loaders.gl's own decoder; and deck.gl's layers draw and pick decoded arrays without loaders.gl.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { comparePictures, settledPicture } from '../support/pictures.js';
import { launchChromium, serveDemo } from '../support/chromium.js';

describe('deck.gl', { timeout: 300_000 }, () => {
    let server;
    let address;
    let browser;

    before(async () => {
        ({ server, address } = await serveDemo());
        browser = await launchChromium();
    });
    after(async () => {
        await browser?.close();
        server?.close();
    });

    async function open(example, query = '') {
        const page = await browser.newPage({ viewport: { width: 600, height: 500 } });
        const complaints = [];
        const requests = [];
        const workers = [];
        page.on('pageerror', (error) => complaints.push(error.message));
        page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !/GL Driver Message/.test(message.text()) && complaints.push(message.text()));
        page.on('request', (request) => requests.push(request.url()));
        page.on('worker', (worker) => workers.push(worker.url()));
        await page.goto(`${address}examples/${example}/index.html${query}`);
        await page.waitForSelector('html[data-ready=true]', { timeout: 120_000 });
        const picture = await settledPicture(page.locator('#map canvas'));
        const picked = await page.evaluate(() => /** @type {any} */ (globalThis).picked());
        await page.close();
        assert.deepEqual(complaints, []);
        return { picture, picked, requests, workers };
    }

    it('draws and picks the same with tilewasm as with MVTLoader', async () => {
        const theirs = await open('deckgl', '?decoder=loaders');
        assert.ok(theirs.picked.length > 300, `${theirs.picked.length} features`);
        assert.equal(theirs.workers.length, 0);
        for (const query of ['', '?decoder=page']) {
            const mine = await open('deckgl', query);
            assert.equal(mine.workers.length > 0, query === '', 'the decoder runs where it was told to');
            assert.ok(mine.requests.every((url) => url.startsWith(address) || /^(blob|data):/.test(url)), 'nothing comes from elsewhere');
            assert.deepEqual(mine.picked, theirs.picked);
            const { different, colors } = await comparePictures(browser, mine.picture, theirs.picture);
            assert.ok(colors > 20, `a picture of ${colors} colours is no map`);
            assert.ok(different < 0.002, `${100 * different} % of the pixels differ`);
        }
    });

    it('draws and picks decoded arrays without loaders.gl', async () => {
        const { picture, picked } = await open('deckgl-arrays');
        const names = new Set(picked.map(({ name }) => name));
        for (const name of ['water', 'landuse', 'road']) assert.ok(names.has(name), `nothing of ${name} was picked`);
        assert.ok(picked.some(({ name, properties }) => name === 'landuse' && properties.class === 'school'), 'properties belong to the feature that was picked');
        const { colors } = await comparePictures(browser, picture, picture);
        assert.ok(colors > 20, `a picture of ${colors} colours is no map`);
    });
});
