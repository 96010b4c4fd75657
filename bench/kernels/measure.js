// Measures the kernels on a dataset: the sides run interleaved, after their outputs were found equal. Used in Node and in pages.

import { interleave, median, ratio } from '../measure.js';
import { byPbf, plainLoops, positionsByLoop } from './javascript.js';

/** What a pass does, as in kernels.c. */
export const works = { decode: 0, encode: 1, unpack32: 2, lanes: 3, int16: 4, int32: 5, float32: 6, fused: 7 };

/** @typedef {{ load(dataset: any): void, pass(work: number, type: number): void, hash(work: number, type: number): Promise<number> }} Build */

/** A module of kernels.c. @param {BufferSource} code */
export async function openModule(code) {
    const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(code));
    exports._initialize?.();
    let fields = 0;
    return {
        load(dataset) {
            const copy = (from, at) => new Uint8Array(exports.memory.buffer).set(new Uint8Array(from.buffer, from.byteOffset, from.byteLength), at);
            copy(dataset.bytes, exports.kernels_bytes());
            if (dataset.kind === 'array') copy(dataset.values, exports.kernels_values());
            copy(dataset.fields, exports.kernels_fields());
            fields = dataset.fields.length / 4;
        },
        pass: (work, type) => exports.kernels_pass(work, type, fields),
        hash: async (work, type) => exports.kernels_hash(work, type, fields) >>> 0,
    };
}

const WARM_UP_PASSES = 12;

/** Runs all work a few times and gives the engine time to compile it for good. */
async function warmUp(builds, workNumbers, type) {
    for (let i = 0; i < WARM_UP_PASSES; i++) {
        for (const { pass } of builds) for (const work of workNumbers) pass?.(work, type);
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

/**
 * @param {object} builds modules `scalar` and `simd`, and in Node the programs `nativeScalar` and `nativeSimd`
 * @param {Record<string, number>} workOf a number of `works` for each row
 */
async function measureRows(dataset, builds, workOf, others, options) {
    const { type, count, name, typeName } = dataset;
    for (const build of Object.values(builds)) await build.load(dataset);
    const rows = [];
    for (const [title, work] of Object.entries(workOf)) {
        const hashes = await Promise.all(Object.values(builds).map((build) => build.hash(work, type)));
        if (new Set(hashes).size !== 1) throw new Error(`${name}, ${title}: the builds' outputs differ: ${hashes}`);
        const sides = {};
        for (const [side, build] of Object.entries(builds)) {
            sides[side] = build.elsewhere ? { elsewhere: () => build.elsewhere(work, type) } : { pass: () => build.pass(work, type) };
        }
        for (const [side, passes] of Object.entries(others)) if (passes[title]) sides[side] = { pass: passes[title] };
        await warmUp([builds.scalar, builds.simd], [work], type);
        const times = await interleave(sides, options);
        const nanoseconds = Object.fromEntries(Object.entries(times).map(([side, list]) => [side, (median(list) * 1e6) / count]));
        rows.push({
            name,
            title,
            typeName,
            count,
            bytes: dataset.bytes.length - 16,
            nanoseconds,
            ratio: ratio(times.scalar, times.simd),
            nativeRatio: times.nativeSimd ? ratio(times.nativeScalar, times.nativeSimd) : undefined,
        });
    }
    return rows;
}

/** Decode and encode of an array. */
export async function measureArray(dataset, builds, options) {
    const loops = plainLoops(dataset);
    const pbf = byPbf(dataset);
    if (!loops.check()) throw new Error(`${dataset.name}: the plain loops are wrong`);
    if (!pbf.check()) throw new Error(`${dataset.name}: pbf gives something else`);
    return measureRows(dataset, builds, { decode: works.decode, encode: works.encode }, { javascript: loops, pbf }, options);
}

/** The geometry kernels on features as they are: mostly tiny fields. */
export async function measureFeatures(dataset, builds, options) {
    for (const build of Object.values(builds)) await build.load(dataset);
    const [steps, fused] = await Promise.all([builds.simd.hash(works.int32, 0), builds.simd.hash(works.fused, 0)]);
    if (steps !== fused) throw new Error(`${dataset.name}: the fused kernel gives something else`);
    const rows = {
        'unpack to 32-bit lanes': works.unpack32,
        'unpack to lanes that suit': works.lanes,
        'positions int16': works.int16,
        'positions int32': works.int32,
        'positions float32': works.float32,
        'positions int32, fused': works.fused,
    };
    const loop = positionsByLoop(dataset);
    return measureRows(dataset, builds, rows, { javascript: { 'positions int32': loop } }, options);
}
