// The entry tilewasm/geojson: decoded layers and tiles as GeoJSON (RFC 7946).

import { TileError } from './index.js';

/** @import { DecodedLayer, DecodedTile } from './index.js' */
/** @import { TileAddress } from './index.mjs' */
/** @import { TileFeatureCollection, GeoJSONFeature } from './geojson.mjs' */

/** @typedef {[x: number, y: number]} Position */
/** @typedef {(position: Position) => Position} Projection */

/**
 * @param {DecodedLayer | DecodedTile} source
 * @param {TileAddress} [address]
 * @returns {any}
 */
export function toGeoJSON(source, address) {
    if (address) checkAddress(address);
    const { layers } = /** @type {DecodedTile} */ (source ?? {});
    if (!Array.isArray(layers)) return readFeatures(/** @type {DecodedLayer} */ (source), address);
    const features = layers.flatMap((layer) => readFeatures(layer, address).map((feature) => ({ ...feature, layer: layer.name })));
    return /** @type {TileFeatureCollection} */ ({ type: 'FeatureCollection', features });
}

/**
 * @param {DecodedLayer} layer
 * @param {TileAddress} [address]
 */
function readFeatures(layer, address) {
    const isDecoded = typeof layer?.feature === 'function' && typeof layer[Symbol.iterator] === 'function';
    if (!isDecoded) throw new TileError('bad-input', 'toGeoJSON takes a decoded tile, or a layer of one: toGeoJSON(decode(bytes))');
    const project = address && makeProjection(layer, address);
    const hasPlace = !project || layer.extent !== 0; // what would be divided by 0 lies nowhere on earth
    return Array.from(layer, (feature) => {
        const { id, type, properties, coordinates } = feature.toJSON();
        const geometry = hasPlace && coordinates?.length > 0 ? { type, coordinates: convert[type](coordinates, project) } : null;
        /** @type {GeoJSONFeature} */
        const result = { type: 'Feature', geometry, properties };
        if (id !== undefined) result.id = id;
        return result;
    });
}

/**
 * @param {DecodedLayer} layer
 * @param {TileAddress} address
 * @returns {Projection} tile units to longitude and latitude in degrees, through Web Mercator
 */
function makeProjection({ name, extent, coordinates }, { x, y, z }) {
    if (coordinates !== 'tile') {
        throw new TileError('bad-request', `the positions of layer '${name}' are no tile units any more; leave the address out`);
    }
    const across = 2 ** z;
    return ([px, py]) => [
        ((x + px / extent) / across) * 360 - 180,
        (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + py / extent)) / across))) * 180) / Math.PI,
    ];
}

/** @param {TileAddress} address */
function checkAddress({ x, y, z }) {
    const isAddress = isInteger(z, 32) && isInteger(x, 2 ** z - 1) && isInteger(y, 2 ** z - 1);
    if (!isAddress) throw new TileError('bad-request', 'the address must be { x, y, z } with 0 <= z <= 32 and 0 <= x, y < 2^z');
}

/**
 * @param {unknown} value
 * @param {number} most
 */
function isInteger(value, most) {
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
}

/** By geometry type. @type {Record<string, (coordinates: any, project?: Projection) => any>} */
const convert = {
    Point: (position, project) => (project ? project(position) : position),
    MultiPoint: convertLine,
    LineString: convertLine,
    MultiLineString: (lines, project) => lines.map((/** @type {Position[]} */ line) => convertLine(line, project)),
    Polygon: convertPolygon,
    MultiPolygon: (polygons, project) => polygons.map((/** @type {Position[][]} */ polygon) => convertPolygon(polygon, project)),
};

/**
 * @param {Position[]} line
 * @param {Projection} [project]
 */
function convertLine(line, project) {
    return project ? line.map(project) : line;
}

/**
 * RFC 7946, 3.1.6: exterior rings run counterclockwise, holes clockwise.
 *
 * @param {Position[][]} rings
 * @param {Projection} [project]
 */
function convertPolygon(rings, project) {
    return rings.map((ring, i) => {
        const converted = convertLine(ring, project);
        return signedArea(converted) < 0 === (i === 0) ? converted.reverse() : converted;
    });
}

/**
 * Twice the area of a closed ring, positive when it runs counterclockwise. From the first vertex, which keeps digits.
 *
 * @param {Position[]} ring
 */
function signedArea(ring) {
    const [x0, y0] = ring[0];
    let sum = 0;
    for (let i = 1; i < ring.length; i++) {
        const [ax, ay] = ring[i - 1];
        const [bx, by] = ring[i];
        sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
    }
    return sum;
}
