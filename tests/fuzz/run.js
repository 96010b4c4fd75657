// Builds the fuzz targets and runs each with libFuzzer, AddressSanitizer and UBSan, scalar and SIMD.
//
//     npm run fuzz -- SECONDS [TARGET...]    each program for so many seconds, from seeds, the kept corpus and what
//                                            earlier runs found (build/fuzz/corpus)
//     npm run fuzz -- --keep [TARGET...]     puts a small corpus with the coverage of all that into tests/fuzz/corpus
//
// A finding lands in build/fuzz/findings and ends the run; the program with that file as its argument shows it again.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/files.js';
import { make } from '../support/make.js';
import { makeSeeds } from './seeds.js';

/** The builds: plain C, and the SIMD code by way of SIMDe. */
export const VARIANTS = ['asan-scalar', 'asan-simd'];

/** Inputs of the kept corpus are at most this long: it replays in a moment, and fits the repository. */
const MOST_KEPT_BYTES = 1500;

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Names of all targets. */
export const targets = readdirSync(folder)
    .filter((name) => name.endsWith('_fuzz.c'))
    .map((name) => name.slice(0, -'_fuzz.c'.length))
    .sort();

/** The committed inputs of a target. */
export const keptCorpus = (target) => join(folder, 'corpus', target);

/** Builds all programs. Returns what the compiler said, where it failed. */
export const build = () => make('fuzz');

function makeFolder(...parts) {
    const path = join(root, 'build/fuzz', ...parts);
    mkdirSync(path, { recursive: true });
    return path;
}

/** Runs one program. Resolves to `{ status, output }`. */
export function runProgram(variant, target, args) {
    const options = [
        `-artifact_prefix=${makeFolder('findings')}/${variant}-${target}-`,
        `-dict=${join(folder, 'tile.dict')}`,
        '-timeout=10', // seconds for one input: time is linear, and inputs are short
        '-rss_limit_mb=1024',
        '-max_len=6000',
        '-print_final_stats=1',
    ];
    const program = spawn(join(root, 'build/fuzz', variant, target), [...options, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    program.stdout.on('data', (data) => (output += data));
    program.stderr.on('data', (data) => (output += data));
    return new Promise((resolve, reject) => {
        program.on('error', reject);
        program.on('close', (status) => resolve({ status, output }));
    });
}

/** Fuzzes a target for so many seconds. */
export function fuzz(variant, target, seconds) {
    const inputs = [makeFolder('corpus', target), makeSeeds(target), keptCorpus(target)];
    return runProgram(variant, target, [`-max_total_time=${seconds}`, ...inputs.filter((path) => existsSync(path))]);
}

/** Runs every input of the kept corpus once. */
export function replay(variant, target) {
    return runProgram(variant, target, ['-runs=0', keptCorpus(target)]);
}

/** One line on a run: `decode asan-simd: 12,345 runs, coverage 1234, 120 MB`. */
export function summary(variant, target, { status, output }) {
    const number = (pattern) => Number(pattern.exec(output)?.[1] ?? 0).toLocaleString('en');
    const runs = number(/number_of_executed_units: +(\d+)/);
    const coverage = number(/cov: (\d+)[^\n]*\n(?![\s\S]*cov: \d)/);
    const memory = number(/peak_rss_mb: +(\d+)/);
    const end = status === 0 ? '' : ` FINDING (exit ${status})`;
    return `${target} ${variant}: ${runs} runs, ${coverage} edges covered, ${memory} MB${end}`;
}

/** Makes the kept corpus of a target anew. */
async function keep(target) {
    const kept = keptCorpus(target);
    const fresh = makeFolder('kept', target);
    rmSync(fresh, { recursive: true });
    mkdirSync(fresh);
    const from = [kept, makeFolder('corpus', target), makeSeeds(target)].filter((path) => existsSync(path));
    const args = ['-set_cover_merge=1', '-use_counters=0', `-max_len=${MOST_KEPT_BYTES}`, fresh, ...from];
    const { status, output } = await runProgram('asan-simd', target, args);
    if (status !== 0) throw new Error(output);
    rmSync(kept, { recursive: true, force: true });
    mkdirSync(kept, { recursive: true });

    cpSync(fresh, kept, { recursive: true });
    console.log(`${target}: ${readdirSync(kept).length} inputs kept`);
}

async function main([first, ...names]) {
    const failure = build();
    if (failure) {
        console.error(failure);
        return 1;
    }
    const chosen = names.length > 0 ? names : targets;
    if (first === '--keep') {
        for (const target of chosen) await keep(target);
        return 0;
    }
    const seconds = Number(first);
    if (!(seconds > 0)) {
        console.error('usage: npm run fuzz -- SECONDS [TARGET...], or --keep [TARGET...]');
        return 2;
    }
    for (const target of chosen) {
        for (const variant of VARIANTS) {
            const result = await fuzz(variant, target, seconds);
            console.log(summary(variant, target, result));
            if (result.status === 0) continue;
            console.error(result.output.split('\n').slice(-60).join('\n'));
            return 1;
        }
    }
    return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
