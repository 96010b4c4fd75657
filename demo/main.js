// The demo page: puts the map, the sources and the panels together.

import { createPool } from 'tilewasm/pool';
import { TileMap } from './map/map.js';
import { describeHit, showFeature } from './panels/feature.js';
import { showLayers } from './panels/layers.js';
import { makeMeasurePanel } from './panels/measure.js';
import { showProblems } from './panels/problems.js';
import { showTable } from './panels/table.js';
import { makeTabs } from './panels/tabs.js';
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

const map = new TileMap(get('map'), get('canvas'), pool, {
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

const tabs = makeTabs(/** @type {HTMLElement} */ (document.querySelector('[role=tablist]')), (id) => {
    openPanel = id;
    refresh();
});

makeMeasurePanel(get('panel-measure'), map, () => source);
showFeature(get('panel-feature'), undefined);

/** After each picture. */
function refresh() {
    get('progress').hidden = map.loading === 0;
    if (openPanel === 'panel-layers') showLayers(get('panel-layers'), map);
    if (openPanel === 'panel-table') showTable(get('panel-table'), map);
    if (openPanel === 'panel-problems') showProblems(get('panel-problems'), map);
    const [failure] = map.failures;
    showError(failure && `Tile ${failure.address.z}/${failure.address.x}/${failure.address.y}: ${failure.error.message}`);
    document.documentElement.dataset.ready = String(source !== undefined && map.loading === 0);
}

/** @param {string | undefined} message */
function showError(message) {
    get('error').hidden = !message;
    get('error').textContent = message ?? '';
}

/** @param {() => Source | Promise<Source>} make */
async function open(make) {
    get('progress').hidden = false;
    delete document.documentElement.dataset.ready;
    try {
        const opened = await make();
        source?.close?.();
        source = opened;
        chosen = undefined;
        map.hidden.clear();
        showError(undefined);
        get('attribution').textContent = source.attribution;
        document.title = `${source.name}, tilewasm`;
        map.show(source);
    } catch (error) {
        get('progress').hidden = true;
        const { code, message } = /** @type {any} */ (error);
        showError(code ? `${message} [${code}]` : message);
        document.documentElement.dataset.ready = 'true';
    }
}

get('address').addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    open(() => openAddress(get('url').value));
});
get('open-file').addEventListener('click', () => get('file').click());
get('file').addEventListener('change', () => {
    const [file] = get('file').files;
    if (file) open(() => openFile(file));
});
get('zoom-in').addEventListener('click', () => zoom(1));
get('zoom-out').addEventListener('click', () => zoom(-1));

/** @param {number} steps */
function zoom(steps) {
    map.camera.zoomAround(steps);
    map.redraw();
}

for (const type of ['dragenter', 'dragover']) {
    addEventListener(type, (event) => {
        event.preventDefault();
        get('drop-hint').hidden = false;
    });
}
addEventListener('dragleave', (event) => {
    if (!(/** @type {DragEvent} */ (event).relatedTarget)) get('drop-hint').hidden = true;
});
addEventListener('drop', (event) => {
    event.preventDefault();
    get('drop-hint').hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file) open(() => openFile(file));
});

// For the browser tests, which look at what the map holds.
Object.assign(globalThis, { demo: { map, pool } });

const datasets = await listDatasets().catch((error) => {
    showError(error.message);
    return [];
});
get('dataset').replaceChildren(...datasets.map(({ id, name }) => new Option(name, id)));
get('dataset').addEventListener('change', () => {
    const dataset = datasets.find(({ id }) => id === get('dataset').value);
    if (dataset) open(() => openDataset(dataset));
});
if (datasets.length > 0) await open(() => openDataset(datasets[0]));
