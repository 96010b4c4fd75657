// npm run bench:report [-- --from FOLDER --to FOLDER]: makes docs/benchmarks.md and its charts (docs/benchmarks/*.svg) from the
// measurements in bench/results/, which `npm run bench:all` writes. Nothing is measured here.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../scripts/files.js';
import { toSvg } from './report/charts.js';
import { gradeAll } from './report/goals.js';
import { readResults, resultsFolder } from './report/read.js';
import { algorithms, counts, firstTile, growth, kernels, memory, renderers, sizes, speed, stages, triangles } from './report/sections.js';
import { number, table } from './report/text.js';

const { values: options } = parseArgs({ options: { from: { type: 'string', default: resultsFolder }, to: { type: 'string', default: join(root, 'docs') } } });
const page = join(options.to, 'benchmarks.md');
const chartsFolder = join(options.to, 'benchmarks');

const makers = {
    node: speed, chromium: speed, firefox: speed, 'node-elsewhere': speed, stages, renderers,
    triangulate: triangles, 'triangulate-chromium': triangles, algorithms,
    kernels, 'kernels-chromium': kernels, 'kernels-elsewhere': kernels, count: counts, growth, 'first-tile': firstTile, memory, size: sizes,
};

const INTRODUCTION = [
    '# Measured',
    '<!-- Made by `npm run bench:report` from bench/results/*.json: edit bench/report/ instead. -->',
    '`npm run bench:all` measures everything again (about 40 minutes; `-- --quick` for a rough look), `npm run bench:report` makes this page of it. ' +
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

const results = readResults(options.from);
const sections = Object.entries(makers).filter(([name]) => results[name]).map(([name, make]) => make(results[name], name));
if (sections.length === 0) throw new Error(`${options.from} has no measurements: run npm run bench:all first`);

mkdirSync(chartsFolder, { recursive: true });
for (const name of readdirSync(chartsFolder)) if (name.endsWith('.svg')) rmSync(join(chartsFolder, name));
for (const { charts = {} } of sections) {
    for (const [name, chart] of Object.entries(charts)) writeFileSync(join(chartsFolder, `${name}.svg`), await toSvg(chart));
}
const text = [...INTRODUCTION, ...missedGoals(gradeAll(results)), ...sections.flatMap(({ title, text: paragraphs }) => [`## ${title}`, ...paragraphs])];
writeFileSync(page, `${text.join('\n\n')}\n`);
console.log(`${page}: ${sections.map(({ title }) => title).join('; ')}`);
