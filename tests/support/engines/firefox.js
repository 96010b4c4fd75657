// Debian's Firefox ESR as an engine, by puppeteer-core over WebDriver BiDi. Headless, and yet with a display: without one it has no WebGL.

import puppeteer from 'puppeteer-core';
import { openDisplay } from './display.js';
import { Page } from './page.js';

/** @import { Engine } from './index.js' */

/** @returns {Promise<Engine>} */
export async function launchFirefox() {
    const display = await openDisplay();
    try {
        const browser = await puppeteer.launch({
            browser: 'firefox',
            executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
            headless: true,
            protocolTimeout: 300_000,
            env: { ...process.env, DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: '1' },
            extraPrefsFirefox: {
                'app.update.enabled': false,
                'datareporting.policy.dataSubmissionEnabled': false,
                'toolkit.telemetry.enabled': false,
                'webgl.force-enabled': true, // by software
            },
        });
        return {
            name: 'Firefox',
            version: (await browser.version()).replace(/^\D+/, ''),
            async newPage(size = { width: 1100, height: 700 }) {
                const page = await browser.newPage();
                await page.setViewport(size);
                return new FirefoxPage(page);
            },
            async close() {
                await browser.close();
                display.close();
            },
        };
    } catch (error) {
        display.close();
        throw error;
    }
}

class FirefoxPage extends Page {
    /** @param {import('puppeteer-core').Page} page */
    constructor(page) {
        super();
        page.on('pageerror', (error) => this.complaints.push(String(/** @type {any} */ (error).message)));
        page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
        this.goto = async (url) => void (await page.goto(url));
        this.evaluateText = async (expression) => /** @type {string} */ (await page.evaluate(expression));
        this.screenshot = async () => Buffer.from(await page.screenshot());
        this.move = (x, y) => page.mouse.move(x, y);
        this.down = () => page.mouse.down();
        this.up = () => page.mouse.up();
        this.wheel = async (x, y, deltaY) => {
            await page.mouse.move(x, y);
            await page.mouse.wheel({ deltaY });
        };
        this.press = (key) => page.keyboard.press(/** @type {any} */ (key));
        this.close = () => page.close();
    }
}
