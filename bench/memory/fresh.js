// What fresh memory costs on this machine: the first touch of a page natively, and copies of linear memory into new buffers and into one
// that was used before, in this engine. Called by memory.js.

import { execFileSync } from 'node:child_process';
import { buildProgram } from '../support/native.js';

const COPIES = 100;
const ROUNDS = 7;

const lengths = [10_000, 100_000, 1_000_000];

/** Least microseconds of one call, over rounds of many. */
function time(copy) {
    let least = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now();
        for (let i = 0; i < COPIES; i++) copy();
        least = Math.min(least, ((performance.now() - start) * 1000) / COPIES);
    }
    return least;
}

export function freshMemory() {
    const { buffer } = new WebAssembly.Memory({ initial: 64 });
    const kept = new Uint8Array(buffer.byteLength);
    const copies = lengths.map((length) => ({
        length,
        fresh: time(() => buffer.slice(0, length)),
        recycled: time(() => kept.set(new Uint8Array(buffer, 0, length))),
    }));
    const pageNanoseconds = Number(execFileSync(buildProgram('fresh_page', 'gcc', 'scalar'), { encoding: 'utf8' }));
    return { pageNanoseconds, copies };
}
