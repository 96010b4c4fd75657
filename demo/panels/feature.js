// One feature: its id, type and properties. Called by main.js when one is pointed at or chosen.

import { element, formatValue, shorten, table } from './elements.js';

/** @import { Hit } from '../map/map.js' */

/**
 * @param {HTMLElement} panel
 * @param {Hit | undefined} hit
 */
export function showFeature(panel, hit) {
    if (!hit) {
        panel.replaceChildren(element('p', { class: 'quiet' }, 'Point at something on the map, or click it to keep it here.'));
        return;
    }
    const { layer, feature, address } = hit;
    const { id, type, properties } = layer.feature(feature);
    const rows = Object.entries(properties).map(([key, value]) => [key, value === '' ? element('span', { class: 'quiet' }, '(empty)') : formatValue(value)]);
    panel.replaceChildren(
        element('h2', { id: 'feature-title' }, `${layer.name}, ${id === undefined ? 'no id' : `id ${id}`}`),
        element('p', { class: 'quiet' }, `${type}, feature ${feature} of tile ${address.z}/${address.x}/${address.y}`),
        rows.length > 0 ? table('Properties of the feature', ['Key', 'Value'], rows) : element('p', {}, 'It has no properties.'),
    );
}

/** @param {Hit | undefined} hit */
export function describeHit(hit) {
    if (!hit) return '';
    const { layer, feature } = hit;
    const properties = layer.properties(feature);
    const name = properties.name ?? properties.name_en ?? properties.class ?? properties.type ?? '';
    return [layer.name, formatValue(name)].filter(Boolean).map(shorten).join(': ');
}
