// The browser engines that tests run in. ENGINES names them, "chromium" unless set: `ENGINES=chromium,firefox,webkit node --test …`.
// `npm run test:browsers` sets all three. One that is asked for and is not installed is an error, not a skip.

/** @import { Page } from './page.js' */

/** @typedef {{ name: string, version: string, newPage: (size?: { width: number, height: number }) => Promise<Page>, close: () => Promise<void> }} Engine */

const launchers = {
    chromium: async () => (await import('./chromium.js')).launchChromiumEngine(),
    firefox: async () => (await import('./firefox.js')).launchFirefox(),
    webkit: async () => (await import('./webkit.js')).launchWebKit(),
};

/** The names that ENGINES asks for. */
export function engineNames() {
    const names = (process.env.ENGINES ?? 'chromium').split(',');
    for (const name of names) {
        if (!Object.hasOwn(launchers, name)) throw new Error(`ENGINES names "${name}"; there are ${Object.keys(launchers).join(', ')}`);
    }
    return /** @type {(keyof typeof launchers)[]} */ (names);
}

/**
 * @param {keyof typeof launchers} name
 * @returns {Promise<Engine>}
 */
export function launchEngine(name) {
    return launchers[name]();
}
