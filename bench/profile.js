// npm run bench:profile -- ROW GROUP [--side recycled|fresh|theirs] [--milliseconds MS] [--top N]: where the time of a row goes, by V8's
// sampling profiler. Functions of C have their names: the module is linked once more with a name section, and is otherwise the same.
// Prints the functions that take most time themselves; the whole profile opens in Chromium's developer tools.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../scripts/files.js';
import { bundleNamed } from './profile/bundle.js';
import { rows } from './rows/index.js';
import { printTable } from './support/table.js';
import { corpusFolder, groups, tilesOf } from './support/tiles.js';

const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        side: { type: 'string', default: 'graded' },
        milliseconds: { type: 'string', default: '4000' },
        top: { type: 'string', default: '25' },
    },
});
const [row, group] = positionals;
// What these compare is the build; their work is that of geometry-int16.
const profiled = Object.keys(rows).filter((name) => name !== 'native' && name !== 'simd');
if (!profiled.includes(row) || !groups.includes(group)) {
    console.error(`usage: npm run bench:profile -- ROW GROUP [--side recycled|fresh|theirs]\nrows: ${profiled.join(', ')}\ngroups: ${groups.join(', ')}`);
    process.exit(2);
}

/** What stands in the second column: of what kind a function is. */
function kindOf({ functionName, url }) {
    if (url.startsWith('wasm:')) return 'WebAssembly';
    if (functionName.startsWith('(')) return 'engine';
    return url.startsWith('node:') ? 'Node' : 'JavaScript';
}

/** @type {Map<string, SourceMap>} by the path of a bundle */
const sourceMaps = new Map();

/** The line of the source where a function of a bundle begins. */
function placeOf({ url, lineNumber, columnNumber }) {
    const path = fileURLToPath(url);
    if (!sourceMaps.has(path)) sourceMaps.set(path, new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))));
    const { originalSource, originalLine } = sourceMaps.get(path).findEntry(lineNumber, columnNumber);
    return originalSource === undefined ? '' : ` ${relative(root, resolve(dirname(path), originalSource))}:${originalLine + 1}`;
}

/** Microseconds that each function took itself. */
function selfTimes({ nodes, samples, timeDeltas }) {
    const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
    const times = new Map();
    samples.forEach((id, i) => {
        const frame = byId.get(id);
        const name = frame.functionName || '(anonymous)';
        const key = `${name}${frame.url.startsWith('file:') ? placeOf(frame) : ''}`;
        const found = times.get(key) ?? { name: key, kind: kindOf(frame), time: 0 };
        found.time += timeDeltas[i];
        times.set(key, found);
    });
    return [...times.values()].sort((a, b) => b.time - a.time);
}

const { default: about } = await rows[row]();
const script = await bundleNamed();
const paths = tilesOf(group);
if (paths.length === 0) {
    console.error(`${group}: no tiles; TILEWASM_CORPUS or ${corpusFolder} would hold them`);
    process.exit(1);
}
const { stdout: printed, status } = spawnSync(process.execPath, ['--no-warnings', script, row, options.side, options.milliseconds, `${dirname(script)}/${row}-${group}`], {
    input: paths.join('\n'),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
});
if (status !== 0) process.exit(1);
const { side, output, passes } = JSON.parse(printed);
const times = selfTimes(JSON.parse(readFileSync(output, 'utf8')));
const total = times.reduce((sum, { time }) => sum + time, 0);

console.log(`${about.title}; ${group}, ${side}: ${passes} passes, ${(total / 1000 / passes).toFixed(2)} ms each\n`);
printTable([
    ['function', 'share', 'ms a pass', 'kind'],
    ...times.slice(0, Number(options.top)).map(({ name, kind, time }) => [name, `${((100 * time) / total).toFixed(1)} %`, (time / 1000 / passes).toFixed(3), kind]),
]);
const kinds = [...new Set(times.map(({ kind }) => kind))];
console.log(`\n${kinds.map((kind) => `${kind} ${((100 * times.filter((each) => each.kind === kind).reduce((sum, { time }) => sum + time, 0)) / total).toFixed(1)} %`).join(', ')}`);
console.log(`the whole profile: ${relative(root, output)}`);
