// What is wrong with the tiles in view: problems that were passed over, and tiles that could not be decoded. Called by main.js.

import { element, formatCount, table } from './elements.js';

/** @import { TileMap } from '../map/map.js' */

const MOST_ROWS = 200;

/**
 * @param {HTMLElement} panel
 * @param {TileMap} map
 */
export function showProblems(panel, map) {
    const failures = map.failures.map(({ address: { z, x, y }, error }) => [`${z}/${x}/${y}`, error.code ?? error.name, error.message]);
    const problems = map.entries.flatMap(({ tile, address: { z, x, y } }) =>
        (tile?.problems ?? []).map(({ code, message, layer, feature }) => {
            const place = [layer === undefined ? '' : `layer ${layer}`, feature === undefined ? '' : `feature ${feature}`].filter(Boolean).join(', ');
            return [`${z}/${x}/${y}${place ? `: ${place}` : ''}`, code, message];
        }),
    );
    const rows = [...failures, ...problems];
    const count = map.entries.reduce((sum, { tile }) => sum + (tile?.problemCount ?? 0), failures.length);
    panel.replaceChildren(
        rows.length === 0
            ? element('p', {}, 'Nothing is wrong with the tiles in view.')
            : table('Problems of the tiles in view', ['Where', 'Code', 'What'], rows.slice(0, MOST_ROWS)),
        count > MOST_ROWS ? element('p', { class: 'quiet' }, `These are the first of ${formatCount(count, 'problem')}.`) : '',
    );
}
