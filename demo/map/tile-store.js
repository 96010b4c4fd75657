// The tiles of a source: what is loaded, what is being loaded, and what stands in for a tile that is not there yet. Called by map.js.

/** @import { DecodedTile } from 'tilewasm' */
/** @import { Pool } from 'tilewasm/pool' */
/** @import { Source } from '../sources/source.js' */

/** @typedef {{ z: number, x: number, y: number }} Address */
/** @typedef {{ address: Address, tile?: DecodedTile<any>, error?: any, abort?: AbortController, bytes?: number, used: number }} Entry */

/** Tiles kept beyond those in view. */
const KEPT = 192;

/** What the map draws from; nothing is computed twice. */
export const REQUEST = /** @type {const} */ ({ positions: 'float32', coordinates: 'unit', triangles: true });

export class TileStore {
    #source;
    #pool;
    #listener;
    /** @type {Map<string, Entry>} */
    #entries = new Map();
    #clock = 0;

    /**
     * @param {Source} source
     * @param {Pool} pool
     * @param {{ changed: () => void, forgotten: (tile: DecodedTile<any>) => void }} listener
     */
    constructor(source, pool, listener) {
        this.#source = source;
        this.#pool = pool;
        this.#listener = listener;
    }

    /** Number of tiles under way. */
    get loading() {
        let count = 0;
        for (const entry of this.#entries.values()) count += entry.abort ? 1 : 0;
        return count;
    }

    /**
     * What to draw for the tiles in view: each tile itself, or its nearest ancestor that is there. Starts loading what is missing and gives up
     * what is no longer in view.
     *
     * @param {Address[]} wanted
     * @returns {{ entry: Entry, clip: Address }[]}
     */
    view(wanted) {
        this.#clock++;
        const inView = new Set(wanted.map(keyOf));
        const drawn = [];
        for (const address of wanted) {
            const entry = this.#want(address);
            const shown = entry.tile ? entry : this.#ancestor(address);
            if (shown) drawn.push({ entry: shown, clip: address });
        }
        for (const [key, entry] of this.#entries) {
            if (entry.abort && !inView.has(key)) this.#giveUp(key, entry);
        }
        this.#forgetOldest();
        return drawn;
    }

    /** @param {Address} address */
    get(address) {
        return this.#entries.get(keyOf(address));
    }

    close() {
        for (const [key, entry] of this.#entries) {
            if (entry.abort) this.#giveUp(key, entry);
            if (entry.tile) this.#listener.forgotten(entry.tile);
        }
        this.#entries.clear();
    }

    /** @param {Address} address */
    #want(address) {
        const key = keyOf(address);
        let entry = this.#entries.get(key);
        if (!entry) {
            entry = { address, used: 0 };
            this.#entries.set(key, entry);
            this.#load(entry);
        }
        entry.used = this.#clock;
        return entry;
    }

    /** @param {Entry} entry */
    async #load(entry) {
        const abort = new AbortController();
        entry.abort = abort;
        try {
            const input = this.#source.input(entry.address);
            entry.tile = await this.#pool.decode(input ?? new Uint8Array(0), REQUEST, { signal: abort.signal });
            entry.bytes = entry.tile.buffer.byteLength;
        } catch (error) {
            if (abort.signal.aborted) return;
            entry.error = error;
        }
        entry.abort = undefined;
        this.#listener.changed();
    }

    /** @param {Address} address */
    #ancestor({ z, x, y }) {
        for (let up = 1; up <= z; up++) {
            const entry = this.#entries.get(keyOf({ z: z - up, x: x >> up, y: y >> up }));
            if (entry?.tile) {
                entry.used = this.#clock;
                return entry;
            }
        }
        return undefined;
    }

    /**
     * @param {string} key
     * @param {Entry} entry
     */
    #giveUp(key, entry) {
        entry.abort?.abort();
        this.#entries.delete(key);
    }

    #forgetOldest() {
        const idle = [...this.#entries].filter(([, entry]) => entry.used !== this.#clock && !entry.abort);
        idle.sort(([, a], [, b]) => a.used - b.used);
        for (const [key, entry] of idle.slice(0, Math.max(0, idle.length - KEPT))) {
            this.#entries.delete(key);
            if (entry.tile) this.#listener.forgotten(entry.tile);
        }
    }
}

/** @param {Address} address */
export function keyOf({ z, x, y }) {
    return `${z}/${x}/${y}`;
}
