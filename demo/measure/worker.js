// Measures in a worker, so that the page stays alive: candidates take turns, each round in another order. Called by panels/measure.js.

import { makeCandidates } from './candidates.js';

/** Milliseconds that all rounds may take together, and the fewest and most of them. */
const BUDGET = 8000;
const LEAST_ROUNDS = 5;
const MOST_ROUNDS = 40;

/** Milliseconds that a decoder's turn takes at least: browsers' clocks tick every 0.1 ms or more, so small tiles are decoded several times. */
const LEAST_TURN = 5;
const MOST_REPEATS = 4096;

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
    let repeats = 0;
    while (rounds < MOST_ROUNDS && (rounds < LEAST_ROUNDS || performance.now() - began < BUDGET)) {
        for (let i = 0; i < candidates.length; i++) {
            const candidate = candidates[(i + rounds) % candidates.length];
            if (!candidate.error) runOnce(candidate, tiles, Math.max(repeats, 1));
            postMessage({ progress: Math.min(1, Math.max(rounds / MOST_ROUNDS, (performance.now() - began) / BUDGET)) });
        }
        const turn = repeats * Math.min(...candidates.map(({ times }) => times.at(-1) ?? Infinity));
        if (rounds > 0 || turn >= LEAST_TURN || repeats >= MOST_REPEATS) {
            rounds++;
            continue;
        }
        // The first round warms up and the next ones find how often to repeat; they are not counted.
        repeats = Math.max(1, 4 * repeats);
        for (const { times } of candidates) times.length = 0;
    }
    return {
        tiles: tiles.length,
        bytes: tiles.reduce((sum, tile) => sum + tile.length, 0),
        rounds,
        engine: navigator.userAgent,
        candidates: candidates.map(({ name, peer, times, features, error }) => ({ name, peer, features, error, milliseconds: median(times) })),
    };
}

/**
 * @param {import('./candidates.js').Candidate & { times: number[], features: number, error: string }} candidate
 * @param {Uint8Array[]} tiles
 * @param {number} repeats
 */
function runOnce(candidate, tiles, repeats) {
    let features = 0;
    const start = performance.now();
    try {
        for (let i = 0; i < repeats; i++) for (const tile of tiles) features += candidate.read(tile);
    } catch (error) {
        candidate.error = String(/** @type {any} */ (error)?.message ?? error);
        return;
    }
    candidate.times.push((performance.now() - start) / repeats);
    candidate.features = features / repeats;
}

/** @param {number[]} times */
function median(times) {
    return times.toSorted ? times.toSorted((a, b) => a - b)[times.length >> 1] : [...times].sort((a, b) => a - b)[times.length >> 1];
}
