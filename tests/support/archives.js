// Small PMTiles and MBTiles files for tests, made from tiles.

import initSqlJs from 'sql.js';
import { zxyToTileId } from 'pmtiles';

/** @typedef {{ z: number, x: number, y: number, data: Uint8Array }} Tile */

/** @param {number[]} numbers */
function varints(numbers) {
    return Uint8Array.from(
        numbers.flatMap((number) => {
            const bytes = [];
            for (; number >= 0x80; number = Math.floor(number / 128)) bytes.push((number % 128) | 0x80);
            return [...bytes, number];
        }),
    );
}

/**
 * PMTiles version 3: a header, one directory, metadata, tiles; nothing compressed.
 *
 * @param {Tile[]} tiles
 * @param {{ bounds: number[], metadata?: object, tileType?: number }} options bounds in degrees: west, south, east, north
 */
export function makePMTiles(tiles, { bounds, metadata = {}, tileType = 1 }) {
    const entries = tiles.map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data })).sort((a, b) => a.id - b.id);
    const directory = varints([
        entries.length,
        ...entries.map(({ id }, i) => id - (i === 0 ? 0 : entries[i - 1].id)),
        ...entries.map(() => 1),
        ...entries.map(({ data }) => data.length),
        ...entries.map((_, i) => (i === 0 ? 1 : 0)),
    ]);
    const json = new TextEncoder().encode(JSON.stringify(metadata));
    const tileBytes = entries.reduce((sum, { data }) => sum + data.length, 0);
    const header = new DataView(new ArrayBuffer(127));
    new Uint8Array(header.buffer).set(new TextEncoder().encode('PMTiles'));
    header.setUint8(7, 3);
    const sections = [127, directory.length, 127 + directory.length, json.length, 0, 0, 127 + directory.length + json.length, tileBytes, entries.length, entries.length, entries.length];
    sections.forEach((value, i) => header.setBigUint64(8 + 8 * i, BigInt(value), true));
    header.setUint8(96, 1);
    header.setUint8(97, 1);
    header.setUint8(98, 1);
    header.setUint8(99, tileType);
    header.setUint8(100, Math.min(...tiles.map(({ z }) => z)));
    header.setUint8(101, Math.max(...tiles.map(({ z }) => z)));
    bounds.forEach((degrees, i) => header.setInt32(102 + 4 * i, Math.round(degrees * 1e7), true));
    return Buffer.concat([new Uint8Array(header.buffer), directory, json, ...entries.map(({ data }) => data)]);
}

/**
 * @param {Tile[]} tiles
 * @param {Record<string, string>} metadata
 */
export async function makeMBTiles(tiles, metadata) {
    const sql = await initSqlJs();
    const database = new sql.Database();
    database.run('CREATE TABLE metadata (name TEXT, value TEXT); CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)');
    for (const pair of Object.entries(metadata)) database.run('INSERT INTO metadata VALUES (?, ?)', pair);
    for (const { z, x, y, data } of tiles) database.run('INSERT INTO tiles VALUES (?, ?, ?, ?)', [z, x, 2 ** z - 1 - y, data]);
    return Buffer.from(database.export());
}
