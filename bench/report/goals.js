// Every goal beside what was measured: one list, of which the report names those missed. Goals are in bench/rows/, bench/count/goals.js
// and here.

/** Times earcut, by polygons; the others must only not be slower. */
const triangulateGoals = { 'at most 8': 3, 'more than 256': 6, all: 4 };

/** Times the scalar build: arrays of one-byte varints, and arrays of mixed lengths. */
const ONE_BYTE_GOAL = 5;
const MIXED_GOAL = 2;

/**
 * @typedef {object} Graded
 * @property {string} where engine, or program
 * @property {string} what
 * @property {string} group of tiles or of data
 * @property {number} measured
 * @property {number} goal
 * @property {boolean} met
 * @property {string} unit
 */

const atLeast = (graded) => ({ ...graded, unit: 'times', met: graded.measured >= graded.goal });
const atMost = (graded) => ({ ...graded, met: graded.measured <= graded.goal });

const tableRows = ({ results }) =>
    results
        .filter(({ goal }) => goal !== undefined)
        .map(({ engine, title, peer, group, ratio, goal }) => atLeast({ where: engine, what: `${title}, against ${peer}`, group, measured: ratio, goal }));

const triangles = ({ triangulate }) =>
    triangulate
        .filter(({ measurement }) => measurement === 'sizes')
        .flatMap(({ engine, lines }) =>
            lines.map(({ label, ratio }) => atLeast({ where: engine, what: 'triangles, against earcut', group: `${label} vertices`, measured: ratio, goal: triangulateGoals[label] ?? 1 })),
        );

/** The goal of a row of the kernels; none for varints that are all of one length but longer than a byte. */
export function kernelGoal({ name, title }) {
    if (title !== 'decode' && title !== 'encode') return undefined;
    if (name === '1 byte') return ONE_BYTE_GOAL;
    return /^\d+ bytes$/.test(name) || name.startsWith('the same') ? undefined : MIXED_GOAL;
}

const kernels = ({ engines }) =>
    Object.entries(engines).flatMap(([where, rows]) =>
        rows
            .filter((row) => kernelGoal(row) !== undefined)
            .map((row) => atLeast({ where, what: `varint ${row.title}, SIMD against scalar`, group: `${row.name}, ${row.typeName}`, measured: row.ratio, goal: kernelGoal(row) })),
    );

const instructions = ({ graded, goals, count, compiler }) => [
    ...Object.entries(goals.instructions).map(([work, { goal }]) =>
        atMost({ where: `${compiler}, callgrind`, what: `instructions, ${work}`, group: '207 tiles', measured: graded.simd[work] / 1e6, goal, unit: 'million' })),
    ...count.filter(({ mode, variant }) => mode === 'scan' && variant === 'simd').map(({ tableBytes, tileBytes }) =>
        atMost({ where: `${compiler}, native`, what: 'tables of an open tile', group: '207 tiles', measured: tableBytes / tileBytes, goal: goals.tables.goal, unit: 'bytes a byte of tile' })),
];

const sizes = ({ sizes: files }) =>
    files
        .filter(({ goal }) => goal !== undefined)
        .map(({ name, gzip, goal }) => atMost({ where: 'dist/', what: `size of ${name} after gzip`, group: '', measured: gzip / 1024, goal: goal / 1024, unit: 'KiB' }));

const renderers = ({ engine, results }) =>
    results
        .filter(({ goal }) => goal !== undefined)
        .map(({ part, sides, ratio, goal }) => atLeast({ where: engine, what: `${part}, against ${sides[1]}`, group: '64 tiles of streets', measured: ratio, goal }));

const graders = {
    node: tableRows, chromium: tableRows, firefox: tableRows, renderers,
    triangulate: triangles, 'triangulate-chromium': triangles,
    kernels, 'kernels-chromium': kernels, count: instructions, size: sizes,
};

/**
 * @param {Record<string, any>} results as readResults gives them
 * @returns {Graded[]}
 */
export function gradeAll(results) {
    return Object.entries(graders).flatMap(([name, grade]) => (results[name] ? grade(results[name]) : []));
}
