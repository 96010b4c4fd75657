// Times several ways of doing the same work in one interleaved run. Used by every benchmark, in Node and in pages.
//
// A pass is the work on all tiles. Each round runs one pass of each side, in an order that turns from round to round, so that
// what else the machine does hits all sides alike. Ratios are taken round by round; medians of both are what counts.

/** A side that takes less for a pass runs one untimed before those that count, for the caches and for the other's garbage. No garbage
 *  collection is forced: V8 throws code away with it, and every side is slower by half. */
const SLOW_MILLISECONDS = 400;

/** A pass is repeated until it takes so long, for the clock's resolution. */
const PASS_MILLISECONDS = 15;

/** Each side warms up for so long, and for no more than a quarter of the budget. */
const WARM_UP_MILLISECONDS = 300;

/** Fewer rounds where one takes longer than the whole budget. */
const LEAST_ROUNDS = 5;
const LEAST_SLOW_ROUNDS = 3;
const MOST_ROUNDS = 41;

/** @param {number[]} values */
export function median(values) {
    const sorted = Float64Array.from(values).sort();
    const middle = sorted.length >> 1;
    return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const clocks = {
    wall: () => performance.now(),
    /** Processor time of all threads, garbage collection and compilation included: for a busy machine. Node only. */
    cpu: () => {
        const { user, system } = globalThis.process.cpuUsage();
        return (user + system) / 1000;
    },
};

/**
 * @typedef {object} Side does one pass
 * @property {() => void} [pass]
 * @property {() => Promise<number>} [elsewhere] instead of pass: work in another process, which tells its own milliseconds a pass
 */

/**
 * @param {Record<string, Side>} sides
 * @param {{ budget?: number, clock?: keyof typeof clocks }} [options] budget: milliseconds for all rounds, about
 * @returns {Promise<Record<string, number[]>>} milliseconds a pass, a round each
 */
export async function interleave(sides, { budget = 6000, clock = 'wall' } = {}) {
    const now = clocks[clock];
    const names = Object.keys(sides);
    const time = async ({ pass, elsewhere }, repeats, settle = false) => {
        if (elsewhere) return elsewhere();
        if (settle) pass();
        const start = now();
        for (let i = 0; i < repeats; i++) pass();
        return (now() - start) / repeats;
    };
    /** @type {Record<string, number>} */
    const repeats = {};
    /** @type {Record<string, boolean>} */
    const settles = {};
    let round = 0;
    const warmUp = Math.min(WARM_UP_MILLISECONDS, budget / 4);
    for (const name of names) {
        // Warm up: the engine compiles, buffers grow.
        let last = 0;
        for (let spent = 0, i = 0; i < 3 || (spent < warmUp && i < 30); i++) {
            last = await time(sides[name], 1);
            spent += last;
            if (last > 1500) break;
        }
        settles[name] = last < SLOW_MILLISECONDS;
        repeats[name] = Math.max(1, Math.ceil(PASS_MILLISECONDS / Math.max(last, 0.01)));
        round += last * (repeats[name] + (settles[name] ? 1 : 0));
    }
    const rounds = Math.max(round > budget ? LEAST_SLOW_ROUNDS : LEAST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(budget / round)));
    /** @type {Record<string, number[]>} */
    const times = Object.fromEntries(names.map((name) => [name, []]));
    for (let i = 0; i < rounds; i++) {
        for (let j = 0; j < names.length; j++) {
            const name = names[(i + j) % names.length];
            times[name].push(await time(sides[name], repeats[name], settles[name]));
        }
    }
    return times;
}

/**
 * The median of the ratios of the same round.
 *
 * @param {number[]} slow
 * @param {number[]} fast
 */
export function ratio(slow, fast) {
    return median(slow.map((value, i) => value / fast[i]));
}
