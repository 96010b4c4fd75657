// The bytes of the tiles of a group, in Node. Pages fetch them instead.

import { readFileSync } from 'node:fs';
import { tilesOf } from './tiles.js';

/** @param {string} group @returns {Promise<Uint8Array[]>} */
export async function readTiles(group) {
    return tilesOf(group).map((path) => new Uint8Array(readFileSync(path)));
}
