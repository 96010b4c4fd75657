// The entry tilewasm/loaders: loaders.gl loaders, whose results equal those of MVTLoader of @loaders.gl/mvt.

import { TileError, decodeAsync, decodeInto, init } from './index.js';
import { readBinary } from './loaders/binary.js';
import { readFeatures } from './loaders/geojson.js';
import { chooseLayers } from './loaders/layers.js';
import { readSettings } from './loaders/options.js';

/** @import { Bytes } from './index.mjs' */
/** @import { Loader, TileWasmLoaderOptions } from './loaders.mjs' */
/** @import { Settings } from './loaders/options.js' */

/** Largest scratch buffer that is kept for the next tile. */
const KEPT_SCRATCH = 32 * 1024 * 1024;

/** Decoded tiles are read at once and not handed out: one buffer serves for all. */
let scratch = new ArrayBuffer(0);

/** @type {Loader} */
export const TileWasmLoader = {
    name: 'Mapbox Vector Tile (tilewasm)',
    id: 'tilewasm',
    module: 'tilewasm',
    version: 'latest',
    category: 'geometry',
    extensions: ['mvt', 'pbf'],
    mimeTypes: ['application/vnd.mapbox-vector-tile', 'application/x-protobuf'],
    dataType: null,
    batchType: /** @type {never} */ (null),
    binary: true,
    worker: false,
    options: {
        mvt: { shape: 'geojson', coordinates: 'local', layerProperty: 'layerName', layers: undefined, tileIndex: undefined },
        tilewasm: { absentNumbers: 'zero', properties: true },
    },
    parse,
    parseSync,
};

/**
 * @param {{ workerUrl: string | { readonly href: string } }} settings
 * @returns {Loader}
 */
export function createTileWasmLoader({ workerUrl } = { workerUrl: '' }) {
    if (!workerUrl) throw new TileError('bad-request', 'workerUrl must be the URL of tilewasm/loaders-worker, as the application serves it');
    const { mvt, tilewasm } = TileWasmLoader.options;
    const url = withoutOwnOrigin(typeof workerUrl === 'string' ? workerUrl : workerUrl.href);
    return { ...TileWasmLoader, worker: true, options: { mvt, tilewasm: { ...tilewasm, workerUrl: url } } };
}

/**
 * loaders.gl starts a worker whose URL begins with http by way of a blob, as other origins need, which a Content-Security-Policy that
 * allows the page's own workers alone refuses. So a URL of the page's own origin becomes a path.
 *
 * @param {string} url
 */
function withoutOwnOrigin(url) {
    const { origin, href } = globalThis.location ?? {};
    const isOwn = origin && href.startsWith(`${origin}/`) && url.startsWith(`${origin}/`);
    return isOwn ? url.slice(origin.length) : url;
}

/**
 * @param {Bytes} bytes
 * @param {TileWasmLoaderOptions} [options]
 */
async function parse(bytes, options) {
    const settings = readSettings(options);
    await init(); // where a page must not compile synchronously
    try {
        return parseWith(bytes, settings);
    } catch (error) {
        if (!(error instanceof TileError && error.code === 'not-mvt:gzip')) throw error;
        return read(await decodeAsync(bytes, settings.request), settings, bytes.byteLength);
    }
}

/**
 * @param {Bytes} bytes
 * @param {TileWasmLoaderOptions} [options]
 */
function parseSync(bytes, options) {
    return parseWith(bytes, readSettings(options));
}

/**
 * @param {Bytes} bytes
 * @param {Settings} settings
 */
function parseWith(bytes, settings) {
    const tile = decodeInto(scratch, bytes, settings.request);
    if (tile.buffer.byteLength <= KEPT_SCRATCH) scratch = tile.buffer;
    return read(tile, settings, bytes.byteLength);
}

/**
 * @param {{ layers: any[] }} tile
 * @param {Settings} settings
 * @param {number} byteLength
 * @returns {any}
 */
function read(tile, settings, byteLength) {
    const layers = chooseLayers(tile.layers, settings.layers);
    switch (settings.shape) {
        case 'geojson':
            return readFeatures(layers, settings);
        case 'geojson-table':
            return { shape: 'geojson-table', type: 'FeatureCollection', features: readFeatures(layers, settings) };
        case 'columnar-table':
            return { shape: 'columnar-table', data: readBinary(layers, settings, byteLength) };
        default:
            return readBinary(layers, settings, byteLength);
    }
}
