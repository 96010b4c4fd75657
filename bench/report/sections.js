// The sections of docs/benchmarks.md, each made from one file of results: text and charts by file name. Called by bench/report.js.

import { barChart, lineChart, ratioChart } from './charts.js';
import { kernelGoal } from './goals.js';
import { number, provenance, table } from './text.js';

/** @typedef {{ title: string, text: string[], charts?: Record<string, object> }} Section */

const image = (name, alt) => `![${alt}](benchmarks/${name}.svg)`;
const elsewhere = (name) => (name.endsWith('-elsewhere') ? ', on another machine' : '');
const bold = (text, when) => (when ? `**${text}**` : text);

/**
 * The rows of the speed table in one engine.
 *
 * @param {any} results
 * @param {string} name of the file of results
 * @returns {Section}
 */
export function speed(results, name) {
    const rows = results.results;
    const engine = rows[0]?.engine ?? name;
    const groups = [...new Set(rows.map(({ group }) => group))];
    const tables = groups.flatMap((group) => {
        const own = rows.filter((row) => row.group === group);
        const about = `${own[0].tiles} tiles, ${number(own[0].bytes / 1e6)} MB`;
        return [
            `### ${engine}: ${group} (${about})`,
            table(
                ['work', 'against', 'ratio', 'goal', 'recycled ms', 'fresh ms', 'peer ms', 'copying ms', 'times copying', 'fresh ratio'],
                own.map(({ title, peer, ratio, goal, graded, sides, freshRatio }) => [
                    title, peer, bold(number(ratio), goal !== undefined && ratio < goal), goal ?? '-',
                    number(sides.recycled?.median), number(sides.fresh?.median), number(sides.theirs.median), number(sides.copying.median),
                    number(sides[graded].median / sides.copying.median), number(freshRatio),
                ]),
            ),
        ];
    });
    const missing = rows.length === 0 ? ['No row was measured.'] : [];
    return {
        title: `Beside the peers: ${engine}${elsewhere(name)}`,
        text: [
            provenance(results, name.startsWith('node') ? ['node', '@mapbox/vector-tile', 'pbf', 'ol', '@loaders.gl/mvt', 'earcut'] : []) +
                (results.clock === 'cpu' ? ' Processor time, since the machine was busy.' : ''),
            image(`ratios-${name}`, `Share of each goal reached in ${engine}`),
            ...missing,
            ...tables,
        ],
        charts: { [`ratios-${name}`]: ratioChart(rows) },
    };
}

/** @returns {Section} */
export function stages(results) {
    const lines = (some) => some.map(({ title, milliseconds }) => [title, ...results.groups.map((group) => number(milliseconds[group]))]);
    return {
        title: 'Where the time goes',
        text: [
            provenance(results, ['node']),
            'Milliseconds for all tiles of a group, recycled, on one processor. The stages of a decode are cumulative: each line asks for more than the one above it.',
            table(['stage, up to here', ...results.groups], lines(results.stages)),
            'Some APIs want objects. Made of arrays that were decoded beforehand they alone take so long, whoever decodes:',
            table(['objects', ...results.groups], lines(results.objects)),
            'So an adapter whose API is objects cannot be faster than its decoding and its objects together, and if decoding took no time at all the ratio would be that of ' +
                'the peer to the objects. "Objects" are made as leanly as we know, by code that is not in the library (bench/stages/objects.js). ' +
                'What loaders.gl\'s binary shape has beside them are arrays with a number a vertex for each numeric property: fresh memory, three times that of the positions.',
            table(
                ['adapter', 'tiles', 'decoding ms', 'objects ms', 'both ms', 'the adapter ms', 'peer ms', 'ratio', 'ratio without decoding'],
                results.adapters.flatMap(({ title, parts }) => results.groups.map((group) => adapterLine(title, group, parts))),
            ),
        ],
    };
}

/** @param {string} title @param {string} group @param {Record<string, Record<string, number>>} parts milliseconds by part and group */
function adapterLine(title, group, parts) {
    const [decode, objects, adapter, peer] = ['decode', 'objects', 'adapter', 'peer'].map((part) => parts[part][group]);
    return [title, group, ...[decode, objects, decode + objects, adapter, peer, peer / adapter, peer / objects].map(number)];
}

/** @returns {Section} */
export function triangles(results, name) {
    const engine = results.triangulate[0].engine;
    const of = (measurement) => results.triangulate.filter((each) => each.measurement === measurement).flatMap(({ lines }) => lines);
    const heading = ['polygons', 'number', 'vertices', 'earcut ms', 'recycled ms', 'fresh ms', 'ns a vertex', 'ratio', 'fresh ratio', 'areas missed by earcut', 'by tilewasm'];
    const rows = (lines) =>
        lines.map((line) => [
            line.label, number(line.polygons), line.vertices.toLocaleString('en'), number(line.theirs), number(line.ours), number(line.fresh),
            number((line.ours * 1e6) / line.vertices), number(line.ratio), number(line.freshRatio), line.theirMissed ?? '-', line.missed,
        ]);
    const growing = of('growth');
    const points = growing.flatMap(({ shape, vertices, ours, theirs }) => [
        { panel: shape, line: 'tilewasm', x: vertices, y: (ours * 1e6) / vertices },
        { panel: shape, line: 'earcut', x: vertices, y: theirs === null ? NaN : (theirs * 1e6) / vertices },
    ]);
    return {
        title: `Triangles: ${engine}`,
        text: [
            provenance(results),
            'The polygons of the 207 tiles by their number of vertices. "Recycled" is `triangulateInto`, which goals are compared with, "fresh" `triangulate`. Areas were ' +
                'compared with those of the rings before anything was timed.',
            table(heading, rows(of('sizes'))),
            ...(growing.length === 0 ? [] : [
                'Single polygons of four kinds as they grow; `holes` has a hole for each ten vertices. Where earcut would take minutes, it was not run.',
                image(`${name}-growth`, `Nanoseconds a vertex of triangulation in ${engine}, as polygons grow`),
                table(heading, rows(growing)),
            ]),
        ],
        charts: growing.length === 0 ? {} : { [`${name}-growth`]: lineChart(points, { x: 'vertices', y: 'nanoseconds a vertex' }) },
    };
}

/** @returns {Section} */
export function algorithms(results) {
    return {
        title: 'Triangles: two algorithms',
        text: [
            provenance(results),
            'The same polygons natively (gcc -O3): the library\'s sweep beside ear clipping in C, as earcut does it, with corners looked up in z-order and without. ' +
                'Ratios are times the sweep.',
            table(
                ['polygons', 'number', 'vertices', 'sweep ms', 'ears, z-order ms', 'ears ms', 'z-order / sweep', 'ears / sweep', 'areas missed: sweep', 'z-order', 'ears'],
                results.algorithms.map(({ label, polygons, vertices, milliseconds: ms, ratios, missed }) => [
                    label, polygons.toLocaleString('en'), vertices.toLocaleString('en'), number(ms.library), number(ms['hashed-ears']), number(ms.ears),
                    number(ratios['hashed-ears']), number(ratios.ears), missed.library, missed['hashed-ears'], missed.ears,
                ]),
            ),
        ],
    };
}

/** @returns {Section} */
export function renderers(results) {
    const titles = {
        'deck-worker': "deck.gl's tiles in one of loaders.gl's workers: parsing alone",
        'deck-worker-round-trip': 'the same with the way there and back',
        'deck-worker-limit': 'the most that parsing could gain: as if all but decoding and fresh memory took nothing',
        'deck-picture': 'until deck.gl has drawn all 64',
        'deck-picture-limit': 'the most that the picture could gain: tiles parsed before the clock starts',
        openlayers: "OpenLayers: the main thread's time until features are there",
        'openlayers-properties': "the same, every feature's properties read",
        pool: 'the pool: 64 tiles eight times',
    };
    return {
        title: `Inside the renderers: ${results.engine}`,
        text: [
            provenance(results, ['ol', '@loaders.gl/mvt']),
            '`npm run bench:renderers`: the 64 largest tiles of streets, each run in a page of its own, both sides in turn. Without a graphics card, so the picture waits for the ' +
                'processor to draw it; and on two processors, one of which the page that receives the tiles has too.',
            table(
                ['what', 'sides', 'ms', 'ms', 'ratio', 'goal'],
                results.results.map(({ part, sides, medians, ratio, goal }) => [
                    titles[part], sides.join(' / '), ...medians.map(number), bold(number(ratio), ratio < goal), goal ?? '-',
                ]),
            ),
        ],
    };
}

/** @returns {Section} */
export function kernels(results, name) {
    const engines = Object.entries(results.engines);
    const heading = ['data', 'type', 'work', 'scalar', 'SIMD', 'ratio', 'goal', 'native ratio', 'JavaScript', 'pbf'];
    const tables = engines.flatMap(([engine, rows]) => [
        `Nanoseconds a value in ${engine}:`,
        table(heading, rows.map((row) => {
            const { typeName, title, nanoseconds: ns, ratio, nativeRatio } = row;
            const goal = kernelGoal(row);
            return [row.name, typeName, title, number(ns.scalar), number(ns.simd), bold(number(ratio), ratio < goal), goal ?? '-', number(nativeRatio), number(ns.javascript), number(ns.pbf)];
        })),
    ]);
    const title = `Varint kernels: ${engines.map(([engine]) => engine).join(', ')}${elsewhere(name)}`;
    return { title, text: [provenance(results), 'SIMD beside the scalar build of the same C; [varint.md](varint.md) explains them.', ...tables] };
}

/** @returns {Section} */
export function counts(results) {
    const { graded, goals, compiler } = results;
    const of = (variant, mode) => results.count.find((each) => each.variant === variant && each.mode === mode);
    const millions = (value) => number(value / 1e6);
    const scan = of('simd', 'scan');
    const all = of('simd', 'all-int32');
    return {
        title: 'Instructions',
        text: [
            provenance(results),
            `\`npm run count\`: millions of instructions over the 207 tiles, natively by ${compiler} -O3 under callgrind, everything validated, keys and values read ` +
                'in each. They repeat exactly. The anchor is fast-mvt, a reader in Rust, doing the same work.',
            table(
                ['work', 'SIMD', 'scalar', 'goal', 'anchor', 'SIMD / anchor'],
                Object.entries(goals.instructions).map(([work, { goal, anchor }]) => [
                    work, bold(millions(graded.simd[work]), graded.simd[work] / 1e6 > goal), millions(graded.scalar[work]), goal, number(anchor),
                    number(graded.simd[work] / 1e6 / anchor),
                ]),
            ),
            'Each kind of request on its own; result bytes a byte of tile beside it.',
            table(
                ['request', 'SIMD', 'scalar', 'result'],
                results.count.filter(({ variant }) => variant === 'simd').map(({ mode, instructions, blockBytes, tileBytes }) => [
                    mode, millions(instructions), millions(of('scalar', mode).instructions), blockBytes ? number(blockBytes / tileBytes) : '-',
                ]),
            ),
            `Tables of an open tile take ${number(scan.tableBytes / scan.tileBytes)} bytes a byte of tile (goal ${goals.tables.goal}, anchor ${goals.tables.anchor}). ` +
                `Nothing is allocated but memory's growth, ${all.pages} pages of 64 KiB at most (anchor: ${goals.allocations.anchor.toLocaleString('en')} allocations).`,
        ],
    };
}

/** @returns {Section} */
export function growth(results) {
    const charts = {};
    const text = [
        provenance(results),
        'What one thing costs while there is more and more of it, in Node; flat lines are good. Small tiles cost more a thing, since each call has a price of its own.',
    ];
    for (const { name, title, axis, unit, results: points } of results.growth) {
        const lines = points.flatMap(({ x, ours, theirs }) => [{ line: 'tilewasm', x, y: ours }, { line: '@mapbox/vector-tile', x, y: theirs }]);
        charts[`growth-${name}`] = lineChart(lines, { x: axis, y: `nanoseconds a ${unit}` });
        const costs = points.map(({ ours }) => ours);
        text.push(
            `### Nanoseconds ${title}`,
            image(`growth-${name}`, `Nanoseconds ${title}`),
            table([axis, 'bytes of the tile', 'tilewasm', '@mapbox/vector-tile'], points.map(({ x, bytes, ours, theirs }) => [x.toLocaleString('en'), bytes.toLocaleString('en'), number(ours), number(theirs)])),
            `From the cheapest to the dearest size: ${number(Math.min(...costs))} to ${number(Math.max(...costs))} ns; at the largest ${number(costs[costs.length - 1])} ns.`,
        );
    }
    return { title: 'Cost as work grows', text, charts };
}

/** @returns {Section} */
export function firstTile(results) {
    const bars = results.firstTile.flatMap(({ engine, contender, import: loading, first }) => [
        { panel: engine, bar: contender, part: 'import', value: loading },
        { panel: engine, bar: contender, part: 'first tile', value: first },
    ]);
    return {
        title: 'The first tile',
        text: [
            provenance(results),
            `From the import on, in a fresh process or page: loading the code, then decoding a tile of ${results.tileBytes.toLocaleString('en')} bytes with all that is compiled for it, ` +
                `then once more. Median of ${results.runs} runs. \`pool\` starts two workers, and its first tile is two tiles decoded by both.`,
            image('first-tile', 'Milliseconds to the first tile'),
            table(
                ['contender', 'engine', 'import ms', 'first tile ms', 'total ms', 'second tile ms'],
                results.firstTile.map(({ contender, engine, import: loading, first, total, second }) => [contender, engine, number(loading), number(first), number(total), number(second)]),
            ),
        ],
        charts: { 'first-tile': barChart(bars, 'milliseconds') },
    };
}

/** @returns {Section} */
export function memory(results) {
    const groups = Object.keys(results.linear[0].ratios);
    return {
        title: 'Memory',
        text: [
            provenance(results),
            `Linear memory of a fresh instance after the largest tile (${results.largestTile.toLocaleString('en')} bytes), what is kept of it after the next small tile, ` +
                'and how many bytes come out a byte of tile.',
            table(
                ['request', 'peak MB', 'bytes a byte of tile', 'kept MB', 'result MB', ...groups.map((group) => `out a byte, ${group}`)],
                results.linear.map(({ request, peak, kept, length, ratios }) => [
                    request, number(peak / 1e6), number(peak / results.largestTile), number(kept / 1e6), number(length / 1e6), ...groups.map((group) => number(ratios[group])),
                ]),
            ),
            'What a tile leaves for the garbage collector: bytes of JavaScript objects, and of array buffers, on average of up to 60 tiles of each group.',
            table(
                ['work', 'tiles', 'object bytes a tile', 'buffer bytes a tile', 'object bytes a byte of tile'],
                results.heaps.map(({ job, group, heapBytes, bufferBytes, tiles, bytes }) => [
                    job, group, Math.round(heapBytes / tiles).toLocaleString('en'), Math.round(bufferBytes / tiles).toLocaleString('en'), number(heapBytes / bytes),
                ]),
            ),
            `The first touch of a page of fresh memory takes ${number(results.fresh.pageNanoseconds / 1000)} microseconds on this machine, by a C program ` +
                '([performance.md](performance.md) says what follows from that). Microseconds of a copy out of linear memory in Node:',
            table(
                ['bytes', 'into a new buffer', 'into one used before'],
                results.fresh.copies.map(({ length, fresh, recycled }) => [length.toLocaleString('en'), number(fresh), number(recycled)]),
            ),
        ],
    };
}

/** @returns {Section} */
export function sizes(results) {
    return {
        title: 'Size',
        text: [
            provenance(results),
            'Bytes of the package\'s files, and of what an application bundles of this and of the peers. `index.mjs` holds both modules. [build.md](build.md) says how they are made.',
            table(
                ['file', 'raw', 'gzip -9', 'brotli', 'goal, gzip'],
                results.sizes.map(({ name, raw, gzip, brotli, goal }) => [`\`${name}\``, ...[raw, gzip, brotli].map((size) => size.toLocaleString('en')), goal?.toLocaleString('en') ?? '-']),
            ),
        ],
    };
}
