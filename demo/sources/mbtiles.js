// An MBTiles file: SQLite, read with sql.js, which is loaded only for it. Called by open.js. The file is held in memory.

import { inflate, worldBounds } from './source.js';
import { plainText } from './address.js';

/** @import { Address } from '../map/tile-store.js' */
/** @import { Source } from './source.js' */

/**
 * @param {File} file
 * @returns {Promise<Source>}
 */
export async function openMBTiles(file) {
    const [{ default: initSqlJs }, { default: wasmUrl }, content] = await Promise.all([
        import('sql.js'),
        import('sql.js/dist/sql-wasm.wasm?url'),
        file.arrayBuffer(),
    ]);
    const sql = await initSqlJs({ locateFile: () => wasmUrl });
    const database = new sql.Database(new Uint8Array(content));
    const metadata = readMetadata(database, file.name);
    if (metadata.format && metadata.format !== 'pbf') {
        throw new Error(`${file.name} holds ${metadata.format} tiles; this page shows vector tiles (format pbf)`);
    }
    const statement = database.prepare('SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?');
    const read = (/** @type {Address} */ { z, x, y }) => {
        // MBTiles counts rows from the south.
        const [data] = statement.get([z, x, 2 ** z - 1 - y]);
        return data instanceof Uint8Array ? data.slice() : new Uint8Array(0);
    };
    return {
        name: metadata.name ?? file.name,
        attribution: plainText(metadata.attribution),
        minZoom: metadata.minZoom,
        maxZoom: metadata.maxZoom,
        bounds: metadata.bounds ? worldBounds(metadata.bounds.split(',').map(Number)) : [0, 0, 1, 1],
        has: () => true,
        input: read,
        load: (address) => inflate(read(address)),
        close: () => database.close(),
    };
}

/**
 * @param {any} database
 * @param {string} name of the file
 */
function readMetadata(database, name) {
    try {
        const rows = database.exec('SELECT name, value FROM metadata')[0]?.values ?? [];
        const [[minZoom, maxZoom]] = database.exec('SELECT min(zoom_level), max(zoom_level) FROM tiles')[0].values;
        return { ...Object.fromEntries(rows), minZoom: minZoom ?? 0, maxZoom: maxZoom ?? 0 };
    } catch (error) {
        throw new Error(`${name} is SQLite but no MBTiles: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
}
