// The demo page: puts the map, the sources and the panels together.

import { createPool } from 'tilewasm/pool';
import { TileMap } from './map/map.js';
import { describeHit, showFeature } from './panels/feature.js';
import { showLayers } from './panels/layers.js';
import { makeMeasurePanel } from './panels/measure.js';
import { showProblems } from './panels/problems.js';
import { percent, showProgress } from './panels/progress.js';
import { showTable } from './panels/table.js';
import { makeTabs } from './panels/tabs.js';
import { UNREACHABLE } from './sources/address.js';
import { listDatasets, openDataset } from './sources/datasets.js';
import { openAddress, openFile } from './sources/open.js';

/** @import { Source } from './sources/source.js' */
/** @import { Hit } from './map/map.js' */

const get = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

const pool = createPool({ worker: () => new Worker(new URL('./tile.worker.js', import.meta.url), { type: 'module' }) });

/** @type {Source | undefined} */
let source;
/** @type {Hit | undefined} the feature that was clicked */
let chosen;
let openPanel = 'panel-layers';

const map = makeMap();

const tabs = makeTabs(/** @type {HTMLElement} */ (document.querySelector('[role=tablist]')), (id) => {
    openPanel = id;
    refresh();
});

function makeMap() {
    try {
        return new TileMap(get('map'), get('canvas'), pool, {
            drawn: refresh,
            hovered(hit) {
                get('status').textContent = describeHit(hit);
                if (!chosen) showFeature(get('panel-feature'), hit);
            },
            chosen(hit) {
                chosen = hit;
                showFeature(get('panel-feature'), hit);
                if (hit) tabs.select('panel-feature');
            },
        });
    } catch (error) {
        showError(`${describeError(error)}; switch hardware acceleration on, or try another browser`);
        throw error;
    }
}

makeMeasurePanel(get('panel-measure'), map, () => source);
showFeature(get('panel-feature'), undefined);

/** Those that come with the page. @type {import('./sources/datasets.js').Dataset[]} */
let datasets = [];
/** What the panels were made from, to leave them alone while the map only moves. @type {unknown[]} */
let shown = [];
/** What is being opened, above what the map is loading. @type {{ text: string, share?: number } | undefined} */
let opening;

/** What was last opened, and could not be: said until something else is opened, whatever the map does. @type {string | undefined} */
let complaint;

/** After each picture. */
function refresh() {
    showWork();
    get('too-far').hidden = !map.isTooFar;
    get('too-far').textContent = map.isTooFar ? `Zoom in: the tiles of ${source?.name} begin at zoom ${source?.minZoom}` : '';
    const { failures, entries } = map;
    const made = [openPanel, ...entries, ...failures.map(({ error }) => error)];
    if (made.length === shown.length && made.every((each, i) => each === shown[i])) return;
    shown = made;
    if (openPanel === 'panel-layers') showLayers(get('panel-layers'), map);
    if (openPanel === 'panel-table') showTable(get('panel-table'), map);
    if (openPanel === 'panel-problems') showProblems(get('panel-problems'), map);
    showError(complaint ?? worstOf(failures));
}

function showWork() {
    const { loading, wanted } = map;
    const ofMap = loading > 0 ? { text: `${wanted - loading} of ${wanted} tiles are there`, share: 1 - loading / Math.max(wanted, loading) } : undefined;
    showProgress(get('progress'), opening ?? ofMap);
    document.documentElement.dataset.ready = String(source !== undefined && !opening && loading === 0);
}

/**
 * What to say of tiles that failed. One that the server does not have is an empty place on the map, unless there is no other.
 *
 * @param {TileMap['failures']} failures
 */
function worstOf(failures) {
    const failure = failures.find(({ error }) => error.status !== 404) ?? (failures.length === map.wanted ? failures[0] : undefined);
    return failure && `Tile ${failure.address.z}/${failure.address.x}/${failure.address.y}: ${describeError(failure.error)}`;
}

/** @param {any} error */
function describeError({ code, message }) {
    const text = code === 'network' ? `${message}: ${UNREACHABLE}` : message;
    return typeof code === 'string' && !text.includes(code) ? `${text} [${code}]` : text;
}

/** @param {unknown} error */
function complain(error) {
    complaint = describeError(error);
    showError(complaint);
}

/** @param {string | undefined} message */
function showError(message) {
    get('error').hidden = !message;
    get('error').textContent = message ?? '';
}

/** Counts what was opened: what comes late, after something else was opened, is not shown. */
let turns = 0;

/**
 * @param {string} name of what is opened
 * @param {(onProgress: (share: number) => void) => Source | Promise<Source>} make
 */
async function open(name, make) {
    const turn = ++turns;
    const work = (/** @type {number | undefined} */ share = undefined) => {
        if (turn !== turns) return;
        opening = { text: `Opening ${name}${share === undefined ? '' : `: ${percent(share)}`}`, share };
        showWork();
    };
    work();
    try {
        const opened = await make(work);
        if (turn !== turns) {
            opened.close?.();
            return;
        }
        opening = undefined;
        show(opened);
    } catch (error) {
        if (turn !== turns) return;
        opening = undefined;
        complain(error);
        showWork();
    }
}

/** @param {Source} opened */
function show(opened) {
    source?.close?.();
    source = opened;
    chosen = undefined;
    shown = [];
    showFeature(get('panel-feature'), undefined);
    map.hidden.clear();
    complaint = undefined;
    showError(undefined);
    get('attribution').textContent = source.attribution;
    document.title = `${source.name}, tilewasm`;
    get('dataset').value = datasets.find(({ name }) => name === opened.name)?.id ?? '';
    map.show(source);
}

get('address').addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    open(get('url').value, () => openAddress(get('url').value));
});
get('open-file').addEventListener('click', () => get('file').click());
get('file').addEventListener('change', () => {
    const [file] = get('file').files;
    if (file) open(file.name, (onProgress) => openFile(file, onProgress));
    get('file').value = ''; // so that the same file can be opened again when it has changed
});
get('zoom-in').addEventListener('click', () => zoom(1));
get('zoom-out').addEventListener('click', () => zoom(-1));

/** @param {number} steps */
function zoom(steps) {
    map.camera.zoomAround(steps);
    map.redraw();
}

/** Text that is dragged is for the fields, which take it by themselves. @param {Event} event */
const bringsFiles = (event) => /** @type {DragEvent} */ (event).dataTransfer?.types.includes('Files');

for (const type of ['dragenter', 'dragover']) {
    addEventListener(type, (event) => {
        if (!bringsFiles(event)) return;
        event.preventDefault();
        get('drop-hint').hidden = false;
    });
}
addEventListener('dragleave', (event) => {
    if (!(/** @type {DragEvent} */ (event).relatedTarget)) get('drop-hint').hidden = true;
});
addEventListener('drop', (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    get('drop-hint').hidden = true;
    const [file, ...others] = event.dataTransfer?.files ?? [];
    if (others.length > 0) complain(new Error(`${others.length + 1} files were dropped; drop one`));
    else if (file) open(file.name, (onProgress) => openFile(file, onProgress));
});

// For the browser tests, which look at what the map holds.
Object.assign(globalThis, { demo: { map, pool } });

datasets = await listDatasets().catch((error) => {
    complain(error);
    return [];
});
const own = Object.assign(new Option('What was opened', ''), { hidden: true });
get('dataset').replaceChildren(own, ...datasets.map(({ id, name }) => new Option(name, id)));
get('dataset').addEventListener('change', () => {
    const dataset = datasets.find(({ id }) => id === get('dataset').value);
    if (dataset) open(dataset.name, () => openDataset(dataset));
});
if (datasets.length > 0) await open(datasets[0].name, () => openDataset(datasets[0]));
