// A single tile from a file, gzipped or not. Called by open.js.

import { decodeAsync } from 'tilewasm';
import { formatBytes } from '../panels/elements.js';
import { inflate } from './source.js';

/** @import { Source } from './source.js' */

/** The decoder takes no more. */
const MOST_BYTES = 1024 ** 3;

/**
 * @param {File} file
 * @returns {Promise<Source>}
 */
export async function openTileFile(file) {
    if (file.size > MOST_BYTES) throw new Error(`${file.name} (${formatBytes(file.size)}) is no PMTiles or MBTiles file, and too large for a tile, which has 1 GiB at most`);
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
