// The WebGL example in Chromium: the lake is there, in the colour of water, and features differ in shade.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { launchChromium, serveDemo } from '../support/chromium.js';

it('decoded arrays go into WebGL2 buffers as they are', { timeout: 120_000 }, async () => {
    const { server, address } = await serveDemo();
    const browser = await launchChromium();
    try {
        const page = await browser.newPage();
        const errors = [];
        page.on('pageerror', (error) => errors.push(error.message));
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        await page.goto(`${address}examples/webgl/index.html`);
        await page.waitForSelector('html[data-ready=true]');
        const at = (x, y) =>
            page.evaluate(
                ([left, top]) => {
                    const canvas = document.getElementById('canvas');
                    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
                    copy.drawImage(canvas, 0, 0);
                    return [...copy.getImageData(left, top, 1, 1).data];
                },
                [x, y],
            );
        const [red, green, blue] = await at(780, 20);
        assert.ok(blue > green && green > red && blue > 150, `the lake is ${red}, ${green}, ${blue}`);
        assert.deepEqual(await at(20, 780), [244, 241, 234, 255], 'there is paper where nothing is');
        assert.deepEqual(errors, []);
    } finally {
        await browser.close();
        server.close();
    }
});
