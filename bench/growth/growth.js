// npm run bench:growth [-- --json FILE] [--series NAME] [--budget MS] [--clock cpu]: nanoseconds a vertex, a feature, a layer, a tag while a tile grows from
// 1 kB to 16 MB, from 1 to 1,000 layers, from 1 to 365 tags a feature. Lines should be flat: the library's beside
// @mapbox/vector-tile's, interleaved. Called by npm run bench:all, which makes docs/benchmarks.md of it.

import { interleave, median } from '../measure.js';
import { readAll, readGeometry, readTags } from '../peers/vector-tile.js';
import { writeResults } from '../support/machine.js';
import { readOptions } from '../support/options.js';
import { recycling } from '../support/recycle.js';
import { printTable } from '../support/table.js';
import { touchGeometry, touchTags } from '../support/views.js';
import { series } from './series.js';
import { makeTile } from './tile.js';

const options = readOptions(1200, { series: { type: 'string', multiple: true } });

let sink = 0;

/** The two sides of a request: what the library does, and what the peer does for the same. */
function sidesFor(request, tile) {
    const decode = recycling();
    const touch = (decoded) => (request.positions === false ? touchTags(decoded) : touchGeometry(decoded));
    const theirs = request.positions === false ? readTags : request.properties === false ? readGeometry : readAll;
    return {
        ours: { pass: () => (sink += touch(decode(tile, request))) },
        theirs: { pass: () => (sink += theirs(tile)) },
    };
}

async function measure(name) {
    const { points, request, ...about } = series[name];
    const results = [];
    for (const { x, shape, count } of points) {
        const tile = makeTile(shape);
        const times = await interleave(sidesFor(request, tile), options);
        const nanoseconds = (list) => (1e6 * median(list)) / count;
        results.push({ x, bytes: tile.length, count, ours: nanoseconds(times.ours), theirs: nanoseconds(times.theirs) });
    }
    return { name, ...about, results };
}

const all = [];
for (const name of options.series ?? Object.keys(series)) {
    const result = await measure(name);
    all.push(result);
    console.log(`nanoseconds ${result.title}`);
    printTable([
        [result.axis, 'tile bytes', 'tilewasm', '@mapbox/vector-tile'],
        ...result.results.map(({ x, bytes, ours, theirs }) => [x.toLocaleString('en'), bytes.toLocaleString('en'), ours.toFixed(2), theirs.toFixed(2)]),
    ]);
    console.log();
}
writeResults(options.json, { growth: all, sink: sink % 2 });
