// npm run count: exact instruction counts of the library over the 207 tiles of @mapbox/mvt-fixtures, beside the goals.
//
//     npm run count [-- --functions] [--json FILE] [--mode NAME] [--lines] [--clang]
//
// The native builds (gcc -O3; SIMD through SIMDe with -msse4.2) run under callgrind, which collects only inside the
// counted_* functions of bench/native/count.c. Counts are exact and the same on every run of one compiler: a busy machine does not matter.
// --json writes all of it to a file. --functions prints where the instructions go (self cost), --lines by source line, --mode counts one mode only.

import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeResults } from '../support/machine.js';
import { buildProgram, buildFolder } from '../support/native.js';
import { printTable as print } from '../support/table.js';
import { tilesOf } from '../support/tiles.js';
import { goals } from './goals.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modes = ['copy', 'scan', 'features', 'structure', 'geometry-int32', 'geometry-int16', 'properties', 'all-int32', 'all-int16'];

const { values: options } = parseArgs({
    options: {
        functions: { type: 'boolean' },
        lines: { type: 'boolean' },
        json: { type: 'string' },
        clang: { type: 'boolean' },
        mode: { type: 'string', multiple: true },
    },
});
const compiler = options.clang ? 'clang' : 'gcc';

/** Runs one mode under callgrind: its instructions, and what the program printed. */
function count(program, variant, mode) {
    const out = `${buildFolder}/${compiler}-${variant}-${mode}.callgrind`;
    const counted = mode === 'copy' || mode === 'scan' ? `counted_${mode}` : 'counted_decode';
    const child = spawn('valgrind', [
        '--tool=callgrind', '--collect-atstart=no', `--toggle-collect=${counted}`, `--callgrind-out-file=${out}`, program, mode,
    ], { cwd: root });
    child.stdin.end(tilesOf('fixtures').join('\n') + '\n');
    return new Promise((resolve, reject) => {
        let stdout = '';
        let stderr = '';
        child.stdout.on('data', (data) => (stdout += data));
        child.stderr.on('data', (data) => (stderr += data));
        child.on('error', (error) => reject(new Error(`cannot run valgrind (Debian package "valgrind"): ${error.message}`)));
        child.on('close', (status) => {
            const collected = /Collected : (\d+)/.exec(stderr);
            if (status !== 0 || !collected) return reject(new Error(`${variant} ${mode}: ${stderr}`));
            resolve({ variant, mode, instructions: Number(collected[1]), ...JSON.parse(stdout), out });
        });
    });
}

/** Counts all modes of both variants, two at a time. */
async function countAll(names) {
    const jobs = ['simd', 'scalar'].flatMap((variant) => {
        const program = buildProgram('count', compiler, variant);
        return names.map((mode) => () => count(program, variant, mode));
    });
    const results = [];
    const next = async () => {
        for (let job = jobs.shift(); job; job = jobs.shift()) results.push(await job());
    };
    await Promise.all([next(), next()]);
    return results;
}

const millions = (value) => (value === undefined ? '-' : (value / 1e6).toFixed(1));

/**
 * The anchor opens a tile with all keys and values parsed, so its geometry includes them. `features` to `structure` is what the
 * dictionary costs here; added to geometry alone it is the same work.
 */
function graded(of) {
    const dictionary = of('structure') - of('features');
    return {
        structure: of('structure'),
        geometry: of('geometry-int32') + dictionary,
        properties: of('properties'),
        all: of('all-int32'),
    };
}

/** The same for both variants; undefined where not all modes were counted. */
function gradedVariants(results) {
    const of = (variant) => (mode) => results.find((result) => result.variant === variant && result.mode === mode)?.instructions;
    if (!modes.every(of('simd'))) return undefined;
    return { simd: graded(of('simd')), scalar: graded(of('scalar')) };
}

function printResults(results) {
    const find = (variant, mode) => results.find((result) => result.variant === variant && result.mode === mode);
    const any = results[0];
    console.log(`${any.tiles} tiles, ${(any.tileBytes / 1e6).toFixed(1)} MB; ${compiler} -O3, million instructions (callgrind)\n`);
    const rows = [['work', 'SIMD', 'scalar', 'block, bytes a byte', 'pages']];
    for (const mode of modes) {
        const simd = find('simd', mode);
        if (!simd) continue;
        const scalar = find('scalar', mode);
        if (simd.hash !== scalar.hash) throw new Error(`${mode}: the scalar and the SIMD build give different blocks`);
        rows.push([mode, millions(simd.instructions), millions(scalar.instructions),
            simd.blockBytes ? (simd.blockBytes / simd.tileBytes).toFixed(2) : '-', String(simd.pages)]);
    }
    print(rows);
    if (!modes.every((mode) => find('simd', mode))) return;

    console.log('\nbeside the goals: the anchor\'s work, everything validated, keys and values read in each\n');
    const { simd, scalar } = gradedVariants(results);
    print([
        ['work', 'SIMD', 'scalar', 'goal', 'anchor', 'SIMD / goal', 'SIMD / anchor'],
        ...Object.keys(goals.instructions).map((work) => {
            const { goal, anchor } = goals.instructions[work];
            return [work, millions(simd[work]), millions(scalar[work]), String(goal), String(anchor),
                (simd[work] / 1e6 / goal).toFixed(2), (simd[work] / 1e6 / anchor).toFixed(3)];
        }),
    ]);
    const scan = find('simd', 'scan');
    console.log(`\ntables of an open tile: ${(scan.tableBytes / scan.tileBytes).toFixed(3)} bytes a byte of tile ` +
        `(goal ${goals.tables.goal}, anchor ${goals.tables.anchor}); ${scan.spans} spans`);
    const all = find('simd', 'all-int32');
    console.log(`allocations: none but memory's growth, ${all.pages} pages of 64 KiB at most for any tile here, all-int32 ` +
        `(anchor: ${goals.allocations.anchor.toLocaleString('en')} allocations)`);
}

/** callgrind_annotate's list of functions, without file names that only widen it. */
function printFunctions(result) {
    console.log(`\n${result.variant} ${result.mode}: ${millions(result.instructions)} M\n`);
    const text = execFileSync('callgrind_annotate', ['--auto=no', '--threshold=99', result.out], { encoding: 'utf8' });
    const lines = text.split('\n').filter((line) => /^\s*[\d,]+ \(/.test(line) && !line.includes('PROGRAM TOTALS'));
    for (const line of lines.slice(0, 20)) {
        console.log(line.replace(/\s+\[.*\]$/, '').replace(/[^ ]*\/(c-src|simde)\//, '$1/'));
    }
}

function printLines(result) {
    console.log(`\n${result.variant} ${result.mode}: ${millions(result.instructions)} M, by source line\n`);
    process.stdout.write(execFileSync('callgrind_annotate', ['--auto=yes', '--threshold=95', '--context=1', `--include=${root}`, result.out],
        { encoding: 'utf8', maxBuffer: 1 << 28 }));
}

const results = await countAll(options.mode ?? modes);
printResults(results);
writeResults(options.json, { compiler, count: results.map(({ out: _, ...rest }) => rest), graded: gradedVariants(results), goals });
for (const result of results) {
    if (options.functions) printFunctions(result);
    if (options.lines) printLines(result);
}
