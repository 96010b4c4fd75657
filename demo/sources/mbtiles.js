// An MBTiles file: SQLite, read with sql.js, which is loaded only for it. Called by open.js. The file is held in memory.

import { formatBytes } from '../panels/elements.js';
import { WHOLE_WORLD, inflate, nameOr, worldBounds } from './source.js';
import { plainText } from './address.js';

/** @import { Address } from '../map/tile-store.js' */
/** @import { Source } from './source.js' */

/** Bytes that are read at a time. */
const PIECE = 4 * 1024 * 1024;

/**
 * @param {File} file
 * @param {(share: number) => void} onProgress is told how much has been read, 0 to 1
 * @returns {Promise<Source>}
 */
export async function openMBTiles(file, onProgress) {
    const [{ default: initSqlJs }, { default: wasmUrl }, content] = await Promise.all([import('sql.js'), import('sql.js/dist/sql-wasm.wasm?url'), read(file, onProgress)]);
    const sql = await initSqlJs({ locateFile: () => wasmUrl });
    const database = new sql.Database(content);
    let metadata;
    try {
        metadata = readMetadata(database, file.name);
    } catch (error) {
        database.close(); // it holds a copy of the file
        throw error;
    }
    const statement = database.prepare('SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?');
    const readTile = (/** @type {Address} */ { z, x, y }) => {
        // MBTiles counts rows from the south.
        const [data] = statement.get([z, x, 2 ** z - 1 - y]);
        return data instanceof Uint8Array ? data.slice() : new Uint8Array(0);
    };
    return {
        name: nameOr(metadata.name, file.name),
        attribution: plainText(metadata.attribution),
        minZoom: metadata.minZoom,
        maxZoom: metadata.maxZoom,
        bounds: metadata.bounds ? worldBounds(metadata.bounds.split(',').map(Number)) : tileBounds(database, metadata.minZoom),
        input: readTile,
        load: (address) => inflate(readTile(address)),
        close: () => database.close(),
    };
}

/**
 * The whole file, in pieces, so that something can be said meanwhile.
 *
 * @param {File} file
 * @param {(share: number) => void} onProgress
 */
async function read(file, onProgress) {
    let content;
    try {
        content = new Uint8Array(file.size);
    } catch (error) {
        const way = 'an MBTiles file is held in memory, a PMTiles file is not: convert it (pmtiles convert in.mbtiles out.pmtiles)';
        throw new Error(`${file.name} is too large for this browser (${formatBytes(file.size)}); ${way}`, { cause: error });
    }
    for (let at = 0; at < file.size; at += PIECE) {
        onProgress(at / file.size);
        content.set(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()), at);
    }
    return content;
}

/**
 * Where the tiles of a zoom lie, for files that do not say it.
 *
 * @param {any} database
 * @param {number} zoom
 * @returns {Source['bounds']}
 */
function tileBounds(database, zoom) {
    const [[left, right, bottom, top]] = database.exec('SELECT min(tile_column), max(tile_column), min(tile_row), max(tile_row) FROM tiles WHERE zoom_level = ?', [zoom])[0].values;
    if (left === null) return WHOLE_WORLD;
    const across = 2 ** zoom;
    return [left / across, 1 - (top + 1) / across, (right + 1) / across, 1 - bottom / across];
}

/**
 * @param {any} database
 * @param {string} name of the file
 */
function readMetadata(database, name) {
    let metadata;
    try {
        const rows = database.exec('SELECT name, value FROM metadata')[0]?.values ?? [];
        const [[minZoom, maxZoom]] = database.exec('SELECT min(zoom_level), max(zoom_level) FROM tiles')[0].values;
        metadata = { ...Object.fromEntries(rows), minZoom: minZoom ?? 0, maxZoom: maxZoom ?? 0 };
    } catch (error) {
        throw new Error(`${name} is SQLite but no MBTiles: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
    if (metadata.format && metadata.format !== 'pbf') throw new Error(`${name} holds ${metadata.format} tiles; this page shows vector tiles (format pbf)`);
    return metadata;
}
