// One side of one part in a fresh page: ?part=NAME&side=NAME&count=TILES. Bundled and driven by renderers.js; answers in globalThis.benchmark.

import { Deck } from '@deck.gl/core';
import { MVTLayer } from '@deck.gl/geo-layers';
import { parse } from '@loaders.gl/core';
import { MVTLoader, MVTWorkerLoader } from '@loaders.gl/mvt';
import MVT from 'ol/format/MVT.js';
import { decodeInto, init } from '../../dist/index.mjs';
import { TileWasmLoader, createTileWasmLoader } from '../../dist/loaders.mjs';
import { tileLoadFunction } from '../../dist/openlayers.mjs';
import { createPool } from '../../dist/pool.mjs';

const query = new URLSearchParams(globalThis.location.search);
const count = Number(query.get('count'));
const side = query.get('side');
const extent = [0, 0, 5000, 5000];

const urlOf = (i) => `/tiles/${i}`;
const fetchAll = () => Promise.all(Array.from({ length: count }, async (_, i) => (await fetch(urlOf(i))).arrayBuffer()));

/** What deck.gl asks loaders for. */
const binary = { shape: 'binary', coordinates: 'local', layerProperty: 'layerName' };

/** Workers by path: around a whole URL loaders.gl puts a blob. */
const deckSides = {
    tilewasm: { loader: createTileWasmLoader({ workerUrl: '/loaders-worker.js' }), options: {} },
    MVTWorkerLoader: { loader: MVTWorkerLoader, options: { workerUrl: '/mvt-worker.js' } },
};

/**
 * Through one worker, tile by tile, after one tile that starts it.
 *
 * @param {boolean} isRoundTrip whether the way there and back counts too, or the worker's own time alone
 */
async function deckWorker(isRoundTrip) {
    const tiles = await fetchAll();
    const parseTimes = new globalThis.BroadcastChannel('parse-times'); // from worker-clock.js
    let parsing = 0;
    parseTimes.onmessage = ({ data }) => (parsing += data);
    const { loader, options } = deckSides[side];
    const through = (bytes) =>
        parse(bytes, loader, { worker: true, maxConcurrency: 1, maxMobileConcurrency: 1, mvt: { ...options, ...binary } });
    await through(tiles[count - 1].slice(0));
    await heard();
    parsing = 0;
    const start = performance.now();
    for (const bytes of tiles) {
        const { polygons } = await through(bytes);
        if (!polygons.triangles) throw new Error('no triangles came');
    }
    const time = performance.now() - start;
    await heard();
    return isRoundTrip ? time : parsing;
}

/** What was broadcast may arrive behind the result. */
const heard = () => new Promise((resolve) => globalThis.setTimeout(resolve, 200));

/**
 * The least that a loader with our triangles could take, and MVTLoader, both in the page: decoding a tile, and writing once to as much fresh
 * memory as its result has.
 */
async function deckWorkerLimit() {
    await init();
    const tiles = await fetchAll();
    const request = /** @type {const} */ ({ positions: 'float32', coordinates: 'unit', triangles: true, integers: 'number' });
    const sizes = tiles.map((bytes) => TileWasmLoader.parseSync(bytes, { mvt: binary }).polygons.triangles.value.buffer.byteLength);
    const scratch = new ArrayBuffer(32 * 1024 * 1024);
    const least = (bytes, i) => decodeInto(scratch, bytes, request).layers.length + new Uint8Array(sizes[i]).fill(1)[0];
    const theirs = (bytes) => MVTLoader.parseSync(bytes, { mvt: binary }).polygons.triangles.value.length;
    const read = side === 'MVTLoader' ? theirs : least;
    tiles.forEach(read);
    const start = performance.now();
    tiles.forEach(read);
    return performance.now() - start;
}

/** Answers with what it parsed before the clock starts: what deck.gl takes when parsing takes nothing. */
async function makeParsedLoader() {
    const results = new Map();
    const tiles = await fetchAll();
    tiles.forEach((bytes, i) => results.set(`/grid/${i % 8}/${Math.floor(i / 8)}`, TileWasmLoader.parseSync(bytes, { mvt: binary })));
    const parseNothing = async (_bytes, _options, { url }) => results.get(new URL(url, globalThis.location.href).pathname);
    return { loader: { ...TileWasmLoader, parse: parseNothing, parseSync: undefined }, options: {} };
}

/** A world of 8 by 8 tiles, from the making of the map to the frame that has them all. */
async function deckPicture() {
    const { loader, options } = side === 'nothing to parse' ? await makeParsedLoader() : deckSides[side];
    const start = performance.now();
    return new Promise((resolve, reject) => {
        let isLoaded = false;
        new Deck({
            parent: /** @type {HTMLDivElement} */ (globalThis.document.getElementById('map')),
            initialViewState: { longitude: 0, latitude: 0, zoom: 0 },
            useDevicePixels: false,
            layers: [
                new MVTLayer({
                    id: 'tiles',
                    data: '/grid/{x}/{y}?{z}',
                    extent: [-180, -85.05, 180, 85.05],
                    minZoom: 3,
                    maxZoom: 3,
                    loaders: [loader],
                    loadOptions: { mvt: options },
                    getFillColor: [150, 190, 220],
                    getLineColor: [120, 80, 60],
                    lineWidthUnits: 'pixels',
                    onTileError: reject,
                    onViewportLoad: (loaded) => {
                        if (loaded.length !== count) reject(new Error(`${loaded.length} tiles, not ${count}`));
                        isLoaded = true;
                    },
                }),
            ],
            onError: reject,
            onAfterRender: () => isLoaded && resolve(performance.now() - start),
        });
    });
}

const makePool = (size) => createPool({ worker: () => new globalThis.Worker('/pool-worker.js'), size });

/** @param {boolean} isRead whether each feature's properties are read @returns the main thread's time, waiting left out */
async function openLayers(isRead) {
    const touch = (features) => {
        let sum = 0;
        for (const feature of features) sum += feature.getFlatCoordinates().length + (isRead && feature.get('layer') ? 1 : 0);
        if (sum === 0) throw new Error('no features came');
    };
    if (side !== 'pool') {
        const tiles = await fetchAll();
        const format = new MVT();
        const start = performance.now();
        for (const bytes of tiles) touch(format.readFeatures(bytes, { extent, featureProjection: 'EPSG:3857' }));
        return performance.now() - start;
    }
    const pool = makePool(2);
    let spent = 0;
    let start = 0;
    const timed = {
        decode: async (...request) => {
            const tile = await pool.decode(.../** @type {[any]} */ (request));
            start = performance.now();
            return tile;
        },
    };
    const loadTile = tileLoadFunction(/** @type {any} */ (timed));
    for (let i = 0; i < count; i++) {
        await new Promise((resolve, reject) => {
            const setFeatures = (features) => {
                touch(features);
                spent += performance.now() - start;
                resolve(undefined);
            };
            const tile = { setLoader: (loader) => loader(extent), setFeatures, onError: () => reject(new Error(`tile ${i}`)) };
            loadTile(tile, urlOf(i));
        });
    }
    pool.close();
    return spent;
}

/** All tiles eight times, after one round that starts the workers. */
async function poolOf(size) {
    const tiles = await fetchAll();
    const pool = makePool(size);
    const round = () => Promise.all(tiles.map((bytes) => pool.decode(new Uint8Array(bytes), { triangles: true })));
    await round();
    const start = performance.now();
    for (let i = 0; i < 8; i++) await round();
    const time = performance.now() - start;
    pool.close();
    return time;
}

const parts = {
    'deck-worker': () => deckWorker(false),
    'deck-worker-round-trip': () => deckWorker(true),
    'deck-worker-limit': deckWorkerLimit,
    'deck-picture': deckPicture,
    'deck-picture-limit': deckPicture,
    openlayers: () => openLayers(false),
    'openlayers-properties': () => openLayers(true),
    pool: () => poolOf(side === 'one worker' ? 1 : 2),
};

parts[query.get('part') ?? '']().then(
    (result) => Object.assign(globalThis, { benchmark: { result } }),
    (error) => Object.assign(globalThis, { benchmark: { error: String(error?.stack ?? error) } }),
);
