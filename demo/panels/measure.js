// Decodes the tiles in view with tilewasm and its peers, in this very browser, and shows a bar chart. Called once by main.js.

import { keyOf } from '../map/tile-store.js';
import { copyText, element, formatBytes, formatCount } from './elements.js';

/** @import { TileMap } from '../map/map.js' */
/** @import { Source } from '../sources/source.js' */

const START = 'Measure the tiles in view';

/**
 * @param {HTMLElement} panel
 * @param {TileMap} map
 * @param {() => Source | undefined} getSource
 */
export function makeMeasurePanel(panel, map, getSource) {
    const start = element('button', { type: 'button', id: 'measure-start' }, START);
    const copy = element('button', { type: 'button', id: 'measure-copy', hidden: true }, 'Copy result');
    const progress = element('progress', { max: 1, value: 0, hidden: true });
    progress.setAttribute('aria-label', 'Measuring');
    const stage = element('p', { class: 'quiet', id: 'measure-stage' });
    const result = element('div', { id: 'measure-result' });
    for (const each of [stage, result]) each.setAttribute('aria-live', 'polite');
    const work = (/** @type {string} */ text, /** @type {number} */ share) => {
        if (stage.textContent !== text) stage.textContent = text;
        progress.value = share;
    };
    panel.replaceChildren(
        element('p', { class: 'quiet' }, 'Each decoder reads the geometry and the property object of every feature, in turns with the others. Figures of a busy machine swing; ratios less.'),
        element('p', {}, start, ' ', copy),
        progress,
        stage,
        result,
    );
    /** While something is measured. @type {AbortController | undefined} */
    let abort;
    start.addEventListener('click', () => (abort ? abort.abort() : measure()));

    async function measure() {
        const { signal } = (abort = new AbortController());
        const stopped = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        start.textContent = 'Stop';
        progress.hidden = false;
        try {
            const loading = collect(map, getSource(), (done, all) => {
                if (!signal.aborted) work(`Loading ${formatCount(all, 'tile')}`, done / all);
            });
            const tiles = await Promise.race([loading, stopped]);
            const measured = await run(tiles, signal, (share) => work(`Decoding ${formatCount(tiles.length, 'tile')}, each decoder in its turn`, share));
            show(result, measured);
            work('', 1);
            copy.hidden = false;
            copy.onclick = async () => {
                await copyText(JSON.stringify(measured, null, 2));
                stage.textContent = 'Copied, as JSON';
            };
        } catch (error) {
            work(signal.aborted ? 'Stopped' : '', 0);
            if (!signal.aborted) result.replaceChildren(element('p', { class: 'alarm' }, `It could not be measured: ${/** @type {Error} */ (error).message}`));
        } finally {
            abort = undefined;
            start.textContent = START;
            progress.hidden = true;
        }
    }
}

/**
 * @param {TileMap} map
 * @param {Source | undefined} source
 * @param {(done: number, all: number) => void} onProgress
 */
async function collect(map, source, onProgress) {
    const addresses = map.entries.map(({ address }) => address);
    if (!source || addresses.length === 0) throw new Error('no tile is in view');
    let done = 0;
    onProgress(done, addresses.length);
    const tiles = await Promise.all(
        addresses.map(async (address) => {
            const tile = await source.load(address);
            onProgress(++done, addresses.length);
            return tile;
        }),
    );
    const kept = tiles.filter((tile) => tile.length > 0);
    if (kept.length === 0) throw new Error(`the tiles in view (${addresses.map(keyOf).join(', ')}) are empty`);
    return kept;
}

/**
 * @param {Uint8Array[]} tiles
 * @param {AbortSignal} signal
 * @param {(progress: number) => void} onProgress
 * @returns {Promise<any>}
 */
function run(tiles, signal, onProgress) {
    const worker = new Worker(new URL('../measure/worker.js', import.meta.url), { type: 'module' });
    return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        worker.addEventListener('error', (event) => reject(new Error(event.message || 'the worker did not start')));
        worker.addEventListener('message', ({ data }) => {
            if (data.progress !== undefined) onProgress(data.progress);
            if (data.result) resolve(data.result);
            if (data.error) reject(new Error(data.error));
        });
        worker.postMessage({ tiles });
    }).finally(() => worker.terminate());
}

/**
 * @param {HTMLElement} place
 * @param {any} measured
 */
function show(place, { tiles, bytes, rounds, candidates }) {
    const first = candidates.find((/** @type {any} */ each) => !each.error);
    const longest = Math.max(...candidates.map((/** @type {any} */ each) => each.milliseconds ?? 0));
    const rows = candidates.map((/** @type {any} */ each) => {
        if (each.error) return element('li', {}, `${each.name}: ${each.error}`);
        const bar = element('div', { class: each.peer ? 'bar peer' : 'bar' });
        bar.style.width = `${(100 * each.milliseconds) / longest}%`;
        const ratio = each === first ? '' : `, ${(each.milliseconds / first.milliseconds).toFixed(1)} times as long`;
        return element('li', {}, `${each.name}: ${formatMilliseconds(each.milliseconds)} ms${ratio}`, bar);
    });
    const list = element('ul', { class: 'bars' }, ...rows);
    place.replaceChildren(element('p', { id: 'measure-summary' }, `${formatCount(tiles, 'tile')}, ${formatBytes(bytes)}, ${formatCount(first?.features ?? 0, 'feature')}; medians of ${formatCount(rounds, 'round')}`), list);
}

/** @param {number} milliseconds */
function formatMilliseconds(milliseconds) {
    return milliseconds < 1 ? milliseconds.toPrecision(2) : milliseconds.toFixed(1);
}
