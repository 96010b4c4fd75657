// Tiles behind a URL template or a TileJSON. Called by open.js and for the data sets that come with the page.

import { WHOLE_WORLD, inflate, nameOr, worldBounds } from './source.js';

/** @import { Address } from '../map/tile-store.js' */
/** @import { Source } from './source.js' */

/**
 * @param {string} text a template with {z}, {x}, {y} (or {-y}), or the address of a TileJSON
 * @returns {Promise<Source>}
 */
export async function openAddress(text) {
    const address = text.trim();
    const isTemplate = ['{z}', '{x}'].every((part) => address.includes(part)) && /\{-?y\}/.test(address);
    const url = toUrl(address, location.href);
    return isTemplate ? fromTemplate({ template: address, name: url.host }) : openTileJson(url.href);
}

/**
 * @param {string} address
 * @param {string} base
 */
function toUrl(address, base) {
    try {
        return new URL(address, base);
    } catch (error) {
        throw new Error(`"${address}" is no address; give one as https://…/{z}/{x}/{y}.mvt, or that of a TileJSON`, { cause: error });
    }
}

/**
 * @param {{ template: string, name: string, attribution?: string, minZoom?: number, maxZoom?: number, bounds?: Source['bounds'], zoom?: number, paper?: string, tiles?: string[] }} options
 *   `tiles`: the only ones that exist, as z/x/y
 * @returns {Source}
 */
export function fromTemplate({ template, name, attribution = '', minZoom = 0, maxZoom = 14, bounds = WHOLE_WORLD, zoom, paper, tiles }) {
    const byZoom = tiles && groupByZoom(tiles);
    const urlOf = (/** @type {Address} */ { z, x, y }) =>
        new URL(
            template
                .replaceAll('{z}', String(z))
                .replaceAll('{x}', String(x))
                .replaceAll('{y}', String(y))
                .replaceAll('{-y}', String(2 ** z - 1 - y)),
            location.href,
        ).href;
    return {
        name,
        attribution,
        minZoom,
        maxZoom,
        bounds,
        zoom,
        paper,
        addresses: byZoom && ((z) => byZoom.get(z) ?? []),
        input: urlOf,
        async load(address) {
            const response = await fetch(urlOf(address));
            if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
            return inflate(await response.arrayBuffer());
        },
    };
}

/** @param {string[]} tiles as z/x/y */
function groupByZoom(tiles) {
    /** @type {Map<number, Address[]>} */
    const byZoom = new Map();
    for (const tile of tiles) {
        const [z, x, y] = tile.split('/').map(Number);
        byZoom.set(z, [...(byZoom.get(z) ?? []), { z, x, y }]);
    }
    return byZoom;
}

/** The browser does not tell pages which of these it is. */
export const UNREACHABLE =
    'is the server up, does it allow this page to read (Access-Control-Allow-Origin), and does the page\'s Content-Security-Policy allow the address (of other hosts https: only)?';

/**
 * @param {string} url
 * @returns {Promise<Source>}
 */
async function openTileJson(url) {
    const response = await fetch(url).catch((error) => {
        throw new Error(`${url} could not be fetched: ${UNREACHABLE}`, { cause: error });
    });
    if (!response.ok) throw new Error(`${url} answered ${response.status} ${response.statusText}; a TileJSON or a template with {z}/{x}/{y} is wanted`);
    const text = await response.text();
    let json;
    try {
        json = JSON.parse(text);
    } catch {
        const found = /^\s*</.test(text) ? 'an HTML page' : 'something that is not JSON';
        throw new Error(`${url} gave ${found}; give the address of a TileJSON, or a template with {z}/{x}/{y}`);
    }
    const template = json?.tiles?.[0];
    if (typeof template !== 'string') throw new Error(`${url} is JSON without "tiles"; a TileJSON names the address of its tiles there`);
    const absolute = toUrl(template.replaceAll('{', '%7B').replaceAll('}', '%7D'), url).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
    return fromTemplate({
        // Rows of the scheme "tms" are counted from the south.
        template: json.scheme === 'tms' ? absolute.replaceAll('{y}', '{-y}') : absolute,
        name: nameOr(json.name, new URL(url).host),
        attribution: plainText(json.attribution),
        minZoom: zoomOf(json.minzoom),
        maxZoom: zoomOf(json.maxzoom),
        bounds: Array.isArray(json.bounds) ? worldBounds(json.bounds) : undefined,
    });
}

/**
 * A whole number, which some write as text; undefined where it is none.
 *
 * @param {unknown} zoom
 */
function zoomOf(zoom) {
    const number = typeof zoom === 'string' ? parseInt(zoom, 10) : zoom;
    return Number.isInteger(number) ? /** @type {number} */ (number) : undefined;
}

/**
 * Attributions are HTML; their text is shown.
 *
 * @param {unknown} html
 */
export function plainText(html) {
    if (typeof html !== 'string') return '';
    return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}
