// Reads the options of loaders.gl, checks them, and makes the request of them. Called by loaders.js.
//
// MVTLoader's own options are in `options.mvt`, where deck.gl puts them; those that only this loader has are in `options.tilewasm`.

import { TileError } from '../index.js';

/** @import { Coordinates, DecodeRequest, DecodedLayer } from '../index.mjs' */
/** @import { Shape, TileWasmLoaderOptions } from '../loaders.mjs' */

/** @typedef {DecodedLayer<{ positions: 'float32', triangles: true, vertexFeature: false, integers: 'number' }>} BinaryLayer of a binary shape */
/** @typedef {DecodedLayer<{ positions: 'float64', triangles: false, vertexFeature: false, integers: 'number' }>} FeatureLayer of a GeoJSON shape */

/**
 * @typedef {object} Settings checked options
 * @property {Shape} shape
 * @property {string[] | undefined} layers names in the order that features are to have; undefined: all, in MVTLoader's order
 * @property {string} layerProperty '' where features are not to say which layer they are of
 * @property {number} absent what numeric properties have for features without them
 * @property {DecodeRequest} request
 */

/** The deepest zoom level whose addresses `decode` takes. */
const DEEPEST_ZOOM = 32;

/** @type {Shape[]} */
const SHAPES = ['geojson', 'geojson-table', 'binary', 'binary-geometry', 'columnar-table'];

/**
 * @param {TileWasmLoaderOptions} [options]
 * @returns {Settings}
 */
export function readSettings(options = {}) {
    const { mvt = {}, tilewasm = {} } = options;
    const gis = /** @type {{ format?: string } | undefined} */ (options.gis); // MVTLoader's older place
    const shape = oneOf(gis?.format || mvt.shape || options.shape || 'geojson', 'mvt.shape', SHAPES);
    const absent = oneOf(tilewasm.absentNumbers ?? 'zero', 'tilewasm.absentNumbers', ['zero', 'nan']);
    // MVTLoader takes anything but an array for no filter.
    const layers = Array.isArray(mvt.layers) ? mvt.layers.map(String) : undefined;
    const isBinary = !shape.startsWith('geojson');
    return {
        shape,
        layers,
        layerProperty: mvt.layerProperty ? String(mvt.layerProperty) : '',
        absent: absent === 'nan' ? NaN : 0,
        request: {
            layers,
            positions: isBinary ? 'float32' : 'float64',
            coordinates: readCoordinates(mvt),
            triangles: isBinary,
            properties: tilewasm.properties ?? true,
            integers: 'number',
        },
    };
}

/**
 * @param {NonNullable<TileWasmLoaderOptions['mvt']>} mvt
 * @returns {Coordinates}
 */
function readCoordinates({ coordinates, tileIndex }) {
    if (oneOf(coordinates || 'local', 'mvt.coordinates', ['local', 'wgs84']) === 'local') return 'unit';
    const { x, y, z } = /** @type {{ x?: number, y?: number, z?: number }} */ (tileIndex ?? {}); // deck.gl's has other fields too
    if (!isBelow(z, DEEPEST_ZOOM + 1) || !isBelow(x, 2 ** z) || !isBelow(y, 2 ** z)) {
        const expected = `{ x, y, z }, integers, z up to ${DEEPEST_ZOOM}, x and y below 2^z`;
        const found = JSON.stringify(tileIndex && { x, y, z });
        throw new TileError('bad-request', `mvt.coordinates 'wgs84' needs the address of the tile: mvt.tileIndex must be ${expected}, not ${found}`);
    }
    return { x, y, z };
}

/**
 * @param {number | undefined} value
 * @param {number} end
 * @returns {value is number}
 */
function isBelow(value, end) {
    return Number.isInteger(value) && /** @type {number} */ (value) >= 0 && /** @type {number} */ (value) < end;
}

/**
 * @template {string} Name
 * @param {unknown} value
 * @param {string} path
 * @param {Name[]} names
 */
function oneOf(value, path, names) {
    if (!names.includes(/** @type {Name} */ (value))) {
        throw new TileError('bad-request', `${path} must be one of ${names.join(', ')}, not ${JSON.stringify(value)}`);
    }
    return /** @type {Name} */ (value);
}
