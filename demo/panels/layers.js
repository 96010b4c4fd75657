// The layers of the tiles in view: counts, sizes, colours, and a box to hide each. Called by main.js after each picture.

import { cssColor, styleOf } from '../map/style.js';
import { element, formatBytes, formatCount, keepFocus, table } from './elements.js';

/** @import { TileMap } from '../map/map.js' */

/**
 * @param {HTMLElement} panel
 * @param {TileMap} map
 */
export function showLayers(panel, map) {
    const entries = map.entries;
    const layers = sumLayers(entries);
    const names = [...layers.keys()].sort((a, b) => styleOf(b).order - styleOf(a).order || (a < b ? -1 : 1));
    const bytes = entries.reduce((sum, entry) => sum + (entry.bytes ?? 0), 0);
    const features = [...layers.values()].reduce((sum, layer) => sum + layer.features, 0);
    const rows = names.map((name) => {
        const { features: count, vertices } = /** @type {any} */ (layers.get(name));
        return [layerBox(name, map), count.toLocaleString('en'), vertices.toLocaleString('en')];
    });
    const summary = `${formatCount(entries.length, 'tile')} at zoom ${map.tileZoom}, ${formatCount(features, 'feature')}, ${formatBytes(bytes)} decoded`;
    const grid = element('input', { type: 'checkbox', checked: map.showGrid, id: 'grid' });
    grid.addEventListener('change', () => {
        map.showGrid = grid.checked;
        map.redraw();
    });
    keepFocus(panel, () => {
        panel.replaceChildren(
            element('p', { class: 'quiet', id: 'summary' }, summary),
            element('p', {}, element('label', {}, grid, ' Tile grid')),
            table('Layers of the tiles in view', ['Layer', 'Features', 'Vertices'], rows, [1, 2]),
        );
    });
}

/** @param {TileMap['entries']} entries */
function sumLayers(entries) {
    /** @type {Map<string, { features: number, vertices: number }>} */
    const layers = new Map();
    for (const { tile } of entries) {
        for (const layer of tile?.layers ?? []) {
            const sum = layers.get(layer.name) ?? { features: 0, vertices: 0 };
            sum.features += layer.length;
            for (const group of [layer.points, layer.lines, layer.polygons]) sum.vertices += (group?.positions.length ?? 0) / 2;
            layers.set(layer.name, sum);
        }
    }
    return layers;
}

/**
 * @param {string} name
 * @param {TileMap} map
 */
function layerBox(name, map) {
    const box = element('input', { type: 'checkbox', checked: !map.hidden.has(name), id: `layer-${name}` });
    box.addEventListener('change', () => {
        if (box.checked) map.hidden.delete(name);
        else map.hidden.add(name);
        map.redraw();
    });
    const swatch = element('span', { class: 'swatch' });
    swatch.style.background = cssColor(name);
    return element('label', {}, box, ' ', swatch, name === '' ? '(no name)' : name);
}
