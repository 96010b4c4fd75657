// A single tile from a file, gzipped or not. Called by open.js.

import { decodeAsync } from 'tilewasm';
import { inflate } from './source.js';

/** @import { Source } from './source.js' */

/**
 * @param {File} file
 * @returns {Promise<Source>}
 */
export async function openTileFile(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Whatever is wrong with the whole file is said now, and not in the corner of a map.
    await decodeAsync(bytes, { positions: false, properties: false });
    return {
        name: file.name,
        attribution: '',
        minZoom: 0,
        maxZoom: 0,
        bounds: [0, 0, 1, 1],
        addresses: () => [{ z: 0, x: 0, y: 0 }],
        input: () => bytes,
        load: () => inflate(bytes),
    };
}
