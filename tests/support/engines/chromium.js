// Debian's Chromium as an engine, by playwright-core.

import { launchChromium } from '../chromium.js';
import { Page } from './page.js';

/** @import { Engine } from './index.js' */

/** @returns {Promise<Engine & { browser: import('playwright-core').Browser }>} */
export async function launchChromiumEngine() {
    const browser = await launchChromium();
    return {
        name: 'Chromium',
        version: browser.version(),
        browser,
        async newPage(size = { width: 1100, height: 700 }) {
            return new ChromiumPage(await browser.newPage({ viewport: size }));
        },
        close: () => browser.close(),
    };
}

class ChromiumPage extends Page {
    /** @param {import('playwright-core').Page} page */
    constructor(page) {
        super();
        /** What only this driver can do. */
        this.playwright = page;
        page.on('pageerror', (error) => this.complaints.push(error.message));
        page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
        this.goto = async (url) => void (await page.goto(url));
        this.evaluateText = (expression) => page.evaluate(expression);
        this.screenshot = () => page.screenshot();
        this.move = (x, y) => page.mouse.move(x, y);
        this.down = () => page.mouse.down();
        this.up = () => page.mouse.up();
        this.wheel = async (x, y, deltaY) => {
            await page.mouse.move(x, y);
            await page.mouse.wheel(0, deltaY);
        };
        this.press = (key) => page.keyboard.press(key);
        this.close = () => page.close();
    }
}
