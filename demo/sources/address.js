// Tiles behind a URL template or a TileJSON. Called by open.js and for the data sets that come with the page.

import { inflate, worldBounds } from './source.js';

/** @import { Address } from '../map/tile-store.js' */
/** @import { Source } from './source.js' */

const WHOLE_WORLD = /** @type {Source['bounds']} */ ([0, 0, 1, 1]);

/**
 * @param {string} text a template with {z}, {x}, {y} (or {-y}), or the address of a TileJSON
 * @returns {Promise<Source>}
 */
export async function openAddress(text) {
    const address = text.trim();
    if (/\{z\}.*\{-?y\}/.test(address) && address.includes('{x}')) return fromTemplate({ template: address, name: new URL(address, location.href).host });
    return openTileJson(address);
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
                .replace('{z}', String(z))
                .replace('{x}', String(x))
                .replace('{y}', String(y))
                .replace('{-y}', String(2 ** z - 1 - y)),
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

/**
 * @param {string} address
 * @returns {Promise<Source>}
 */
async function openTileJson(address) {
    const url = new URL(address, location.href).href;
    const response = await fetch(url);
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
    return fromTemplate({
        template: new URL(template.replaceAll('{', '%7B').replaceAll('}', '%7D'), url).href.replaceAll('%7B', '{').replaceAll('%7D', '}'),
        name: json.name ?? new URL(url).host,
        attribution: plainText(json.attribution),
        minZoom: json.minzoom,
        maxZoom: json.maxzoom,
        bounds: Array.isArray(json.bounds) ? worldBounds(json.bounds) : undefined,
    });
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
