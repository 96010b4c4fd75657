// The columns of a layer: key, types, how many features have it, how many values. Called by main.js when its tab is open.

import { element, formatCount, formatValue, keepFocus, shorten, table } from './elements.js';

/** @import { TileMap } from '../map/map.js' */
/** @import { DecodedLayer } from 'tilewasm' */

const MOST_SAMPLES = 3;

/** The layer that was chosen last, by name. */
let chosen = '';

/**
 * @param {HTMLElement} panel
 * @param {TileMap} map
 */
export function showTable(panel, map) {
    const layers = map.entries.flatMap(({ tile, address }) => (tile?.layers ?? []).map((layer) => ({ layer, address })));
    const names = [...new Set(layers.map(({ layer }) => layer.name))].sort();
    if (names.length === 0) {
        panel.replaceChildren(element('p', { class: 'quiet' }, 'No tile in view has a layer.'));
        return;
    }
    if (!names.includes(chosen)) chosen = names[0];
    const select = element('select', { id: 'table-layer' }, ...names.map((name) => element('option', { value: name, selected: name === chosen }, name)));
    select.addEventListener('change', () => {
        chosen = select.value;
        showTable(panel, map);
    });
    const largest = layers.filter(({ layer }) => layer.name === chosen).reduce((a, b) => (b.layer.length > a.layer.length ? b : a));
    const { z, x, y } = largest.address;
    const content = [
        element('p', {}, element('label', { htmlFor: 'table-layer' }, 'Layer '), select),
        element('p', { class: 'quiet' }, `Of tile ${z}/${x}/${y}, which has most of it: ${formatCount(largest.layer.length, 'feature')}, version ${largest.layer.version}, extent ${largest.layer.extent}`),
        table('Columns of the layer', ['Key', 'Types', 'Features', 'Values'], rowsOf(largest.layer), [2, 3]),
    ];
    keepFocus(panel, () => panel.replaceChildren(...content));
}

/** @param {DecodedLayer<any>} layer */
function rowsOf(layer) {
    return [...new Set(layer.keys)].map((key) => {
        const column = layer.column(key);
        const values = column?.values ?? [];
        const present = column?.indices.reduce((sum, index) => sum + (index >= 0 ? 1 : 0), 0) ?? 0;
        const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))].join(', ');
        const samples = values.slice(0, MOST_SAMPLES).map((value) => shorten(formatValue(value))).join(', ');
        const name = element('span', {}, key, element('br'), element('span', { class: 'quiet' }, samples));
        return [name, types, String(present), String(values.length)];
    });
}
