// A page of a browser, the same for every engine: what all drivers can do, and what follows from it. Its subclasses are the engines'.

/** How often waitFor looks. */
const POLL = 50;

export class Page {
    /** Errors that the page met: exceptions that nobody caught, and console.error where the driver hears of it. @type {string[]} */
    complaints = [];

    /* What each engine brings. */

    /** @type {(url: string) => Promise<void>} */
    goto;
    /** @type {(expression: string) => Promise<string>} evaluates to a promise of a string */
    evaluateText;
    /** @type {() => Promise<Buffer>} PNG of what is to be seen */
    screenshot;
    /** @type {(x: number, y: number) => Promise<void>} */
    move;
    /** @type {() => Promise<void>} */
    down;
    /** @type {() => Promise<void>} */
    up;
    /** @type {(x: number, y: number, deltaY: number) => Promise<void>} turns the wheel over a point */
    wheel;
    /** @type {(key: string) => Promise<void>} a character, or a name as 'ArrowLeft', 'Tab', 'Enter' */
    press;
    /** @type {() => Promise<void>} */
    close;

    /* What follows from it. */

    /**
     * Calls a function in the page. Argument and result pass as JSON.
     *
     * @param {Function} callback must not use what surrounds it
     * @param {unknown} [argument]
     */
    async evaluate(callback, argument) {
        const expression = `Promise.resolve((${callback})(${JSON.stringify(argument)})).then((result) => JSON.stringify({ result }))`;
        return JSON.parse(await this.evaluateText(expression)).result;
    }

    /**
     * Until a function says so in the page.
     *
     * @param {Function} callback
     * @param {unknown} [argument]
     * @param {number} [timeout] milliseconds
     */
    async waitFor(callback, argument, timeout = 30_000) {
        const end = Date.now() + timeout;
        for (;;) {
            if (await this.evaluate(callback, argument)) return;
            if (Date.now() > end) throw new Error(`waited ${timeout / 1000} s in vain for ${callback}`);
            await new Promise((resolve) => setTimeout(resolve, POLL));
        }
    }

    /** @param {string} selector */
    text(selector) {
        return this.evaluate((/** @type {string} */ each) => document.querySelector(each)?.textContent, selector);
    }

    /** @param {string} selector */
    isVisible(selector) {
        return this.evaluate((/** @type {string} */ each) => document.querySelector(each)?.checkVisibility() ?? false, selector);
    }

    /** The middle of an element, scrolled into view. @param {string} selector */
    async middleOf(selector) {
        const box = await this.evaluate((/** @type {string} */ each) => {
            const found = document.querySelector(each);
            found?.scrollIntoView({ block: 'nearest' });
            const { left, top, width, height } = found?.getBoundingClientRect() ?? { width: 0 };
            return width > 0 && { x: left + width / 2, y: top + height / 2 };
        }, selector);
        if (!box) throw new Error(`${selector} is not to be seen`);
        return box;
    }

    /** A click by the mouse. @param {number} x @param {number} y */
    async clickAt(x, y) {
        await this.move(x, y);
        await this.down();
        await this.up();
    }

    /** A click by the mouse on the middle of an element. @param {string} selector */
    async click(selector) {
        const { x, y } = await this.middleOf(selector);
        await this.clickAt(x, y);
    }

    /** Chooses of a select, or types into an input, as far as the page can tell. @param {string} selector @param {string} value */
    fill(selector, value) {
        return this.evaluate(
            ({ selector: where, value: what }) => {
                const input = document.querySelector(where);
                input.value = what;
                input.dispatchEvent(new Event('input', { bubbles: true }));
                input.dispatchEvent(new Event('change', { bubbles: true }));
            },
            { selector, value },
        );
    }

    /** Drops a file on the page. @param {string} name @param {Uint8Array} content */
    drop(name, content) {
        return this.evaluate(
            async ({ name: fileName, base64 }) => {
                const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
                const dataTransfer = new DataTransfer();
                dataTransfer.items.add(new File([bytes], fileName));
                for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
            },
            { name, base64: Buffer.from(content).toString('base64') },
        );
    }
}
