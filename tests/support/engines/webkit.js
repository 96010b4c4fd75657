// Debian's WebKitGTK as an engine: its MiniBrowser by its WebKitWebDriver, which speaks W3C WebDriver. One page at a time.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { openDisplay } from './display.js';
import { Page } from './page.js';

/** @import { Engine } from './index.js' */

const DRIVER = '/usr/bin/WebKitWebDriver';

/** Keys that are no characters, as WebDriver writes them. */
const KEYS = {
    Enter: '\uE007', Tab: '\uE004', Shift: '\uE008', Escape: '\uE00C', ' ': ' ', Home: '\uE011', End: '\uE010',
    ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015',
};

/** @returns {Promise<Engine>} */
export async function launchWebKit() {
    const display = await openDisplay();
    const port = await freePort();
    const driver = spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env: { ...process.env, DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: '1' } });
    const close = () => {
        driver.kill();
        display.close();
    };
    driver.once('error', () => {});
    try {
        await isReady(port);
        const { sessionId, capabilities } = await send(port, 'POST', '/session', {
            capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } } },
        });
        const session = (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) => send(port, method, `/session/${sessionId}${path}`, body);
        await session('POST', '/timeouts', { script: 300_000 });
        return {
            name: 'WebKitGTK',
            version: capabilities.browserVersion,
            async newPage(size = { width: 1100, height: 700 }) {
                const page = new WebKitPage(session);
                await page.resize(size);
                return page;
            },
            async close() {
                await send(port, 'DELETE', `/session/${sessionId}`).catch(() => {});
                close();
            },
        };
    } catch (error) {
        close();
        throw error;
    }
}

class WebKitPage extends Page {
    #session;
    /** Where the mouse is: each action begins anew. */
    #x = 0;
    #y = 0;

    /** @param {(method: string, path: string, body?: object) => Promise<any>} session */
    constructor(session) {
        super();
        this.#session = session;
        this.goto = (url) => session('POST', '/url', { url });
        this.evaluateText = async (expression) => {
            const script = `const done = arguments[arguments.length - 1]; (${expression}).then((text) => done([text]), (error) => done([null, String(error) + '\\n' + (error && error.stack)]))`;
            const [text, error] = await session('POST', '/execute/async', { script, args: [] });
            if (error) throw new Error(error);
            return text;
        };
        this.screenshot = async () => Buffer.from(await session('GET', '/screenshot'), 'base64');
        this.move = async (x, y) => {
            [this.#x, this.#y] = [Math.round(x), Math.round(y)];
            await this.#point({ type: 'pointerMove', x: this.#x, y: this.#y, origin: 'viewport', duration: 0 });
        };
        this.down = () => this.#point({ type: 'pointerDown', button: 0 });
        this.up = () => this.#point({ type: 'pointerUp', button: 0 });
        this.wheel = (x, y, deltaY) =>
            this.#act({ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY, duration: 0, origin: 'viewport' }] });
        this.press = (key) => {
            const value = KEYS[/** @type {keyof typeof KEYS} */ (key)] ?? key;
            return this.#act({ type: 'key', id: 'keyboard', actions: [{ type: 'keyDown', value }, { type: 'keyUp', value }] });
        };
        this.close = () => session('POST', '/url', { url: 'about:blank' });
    }

    /** The window so large that the page has a size. @param {{ width: number, height: number }} size */
    async resize({ width, height }) {
        await this.goto('about:blank');
        const { width: outerWidth, height: outerHeight } = await this.#session('POST', '/window/rect', { width, height });
        const [innerWidth, innerHeight] = await this.evaluate(() => [globalThis.innerWidth, globalThis.innerHeight]);
        await this.#session('POST', '/window/rect', { width: width + outerWidth - innerWidth, height: height + outerHeight - innerHeight });
    }

    /** @param {object} action */
    #point(action) {
        return this.#act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [action] });
    }

    /** @param {object} source of input */
    #act(source) {
        return this.#session('POST', '/actions', { actions: [source] });
    }
}

function miniBrowser() {
    const folder = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
    const found = readdirSync(folder).filter((name) => name.startsWith('webkit2gtk-4.') && existsSync(`${folder}/${name}/MiniBrowser`));
    if (found.length === 0) throw new Error(`no MiniBrowser below ${folder}/webkit2gtk-4.*; install Debian's webkit2gtk-driver`);
    return `${folder}/${found.sort().at(-1)}/MiniBrowser`;
}

/** @returns {Promise<number>} */
function freePort() {
    return new Promise((resolve) => {
        const server = createServer().listen(0, '127.0.0.1', () => {
            const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
            server.close(() => resolve(port));
        });
    });
}

/** @param {number} port */
async function isReady(port) {
    if (!existsSync(DRIVER)) throw new Error(`${DRIVER} is missing; install Debian's webkit2gtk-driver`);
    for (let i = 0; i < 100; i++) {
        if (await send(port, 'GET', '/status').then(() => true, () => false)) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${DRIVER} does not answer`);
}

/**
 * @param {number} port
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function send(port, method, path, body) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) throw new Error(`WebDriver ${path}: ${value.error}: ${value.message}`);
    return value;
}
