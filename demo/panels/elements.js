// Small helpers to build elements. Used by the panels.

/** Characters that are shown of a text where there is little room. */
const MOST_SHOWN = 80;

/**
 * @param {string} tag
 * @param {Record<string, any>} [properties] of the element; `class` sets its class
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function element(tag, { class: className, ...properties } = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    if (className) made.className = className;
    made.append(...children);
    return made;
}

/**
 * A table with a header row.
 *
 * @param {string} caption for those who cannot see what stands around it
 * @param {string[]} heads
 * @param {(Node | string)[][]} rows
 * @param {number[]} [numeric] columns that hold numbers
 */
export function table(caption, heads, rows, numeric = []) {
    const cell = (/** @type {string} */ tag, /** @type {Node | string} */ content, /** @type {number} */ i) =>
        element(tag, { class: numeric.includes(i) ? 'number' : '', ...(tag === 'th' ? { scope: 'col' } : {}) }, content);
    const head = element('tr', {}, ...heads.map((text, i) => cell('th', text, i)));
    const body = rows.map((row) => element('tr', {}, ...row.map((content, i) => cell('td', content, i))));
    const made = element('table', {}, element('thead', {}, head), element('tbody', {}, ...body));
    made.setAttribute('aria-label', caption);
    return made;
}

/** @param {number} bytes */
export function formatBytes(bytes) {
    if (bytes < 1024) return `${bytes} B`;
    return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * A number with what it counts.
 *
 * @param {number} count
 * @param {string} noun in the singular
 */
export function formatCount(count, noun) {
    return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** @param {unknown} value of a property */
export function formatValue(value) {
    return String(value);
}

/**
 * For places that hold a line only.
 *
 * @param {string} text
 */
export function shorten(text) {
    return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/**
 * The panel is built anew while somebody may be moving through it with the keyboard.
 *
 * @param {HTMLElement} panel
 * @param {() => void} build
 */
export function keepFocus(panel, build) {
    const id = panel.contains(document.activeElement) ? document.activeElement?.id : undefined;
    build();
    if (id) document.getElementById(id)?.focus();
}

/**
 * To the clipboard; by an older way where the page is not served from localhost or by https.
 *
 * @param {string} text
 */
export async function copyText(text) {
    if (navigator.clipboard) {
        await navigator.clipboard.writeText(text);
        return;
    }
    const field = element('textarea', { value: text });
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
}
