// Measures one row on one group of tiles. Called by row.js in a process of its own, and by the page in a browser.

import { interleave, median, ratio } from './measure.js';
import { rows } from './rows/index.js';
import { Comparison } from './support/compare.js';
import { copying } from './support/recycle.js';

const sumOf = (lengths) => lengths.reduce((sum, length) => sum + length, 0);

/** What the passes return goes here, so that no engine finds the work useless. */
let sink = 0;

/**
 * @param {string} name of the row
 * @param {string} group
 * @param {Uint8Array[]} tiles
 * @param {Parameters<typeof interleave>[1]} [options]
 */
export async function runRow(name, group, tiles, options) {
    const { default: row } = await rows[name]();
    const work = await row.prepare(tiles, { group, clock: options?.clock ?? 'wall' });
    const comparison = new Comparison();
    for (const tile of tiles) work.check(comparison, tile);

    const passOf = (side) => ({
        pass() {
            for (let i = 0; i < tiles.length; i++) sink += side(tiles[i]);
        },
    });
    /** @type {Record<string, any>} */
    const sides = {};
    for (const side of ['recycled', 'fresh', 'theirs', 'theirsFresh']) if (work[side]) sides[side] = passOf(work[side]);
    Object.assign(sides, work.sides);
    const inputs = tiles.map(work.inputLengths ?? ((bytes) => bytes.length));
    const outputs = tiles.map(work.outputLengths);
    sides.copying = { pass: copying(inputs, outputs) };

    const times = await interleave(sides, options);
    work.end?.();
    const graded = times.recycled ? 'recycled' : 'fresh';
    return {
        row: name,
        title: row.title,
        peer: row.peer,
        group,
        goal: row.goals[group],
        tiles: tiles.length,
        bytes: sumOf(tiles.map((tile) => tile.length)),
        inputBytes: sumOf(inputs),
        resultBytes: sumOf(outputs),
        compared: comparison.features,
        leftOut: comparison.leftOut,
        graded,
        ratio: ratio(times.theirs, times[graded]),
        freshRatio: times.fresh && ratio(times.theirsFresh ?? times.theirs, times.fresh),
        rounds: times.theirs.length,
        sides: Object.fromEntries(Object.entries(times).map(([side, list]) => [side, describe(list)])),
        sink: sink % 2,
    };
}

/** @param {number[]} times */
function describe(times) {
    const sorted = [...times].sort((a, b) => a - b);
    return { median: median(times), least: sorted[0], most: sorted[sorted.length - 1] };
}
