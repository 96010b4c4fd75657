// Takes the picture of the demo that the README shows: node scripts/screenshot.js. By hand, when the demo's looks have changed.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium, serveDemo } from '../tests/support/chromium.js';
import { settledPicture } from '../tests/support/pictures.js';
import { root } from './files.js';

const { server, address } = await serveDemo();
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1100, height: 640 } });
await page.goto(address);
await page.selectOption('#dataset', 'chicago');
await page.waitForFunction(() => globalThis.document.title.startsWith('Chicago') && globalThis.document.documentElement.dataset.ready === 'true');
// The middle of the city, and a street in it.
await page.evaluate(() => {
    const { map } = /** @type {any} */ (globalThis).demo;
    map.camera.zoomAround(1.6, 480, 290);
    map.redraw();
});
await settledPicture(page.locator('#map'));
await page.locator('#map').click({ position: { x: 431, y: 200 } });
writeFileSync(join(root, 'docs/demo.png'), await settledPicture(page.locator('body')));
await browser.close();
server.close();
