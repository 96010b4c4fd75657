// A PMTiles archive, read from the file by ranges. Called by open.js.

import { FileSource, PMTiles } from 'pmtiles';
import { plainText } from './address.js';
import { nameOr, worldBounds } from './source.js';

/** @import { Address } from '../map/tile-store.js' */
/** @import { Source } from './source.js' */

/** Kinds of tiles by the number in the archive's header. */
const KINDS = ['unknown', 'vector', 'PNG', 'JPEG', 'WebP', 'AVIF', 'MapLibre'];

/** Compressions by the number in the archive's header, and those of them that are read. */
const COMPRESSIONS = ['unknown', 'none', 'gzip', 'brotli', 'zstd'];
const READ = ['unknown', 'none', 'gzip'];

/**
 * @param {File} file
 * @returns {Promise<Source>}
 */
export async function openPMTiles(file) {
    const archive = new PMTiles(new FileSource(file));
    const header = await archive.getHeader().catch((error) => {
        throw new Error(`${file.name} is damaged or cut off: its header or its directory cannot be read`, { cause: error });
    });
    for (const number of [header.internalCompression, header.tileCompression]) {
        const name = COMPRESSIONS[number] ?? `compression ${number}`;
        if (!READ.includes(name)) throw new Error(`${file.name} is compressed with ${name}, which this page does not read; write it with gzip`);
    }
    if (header.tileType > 1) throw new Error(`${file.name} holds ${KINDS[header.tileType] ?? 'unknown'} tiles; this page shows Mapbox Vector Tiles`);
    const metadata = /** @type {any} */ (await archive.getMetadata().catch(() => ({})));
    const read = async (/** @type {Address} */ { z, x, y }) => new Uint8Array((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer(0));
    return {
        name: nameOr(metadata?.name, file.name),
        attribution: plainText(metadata?.attribution),
        minZoom: header.minZoom,
        maxZoom: header.maxZoom,
        bounds: worldBounds([header.minLon, header.minLat, header.maxLon, header.maxLat]),
        input: (address) => () => read(address),
        load: read,
    };
}
