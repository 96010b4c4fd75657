// A PMTiles archive, read from the file by ranges. Called by open.js.

import { FileSource, PMTiles } from 'pmtiles';
import { plainText } from './address.js';
import { worldBounds } from './source.js';

/** @import { Address } from '../map/tile-store.js' */
/** @import { Source } from './source.js' */

/** Kinds of tiles by the number in the archive's header. */
const KINDS = ['unknown', 'vector', 'PNG', 'JPEG', 'WebP', 'AVIF', 'MapLibre'];

/**
 * @param {File} file
 * @returns {Promise<Source>}
 */
export async function openPMTiles(file) {
    const archive = new PMTiles(new FileSource(file));
    const header = await archive.getHeader();
    if (header.tileType > 1) throw new Error(`${file.name} holds ${KINDS[header.tileType] ?? 'unknown'} tiles; this page shows Mapbox Vector Tiles`);
    const metadata = /** @type {any} */ (await archive.getMetadata().catch(() => ({})));
    const read = async (/** @type {Address} */ { z, x, y }) => new Uint8Array((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer(0));
    return {
        name: metadata?.name ?? file.name,
        attribution: plainText(metadata?.attribution),
        minZoom: header.minZoom,
        maxZoom: header.maxZoom,
        bounds: worldBounds([header.minLon, header.minLat, header.maxLon, header.maxLat]),
        input: (address) => () => read(address),
        load: read,
    };
}
