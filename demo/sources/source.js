// What the map shows tiles of. Each file beside this one makes one kind; open.js chooses.

/** @import { PoolSource } from 'tilewasm/pool' */
/** @import { Address } from '../map/tile-store.js' */

/**
 * @typedef {object} Source
 * @property {string} name
 * @property {string} attribution plain text
 * @property {number} minZoom
 * @property {number} maxZoom beyond it tiles are enlarged
 * @property {[minX: number, minY: number, maxX: number, maxY: number]} bounds what to look at first, in world units
 * @property {string} [paper] colour of what has no polygon, as #rrggbb
 * @property {number} [zoom] to look at it with; else as much as fits
 * @property {(z: number) => Address[]} [addresses] the tiles that exist at a zoom, where they are known
 * @property {(address: Address) => PoolSource | undefined} input what a pool decodes; undefined: an empty tile
 * @property {(address: Address) => Promise<Uint8Array>} load the tile's bytes, for measuring
 * @property {() => void} [close]
 */

/**
 * Degrees to world units.
 *
 * @param {number} longitude
 * @param {number} latitude
 * @returns {[x: number, y: number]}
 */
export function toWorld(longitude, latitude) {
    const sine = Math.sin((Math.min(Math.max(latitude, -85.0511), 85.0511) * Math.PI) / 180);
    return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** Of what does not say where it is. */
export const WHOLE_WORLD = /** @type {Source['bounds']} */ ([0, 0, 1, 1]);

/**
 * The whole world where that is no box. Of one that lies across the 180th meridian, which the map does not, its wider part.
 *
 * @param {readonly number[]} degrees west, south, east, north
 * @returns {Source['bounds']}
 */
export function worldBounds([west, south, east, north]) {
    const [left, minY] = toWorld(west, north);
    const [right, maxY] = toWorld(east, south);
    const [minX, maxX] = left <= right ? [left, right] : 1 - left < right ? [0, right] : [left, 1];
    const isBox = minX >= 0 && maxX <= 1 && minY < maxY && minX < maxX;
    return isBox ? [minX, minY, maxX, maxY] : WHOLE_WORLD;
}

/**
 * A name that a file gives itself, if it is one.
 *
 * @param {unknown} name
 * @param {string} otherwise
 */
export function nameOr(name, otherwise) {
    return typeof name === 'string' && name !== '' ? name : otherwise;
}

/**
 * @param {ArrayBuffer | Uint8Array} bytes
 */
export async function inflate(bytes) {
    const view = new Uint8Array(bytes);
    if (view[0] !== 0x1f || view[1] !== 0x8b) return view;
    const stream = new Blob([view]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}
