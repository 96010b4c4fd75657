// Measures one stage, or one part of an adapter (openlayers:objects), on one group of tiles, in a process of its own:
// node bench/stages/one.js KIND GROUP BUDGET CLOCK. Prints milliseconds.

import { interleave, median } from '../measure.js';
import { useFirstProcessor } from '../support/processor.js';
import { readTiles } from '../support/read-tiles.js';
import { adapters } from './adapters.js';
import { objects, stages } from './kinds.js';

const [kind, group, budget, clock] = process.argv.slice(2);
useFirstProcessor();
const tiles = await readTiles(group);
let sink = 0;
const [name, part] = kind.split(':');
const pass = part ? adapters[name][part](tiles) : { ...stages, ...objects }[name].prepare(tiles);
const times = await interleave({ one: { pass: () => (sink += pass()) } }, { budget: Number(budget), clock });
console.log(median(times.one) + 0 * sink);
