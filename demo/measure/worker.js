// Measures in a worker, so that the page stays alive: candidates take turns, each round in another order. Called by panels/measure.js.

import { makeCandidates } from './candidates.js';

/** Milliseconds that all rounds may take together, and the fewest and most of them. */
const BUDGET = 8000;
const LEAST_ROUNDS = 5;
const MOST_ROUNDS = 40;

addEventListener('message', async ({ data: { tiles } }) => {
    try {
        postMessage({ result: await measure(tiles) });
    } catch (error) {
        postMessage({ error: String(/** @type {any} */ (error)?.message ?? error) });
    }
});

/** @param {Uint8Array[]} tiles */
async function measure(tiles) {
    const candidates = (await makeCandidates()).map((candidate) => ({ ...candidate, times: /** @type {number[]} */ ([]), features: 0, error: '' }));
    const began = performance.now();
    let rounds = 0;
    // The first round warms up and is not counted.
    for (; rounds <= MOST_ROUNDS && (rounds <= LEAST_ROUNDS || performance.now() - began < BUDGET); rounds++) {
        for (let i = 0; i < candidates.length; i++) {
            const candidate = candidates[(i + rounds) % candidates.length];
            if (!candidate.error) runOnce(candidate, tiles, rounds > 0);
            postMessage({ progress: Math.min(1, Math.max(rounds / MOST_ROUNDS, (performance.now() - began) / BUDGET)) });
        }
    }
    return {
        tiles: tiles.length,
        bytes: tiles.reduce((sum, tile) => sum + tile.length, 0),
        rounds: rounds - 1,
        engine: navigator.userAgent,
        candidates: candidates.map(({ name, peer, times, features, error }) => ({ name, peer, features, error, milliseconds: median(times) })),
    };
}

/**
 * @param {import('./candidates.js').Candidate & { times: number[], features: number, error: string }} candidate
 * @param {Uint8Array[]} tiles
 * @param {boolean} counts
 */
function runOnce(candidate, tiles, counts) {
    let features = 0;
    const start = performance.now();
    try {
        for (const tile of tiles) features += candidate.read(tile);
    } catch (error) {
        candidate.error = String(/** @type {any} */ (error)?.message ?? error);
        return;
    }
    if (counts) candidate.times.push(performance.now() - start);
    candidate.features = features;
}

/** @param {number[]} times */
function median(times) {
    return times.toSorted ? times.toSorted((a, b) => a - b)[times.length >> 1] : [...times].sort((a, b) => a - b)[times.length >> 1];
}
