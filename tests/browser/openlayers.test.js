// OpenLayers in Chromium: the same picture and the same features under the pointer with tilewasm as with ol/format/MVT.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { comparePictures, settledPicture } from '../support/pictures.js';
import { launchChromium, serveDemo } from '../support/chromium.js';

it('OpenLayers draws and picks the same with tilewasm', { timeout: 180_000 }, async () => {
    const { server, address } = await serveDemo();
    const browser = await launchChromium();
    try {
        const open = async (query) => {
            const page = await browser.newPage({ viewport: { width: 600, height: 500 } });
            const errors = [];
            page.on('pageerror', (error) => errors.push(error.message));
            await page.goto(`${address}examples/openlayers/index.html${query}`);
            await page.waitForSelector('html[data-ready=true]', { timeout: 60_000 });
            const picture = await settledPicture(page.locator('#map'));
            const picked = await page.evaluate(() => [[100, 100], [300, 250], [450, 400], [555, 60]].map((pixel) => /** @type {any} */ (globalThis).featuresAt(pixel)));
            assert.deepEqual(errors, []);
            return { picture, picked };
        };
        const [mine, theirs] = [await open(''), await open('?decoder=ol')];
        assert.ok(theirs.picked.flat().length > 3, 'there is something under the pixels');
        assert.deepEqual(mine.picked, theirs.picked);
        const { different, colors } = await comparePictures(browser, mine.picture, theirs.picture);
        assert.ok(colors > 20, `a picture of ${colors} colours is no map`);
        assert.ok(different < 0.002, `${100 * different} % of the pixels differ`);
    } finally {
        await browser.close();
        server.close();
    }
});
