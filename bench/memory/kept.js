// What the library keeps of linear memory after a large tile: memory never shrinks, so it may replace an instance. Called by memory.js.

import { createDecoder } from '../../dist/index.mjs';

/** Runs `work` and returns the instances that it made. */
async function instancesOf(work) {
    const made = [];
    const { Instance } = WebAssembly;
    WebAssembly.Instance = class extends Instance {
        constructor(...given) {
            super(...given);
            made.push(this);
        }
    };
    try {
        await work();
    } finally {
        WebAssembly.Instance = Instance;
    }
    return made;
}

/**
 * Bytes of linear memory that a decoder has after the largest tile and a small one behind it.
 *
 * @param {Uint8Array} largest
 * @param {Uint8Array} small
 * @param {object} request
 */
export async function keptMemory(largest, small, request) {
    const made = await instancesOf(async () => {
        const decoder = await createDecoder();
        decoder.decode(largest, request);
        decoder.decode(small, request);
    });
    return made[made.length - 1].exports.memory.buffer.byteLength;
}
