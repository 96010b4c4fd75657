// Runs the C tests and the kept fuzz corpus with gcc counting lines, in the scalar and in the SIMD build, and says which lines of
// c-src none of them reached. `npm run coverage` prints all; tests/coverage.test.js checks.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/files.js';
import { make } from '../support/make.js';

export const VARIANTS = ['coverage-scalar', 'coverage-simd'];

function run(command, args) {
    const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 29 });
    if (result.error) throw result.error;
    if (result.status === 0) return result.stdout;
    throw new Error(`${command} ${args.slice(0, 3).join(' ')}: exit ${result.status ?? result.signal}\n${result.stdout}${result.stderr}`);
}

function* filesBelow(folder, ending) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) yield* filesBelow(path, ending);
        else if (path.endsWith(ending)) yield path;
    }
}

function runPrograms(variant) {
    const programs = run('make', ['-s', 'list-coverage']).trim().split('\n');
    for (const program of programs.filter((path) => path.includes(`/${variant}/`))) {
        const [, target] = /fuzz-(.*)$/.exec(basename(program)) ?? [];
        const corpus = target && join(root, 'tests/fuzz/corpus', target);
        if (target && !existsSync(corpus)) continue;
        run(join(root, program), target ? [...filesBelow(corpus, '')] : []);
    }
}

/** Counts of every line of c-src: `file -> Map(line -> count)`. A line that several units compile counts once. */
function readCounts(variant) {
    const counts = new Map();
    const notes = [...filesBelow(join(root, 'build/native', variant, 'c-src'), '.gcno')];
    for (const text of run('gcov', ['--json-format', '--stdout', ...notes]).trim().split('\n')) {
        for (const { file, lines } of JSON.parse(text).files) {
            const name = file.replace(root, '').replace(/^\.\//, '');
            if (!name.startsWith('c-src/')) continue;
            if (!counts.has(name)) counts.set(name, new Map());
            const ofFile = counts.get(name);
            for (const { line_number: line, count } of lines) ofFile.set(line, Math.max(ofFile.get(line) ?? 0, count));
        }
    }
    return counts;
}

/** Builds the programs of both variants. Returns what the compiler said, where it failed. */
export const build = () => make('coverage');

/**
 * @param {string} variant
 * @returns {{ lines: number, reached: number, missed: { file: string, line: number, text: string }[] }}
 */
export function measure(variant) {
    for (const path of [...filesBelow(join(root, 'build/native', variant), '.gcda')]) rmSync(path);
    runPrograms(variant);
    const missed = [];
    let lines = 0;
    for (const [file, counts] of [...readCounts(variant)].sort()) {
        const texts = readFileSync(join(root, file), 'utf8').split('\n');
        lines += counts.size;
        for (const [line, count] of counts) if (count === 0) missed.push({ file, line, text: texts[line - 1].trim() });
    }
    return { lines, reached: lines - missed.length, missed };
}

/** One line on a measurement. */
export function summary(variant, { lines, reached }) {
    return `${variant}: ${reached} of ${lines} lines of C reached, ${((100 * reached) / lines).toFixed(2)} %`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const failure = build();
    if (failure) throw new Error(failure);
    for (const variant of VARIANTS) {
        const measured = measure(variant);
        console.log(summary(variant, measured));
        for (const { file, line, text } of measured.missed) console.log(`  ${file}:${line}: ${text}`);
    }
}
