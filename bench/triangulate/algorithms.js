// npm run bench:algorithms: the library's triangulation (a sweep) beside ear clipping in C, natively, on the large polygons of the 207
// tiles and on made-up ones. What is compared is the algorithm: same language, compiler and polygons.
//
//     npm run bench:algorithms [-- --budget MS] [--clock cpu] [--json FILE]
//
// Ear clipping is earcut's (bench/native/ears.c), with corners found by z-order, and without.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { interleave, median, ratio } from '../measure.js';
import { writeResults } from '../support/machine.js';
import { buildFolder, buildProgram } from '../support/native.js';
import { readOptions } from '../support/options.js';
import { readTiles } from '../support/read-tiles.js';
import { printTable } from '../support/table.js';
import { polygonsOfTile } from './polygons.js';
import { growthShapes } from './shapes.js';

const options = readOptions(3000);
const algorithms = ['library', 'hashed-ears', 'ears'];

/** Polygons of the tiles with more vertices than that. */
const thresholds = [0, 16, 32, 256];

/** Vertices of the made-up polygons. */
const GROWN_VERTICES = [1000, 10000];

function write(path, polygons) {
    const positions = [];
    const ringOffsets = [0];
    const polygonOffsets = [0];
    for (const rings of polygons) {
        for (const ring of rings) {
            for (const coordinate of ring) positions.push(coordinate);
            ringOffsets.push(positions.length / 2);
        }
        polygonOffsets.push(ringOffsets.length - 1);
    }
    const head = [polygons.length, ringOffsets.length - 1, positions.length / 2];
    writeFileSync(path, Int32Array.from([...head, ...polygonOffsets, ...ringOffsets].concat(positions)));
    return { polygons: head[0], vertices: head[2] - head[1] };
}

function start(program, path) {
    const child = spawn(program, [path, options.clock], { stdio: ['pipe', 'pipe', 'inherit'] });
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
        async ask(line) {
            child.stdin.write(`${line}\n`);
            const { value, done } = await answers.next();
            if (done) throw new Error(`the native program ended at "${line}"`);
            return Number(value.split(' ')[0]);
        },
        end: () => child.stdin.end(),
    };
}

async function measure(program, label, polygons) {
    const path = `${buildFolder}/polygons.bin`;
    const about = write(path, polygons);
    const { ask, end } = start(program, path);
    const missed = {};
    for (const name of algorithms) missed[name] = await ask(`check ${name}`);
    if (missed.library > 0) throw new Error(`${label}: the library's triangles miss ${missed.library} polygons`);
    const sides = Object.fromEntries(algorithms.map((name) => [name, { elsewhere: () => ask(`pass ${name} 1`) }]));
    const times = await interleave(sides, options);
    end();
    const milliseconds = Object.fromEntries(algorithms.map((name) => [name, median(times[name])]));
    const ratios = Object.fromEntries(algorithms.slice(1).map((name) => [name, ratio(times[name], times.library)]));
    return { label, ...about, milliseconds, ratios, missed };
}

const program = buildProgram('algorithms', 'gcc', 'scalar', ['bench/native/ears.c']);
const tiles = [...(await readTiles('streets')), ...(await readTiles('osm-qa'))];
const real = tiles.flatMap(polygonsOfTile);
const verticesOf = (rings) => rings.reduce((sum, ring) => sum + ring.length / 2 - 1, 0);

const lines = [];
for (const least of thresholds) {
    const label = least > 0 ? `tiles, more than ${least} vertices` : 'tiles, all';
    lines.push(await measure(program, label, real.filter((rings) => verticesOf(rings) > least)));
}
for (const [shape, make] of Object.entries(growthShapes)) {
    for (const vertices of GROWN_VERTICES) lines.push(await measure(program, `${shape}, ${vertices}`, [make(vertices)]));
}

const number = (value) => value.toFixed(value < 10 ? 2 : 1);
printTable([
    ['polygons', 'number', 'vertices', 'sweep ms', 'ears, z-order ms', 'ears ms', 'ratio, z-order', 'ratio', 'missed: sweep, z-order, ears'],
    ...lines.map(({ label, polygons, vertices, milliseconds: ms, ratios, missed }) => [
        label, String(polygons), String(vertices), ...algorithms.map((name) => number(ms[name])),
        ...algorithms.slice(1).map((name) => number(ratios[name])), algorithms.map((name) => missed[name]).join(', '),
    ]),
]);
writeResults(options.json, { algorithms: lines });
