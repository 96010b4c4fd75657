// Buffers that callers of decodeInto and triangulateInto recycle. Used by the rows.

import { decodeInto, triangulateInto } from '../../dist/index.mjs';

/** A function like decode that hands the same buffer in each time, and a larger one once that was too small. */
export function recycling(into = decodeInto) {
    let buffer = new ArrayBuffer(0);
    return (bytes, request) => {
        const tile = into(buffer, bytes, request);
        buffer = tile.buffer;
        return tile;
    };
}

/** The same for triangulate, of a polygons group. */
export function recyclingTriangles() {
    let buffer = new ArrayBuffer(0);
    return ({ positions, ringOffsets, polygonOffsets }) => {
        const result = triangulateInto(buffer, positions, ringOffsets, polygonOffsets);
        buffer = result.triangles.buffer;
        return result;
    };
}

/**
 * The least that any decoder in WebAssembly must do: each tile's input copied into linear memory, its result out of it into a recycled
 * buffer.
 *
 * @param {number[]} inputLengths in bytes, a tile each
 * @param {number[]} resultLengths likewise
 */
export function copying(inputLengths, resultLengths) {
    const most = Math.max(...inputLengths.map((length, i) => length + resultLengths[i]));
    const memory = new WebAssembly.Memory({ initial: Math.ceil(most / 65536) + 1 });
    new Uint8Array(memory.buffer).fill(1);
    // Each tile's input has a place of its own, as tiles have: not all of them stay in the processor's caches.
    const inputs = inputLengths.map((length) => new Uint8Array(length).fill(1));
    const out = new Uint8Array(Math.max(...resultLengths)).fill(1);
    return () => {
        for (let i = 0; i < inputs.length; i++) {
            new Uint8Array(memory.buffer).set(inputs[i]);
            out.set(new Uint8Array(memory.buffer, inputs[i].length, resultLengths[i]));
        }
    };
}
