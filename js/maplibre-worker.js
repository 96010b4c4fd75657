// tilewasm/maplibre-worker: makes MapLibre GL JS 6 decode vector tiles with tilewasm. Imported for its effect, in MapLibre's own worker.
//
// Experimental: MapLibre has no public place for a decoder, so a method of its vector source is replaced that is private to it. What is
// needed is looked for first; where it is missing, or a tile makes trouble, MapLibre's own decoder does the work, after one warning.

import { VectorTile } from './vector-tile.js';

/** A map, a source and a type that no application has: asking for it gives a vector source to look at. */
const PROBE = '__tilewasm';

/** @typedef {{ loadVectorTile: (parameters: any, data: ArrayBuffer) => any }} SourcePrototype */

/**
 * Replaces the decoder of a MapLibre worker.
 *
 * @param {any} worker the `worker` of MapLibre's worker scope
 * @param {(message: string) => void} warn
 * @returns {boolean} whether it was replaced
 */
export function install(worker, warn) {
    const prototype = findPrototype(worker);
    if (!prototype) {
        warn('tilewasm: this version of MapLibre GL JS keeps its decoder elsewhere; it goes on with its own');
        return false;
    }
    const original = prototype.loadVectorTile;
    let warned = false;
    prototype.loadVectorTile = function (parameters, data) {
        if (parameters?.encoding === 'mlt') return original.call(this, parameters, data);
        try {
            return { vectorTile: new VectorTile(data), rawData: data };
        } catch (error) {
            if (!warned) warn(`tilewasm: a tile is left to MapLibre's own decoder (${/** @type {Error} */ (error).message})`);
            warned = true;
            return original.call(this, parameters, data);
        }
    };
    return true;
}

/**
 * @param {any} worker
 * @returns {SourcePrototype | undefined}
 */
function findPrototype(worker) {
    if (typeof worker?._getWorkerSource !== 'function') return undefined;
    try {
        const source = worker._getWorkerSource(PROBE, 'vector', PROBE);
        const prototype = Object.getPrototypeOf(source);
        return typeof prototype?.loadVectorTile === 'function' ? prototype : undefined;
    } catch {
        return undefined;
    } finally {
        // Nothing of the probe stays.
        for (const table of ['workerSources', 'layerIndexes', 'availableImages']) delete worker[table]?.[PROBE];
    }
}

const scope = /** @type {any} */ (globalThis);
if (scope.worker) install(scope.worker, (message) => scope.console.warn(message));
