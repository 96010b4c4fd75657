// A net for tiles that nobody closed: when a reader is collected, its tile is closed. Called by reader.js.
//
// Engines take longer to register an object than C takes to open a small tile, and most readers are closed in the turn of the event loop
// that opened them. So a reader is registered at the end of that turn, if it is still open then.

/** @import { Instance, OpenTile } from './instance.js' */

/** @typedef {{ reader: object, instance: Instance }} Opened */

/** Made at first use. @type {FinalizationRegistry<{ instance: Instance, tile: OpenTile }> | undefined} */
let registry;

/** The readers of this turn that are still open. @type {Map<OpenTile, Opened>} */
const ofThisTurn = new Map();
let isEndAwaited = false;

/**
 * @param {object} reader
 * @param {Instance} instance
 * @param {OpenTile} tile of the reader, which must not be reached from it alone
 */
export function remember(reader, instance, tile) {
    if (typeof FinalizationRegistry !== 'function') return;
    ofThisTurn.set(tile, { reader, instance });
    if (isEndAwaited) return;
    isEndAwaited = true;
    Promise.resolve().then(endTurn);
}

function endTurn() {
    isEndAwaited = false;
    registry ??= new FinalizationRegistry(({ instance, tile }) => instance.close(tile));
    for (const [tile, { reader, instance }] of ofThisTurn) registry.register(reader, { instance, tile }, tile);
    ofThisTurn.clear();
}

/** Its reader has closed it. @param {OpenTile} tile */
export function forget(tile) {
    if (!ofThisTurn.delete(tile)) registry?.unregister(tile);
}
