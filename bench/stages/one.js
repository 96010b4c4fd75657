// Measures one stage on one group of tiles, in a process of its own: node bench/stages/one.js KIND GROUP BUDGET CLOCK. Prints milliseconds.

import { interleave, median } from '../measure.js';
import { useFirstProcessor } from '../support/processor.js';
import { readTiles } from '../support/read-tiles.js';
import { objects, stages } from './kinds.js';

const [kind, group, budget, clock] = process.argv.slice(2);
useFirstProcessor();
const tiles = await readTiles(group);
let sink = 0;
const pass = { ...stages, ...objects }[kind].prepare(tiles);
const times = await interleave({ one: { pass: () => (sink += pass()) } }, { budget: Number(budget), clock });
console.log(median(times.one) + 0 * sink);
