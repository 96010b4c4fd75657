// Colours and widths of layers, by name where the name says what they are, else by a hash of it. Used by the renderer and the layer list.

/**
 * @typedef {object} LayerStyle
 * @property {[r: number, g: number, b: number, a: number]} color 0 to 1
 * @property {number} opacity of fills; 0: their outlines are drawn instead
 * @property {number} width of lines, CSS pixels
 * @property {number} order below 0 is drawn first
 */

/** What lies below the tiles, unless the source says otherwise. */
export const PAPER = '#f4f1ea';

/** Name, colour, width, order, opacity of fills unless it is 1. The first pattern that fits a layer's name decides. */
const KNOWN = /** @type {[RegExp, string, number, number, number?][]} */ ([
    [/^(water|ocean|sea|lake|river|bathymetry)/i, '#9dc3dd', 1, -8],
    [/^(land$|earth|country|countries)/i, '#e9e2d0', 1, -10],
    // Polygons that lie upon each other: the deeper the shade, the darker; of contours only where they end.
    [/hillshade/i, '#8b8470', 1, -6, 0.08],
    [/contour/i, '#b59b6c', 0.75, -4, 0],
    [/^(landcover|land_?use|landuse_overlay|park|green|natural)/i, '#c9dcb4', 1, -7],
    [/^(waterway|barrier)/i, '#7fb0d1', 1.25, -5],
    [/^(building)/i, '#cbb9ac', 1, -2],
    [/^(road|transport|street|bridge|tunnel|highway|path|cycle)/i, '#d98e53', 1.75, 0],
    [/^(rail|aeroway|ferry)/i, '#7b6f82', 1.5, 1],
    [/^(admin|bound|border)/i, '#8a5b93', 1.25, 2],
    [/(label|poi|place|housenum|address|name)/i, '#3d4956', 1, 5],
]);

/** @type {Map<string, LayerStyle>} */
const styles = new Map();

/** @param {string} name of a layer */
export function styleOf(name) {
    let style = styles.get(name);
    if (!style) styles.set(name, (style = makeStyle(name)));
    return style;
}

/** @param {string} name */
export function cssColor(name) {
    const [r, g, b] = styleOf(name).color;
    return `rgb(${Math.round(255 * r)} ${Math.round(255 * g)} ${Math.round(255 * b)})`;
}

/**
 * @param {string} name
 * @returns {LayerStyle}
 */
function makeStyle(name) {
    const known = KNOWN.find(([pattern]) => pattern.test(name));
    if (known) return { color: fromHex(known[1]), width: known[2], order: known[3], opacity: known[4] ?? 1 };
    let hash = 0;
    for (const character of name) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
    return { color: fromHue(hash % 360), width: 1.25, order: 0, opacity: 1 };
}

/**
 * @param {string} hex
 * @returns {LayerStyle['color']}
 */
export function fromHex(hex) {
    const value = parseInt(hex.slice(1), 16);
    return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255, 1];
}

/**
 * @param {number} hue
 * @returns {LayerStyle['color']}
 */
function fromHue(hue) {
    const channel = (/** @type {number} */ shift) => 0.55 + 0.2 * Math.cos(((hue - shift) * Math.PI) / 180);
    return [channel(0), channel(120), channel(240), 1];
}
