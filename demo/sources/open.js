// Opens what the reader of the page brings: a file by what it begins with, an address by its form. Called by main.js.

import { openTileFile } from './tile-file.js';

/** @import { Source } from './source.js' */

/**
 * @param {File} file
 * @param {(share: number) => void} onProgress is told how much has been read, 0 to 1, where that takes long
 * @returns {Promise<Source>}
 */
export async function openFile(file, onProgress) {
    const bytes = await file.slice(0, 16).arrayBuffer().catch((error) => {
        throw new Error(`${file.name} cannot be read: it is a folder, or it was moved or changed meanwhile; open a single file`, { cause: error });
    });
    const begin = new TextDecoder('latin1').decode(bytes);
    if (begin.startsWith('PMTiles')) return (await import('./pmtiles.js')).openPMTiles(file);
    if (begin.startsWith('SQLite format 3')) return (await import('./mbtiles.js')).openMBTiles(file, onProgress);
    return openTileFile(file);
}

export { openAddress } from './address.js';
