// npm run bench:report: makes docs/benchmarks.md and its charts (docs/benchmarks/*.svg) from the measurements in bench/results/, which
// `npm run bench:all` writes. Nothing is measured here.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toSvg } from './report/charts.js';
import { gradeAll } from './report/goals.js';
import { readResults } from './report/read.js';
import { algorithms, counts, firstTile, growth, kernels, memory, sizes, speed, triangles } from './report/sections.js';
import { number, table } from './report/text.js';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));

const makers = {
    node: speed, chromium: speed, firefox: speed,
    triangulate: triangles, 'triangulate-chromium': triangles, algorithms,
    kernels, count: counts, growth, 'first-tile': firstTile, memory, size: sizes,
};

const INTRODUCTION = [
    '# Measured',
    '<!-- Made by `npm run bench:report` from bench/results/*.json: edit bench/report/ instead. -->',
    '`npm run bench:all` measures everything again (about 20 minutes; `-- --quick` for a rough look), `npm run bench:report` makes this page of it. ' +
        'Each row runs in a process or page of its own, both sides interleaved, after their outputs were found equal, all checks on. Ratios are medians of the rounds\' ratios. ' +
        '"Recycled" decodes into a buffer that the caller keeps (`decodeInto`) and is what a goal is compared with where it is there; "fresh" allocates each result. ' +
        '"Copying" is the time of merely copying the input into linear memory and the result out of it: the limit of any decoder that lives there.',
];

/** @param {import('./report/goals.js').Graded[]} graded */
function missedGoals(graded) {
    const missed = graded.filter(({ met }) => !met);
    const rows = missed.map(({ where, what, group, measured, goal, unit }) => [what, group || '-', where, number(measured), number(goal), unit]);
    return [
        '## Goals missed',
        `Of ${graded.length} goals ${graded.length - missed.length} are met. ` + (missed.length > 0 ? 'These are not:' : 'None is missed.'),
        ...(missed.length > 0 ? [table(['what', 'on', 'where', 'measured', 'goal', 'unit'], rows)] : []),
    ];
}

const results = readResults();
const sections = Object.entries(makers).filter(([name]) => results[name]).map(([name, make]) => make(results[name], name));
if (sections.length === 0) throw new Error('bench/results/ has no measurements: run `npm run bench:all` first');

mkdirSync(`${docs}benchmarks`, { recursive: true });
for (const name of readdirSync(`${docs}benchmarks`)) if (name.endsWith('.svg')) rmSync(`${docs}benchmarks/${name}`);
for (const { charts = {} } of sections) {
    for (const [name, chart] of Object.entries(charts)) writeFileSync(`${docs}benchmarks/${name}.svg`, await toSvg(chart));
}
const text = [...INTRODUCTION, ...missedGoals(gradeAll(results)), ...sections.flatMap(({ title, text: paragraphs }) => [`## ${title}`, ...paragraphs])];
writeFileSync(`${docs}benchmarks.md`, `${text.join('\n\n')}\n`);
console.log(`docs/benchmarks.md: ${sections.map(({ title }) => title).join('; ')}`);
