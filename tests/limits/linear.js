// Prints how long a byte takes in tiles from 1 kB to 64 MB, for shapes that are hard on a decoder: time is linear where the
// numbers of a row stay level (sorting names and triangulating may add a logarithm). Run by hand:
//
//     node tests/limits/linear.js [PATTERN]      only shapes whose name fits

import { CODES } from '../differential/block-reader.js';
import { WasmEngine, buildEngines } from '../differential/engines.js';
import { requestBytes } from '../differential/requests.js';
import { shapes } from './shapes.js';

const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7, 6.4e7];
const HEADINGS = ['1 kB', '10 kB', '100 kB', '1 MB', '10 MB', '64 MB'];

/** A tile is decoded over and over for so many milliseconds of processor time; the quickest run counts. */
const LEAST_MS = 60;
const MOST_MS = 4000;

/** Processor time of this process, which other processes do not stretch as they do time by the clock. */
function milliseconds() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

function nanosecondsAByte(engine, tile, request) {
    const { status } = engine.decode(tile, request); // memory grows here, and not in what is measured
    if (status !== 0) return CODES.get(status);
    let best = Infinity;
    const begin = milliseconds();
    for (let runs = 0; runs < 3 || milliseconds() - begin < LEAST_MS; runs++) {
        const start = milliseconds();
        let repeats = 0;
        do {
            engine.decode(tile, request);
            repeats++;
        } while (milliseconds() - start < 2); // cpuUsage is coarse
        best = Math.min(best, (milliseconds() - start) / repeats);
        if (milliseconds() - begin > MOST_MS) break;
    }
    return ((best * 1e6) / tile.length).toFixed(1);
}

const built = buildEngines();
if (built) throw new Error(built);
const pattern = new RegExp(process.argv[2] ?? '', 'i');
console.log(`| nanoseconds a byte | ${HEADINGS.join(' | ')} |`);
console.log(`|---|${SIZES.map(() => '---:|').join('')}`);
for (const { name, make, options } of shapes.filter((shape) => pattern.test(shape.name))) {
    const request = requestBytes(options);
    const engine = new WasmEngine('tilewasm');
    const cells = SIZES.map((size) => nanosecondsAByte(engine, make(size), request));
    console.log(`| ${name} | ${cells.join(' | ')} |`);
}
