// What tests/browser/engines.test.js runs in a page, with the package as it is published. `?simd=true` or `false` chooses the build.

import { DecodedTile, createDecoder } from 'tilewasm';
import { createPool } from 'tilewasm/pool';
import * as varint from 'tilewasm/varint';
import { outcomeOf } from '../../support/outcome.js';
import { digest, digestLayer } from './digest.js';
import { RICH } from './requests.js';

const simd = new URLSearchParams(location.search).get('simd') === 'true';
const fetchBytes = async (/** @type {string} */ path) => new Uint8Array(await (await fetch(path)).arrayBuffer());

/** What an engine makes of each tile: its layers' digests, and that of the whole block of a request for everything. */
async function readTiles(paths) {
    const decoder = await createDecoder({ simd });
    const results = [];
    for (const path of paths) {
        const bytes = await fetchBytes(path);
        const layers = [];
        for (const layer of decoder.decode(bytes).layers) layers.push(await digestLayer(layer));
        const reader = decoder.open(bytes);
        const opened = await digest(reader.decode(RICH).buffer);
        reader.close();
        results.push({ layers, rich: await digest(decoder.decode(bytes, RICH).buffer), opened });
    }
    return results;
}

/** The odd tiles: outcomes in the form of cases.json; of large ones the block's digest. */
async function readCases(cases) {
    const decoder = await createDecoder({ simd });
    const results = [];
    for (const { path, options, large } of cases) {
        const bytes = await fetchBytes(path);
        results.push(large ? await digest(decoder.decode(bytes, options).buffer) : outcomeOf(() => decoder.decode(bytes, options)));
    }
    return results;
}

/** A tile in shared memory: that of WebAssembly, which WebKit has without having a SharedArrayBuffer to construct. */
async function readShared(path) {
    const bytes = await fetchBytes(path);
    const pages = Math.ceil(bytes.length / 65536);
    const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    if (buffer instanceof ArrayBuffer) throw new Error('the memory is not shared');
    const shared = new Uint8Array(buffer, 0, bytes.length);
    shared.set(bytes);
    const decoder = await createDecoder({ simd });
    return (await digest(decoder.decode(shared, RICH).buffer)) === (await digest(decoder.decode(bytes, RICH).buffer));
}

/** A tile made of many: memory must grow while it is decoded; what was there before must stand, and refusals must leave no trace. */
async function grow({ paths, times, memoryLimit }) {
    const tiles = await Promise.all(paths.map(fetchBytes));
    const whole = new Uint8Array(await new Blob(Array(times).fill(tiles).flat()).arrayBuffer());
    const decoder = await createDecoder({ simd });
    const before = decoder.decode(tiles[0], RICH);
    const reader = decoder.open(tiles[0]);
    const grown = await digest(decoder.decode(whole, RICH).buffer);
    const limited = await createDecoder({ simd, memoryLimit });
    let refusal;
    try {
        limited.decode(whole, RICH);
    } catch (error) {
        refusal = error.code;
    }
    const result = {
        bytes: whole.length,
        grown,
        before: await digest(before.buffer),
        reader: await digest(reader.decode(RICH).buffer),
        after: await digest(decoder.decode(tiles[0], RICH).buffer),
        refusal,
        afterRefusal: await digest(limited.decode(tiles[0], RICH).buffer),
    };
    reader.close();
    return result;
}

/** Decoded tiles to a worker and back: digests made there, and here of what came back. */
async function transfer(paths) {
    const decoder = await createDecoder({ simd });
    const worker = new Worker(new URL('transfer-worker.js', location.href), { type: 'module' });
    const results = [];
    try {
        for (const path of paths) {
            const tile = decoder.decode(await fetchBytes(path));
            const { buffer } = tile;
            const answer = new Promise((resolve, reject) => {
                worker.onmessage = ({ data }) => resolve(data);
                worker.onerror = (event) => reject(new Error(event.message));
            });
            worker.postMessage(tile.toMessage(), [buffer]);
            const moved = buffer.byteLength === 0;
            const { layers, message } = await answer;
            const back = DecodedTile.from(message);
            results.push({ moved, there: layers, here: await Promise.all(back.layers.map(digestLayer)) });
        }
    } finally {
        worker.terminate();
    }
    return results;
}

/** Blocks' digests from a pool whose workers come from a module, a classic script, or a blob that the pool makes. */
async function decodeInPool({ paths, kind }) {
    const makers = {
        module: () => new Worker(new URL('pool-worker.mjs', location.href), { type: 'module' }),
        classic: () => new Worker(new URL('pool-worker.js', location.href)),
        blob: undefined,
    };
    const pool = createPool({ worker: makers[kind], size: 2, simd });
    try {
        const tiles = await Promise.all(paths.map((path) => pool.decode(new URL(path, location.href), RICH)));
        return await Promise.all(tiles.map(({ buffer }) => digest(buffer)));
    } finally {
        pool.close();
    }
}

/** Names, keys and values of a tile, and whether each layer is found by its name. */
async function readStrings(path) {
    const decoder = await createDecoder({ simd });
    const bytes = await fetchBytes(path);
    return decoder.decode(bytes).layers.map((layer) => ({
        name: layer.name,
        keys: layer.keys,
        values: layer.values,
        properties: Object.entries(layer.properties(0)),
        column: layer.column(layer.keys[0])?.values,
        found: decoder.decode(bytes, { layers: [layer.name] }).layers.map(({ index }) => index),
    }));
}

/** Varints: what is encoded, and whether it decodes to what it was. */
async function codeVarints(path) {
    await varint.init({ simd });
    const words = new Uint32Array((await fetchBytes(path)).buffer);
    const longs = new BigUint64Array(words.buffer.slice(0, words.byteLength - (words.byteLength % 8)));
    const coders = {
        Uint32: words,
        Int32: new Int32Array(words.buffer),
        Sint32: new Int32Array(words.buffer),
        DeltaSint32: new Int32Array(words.buffer),
        Uint64: longs,
        Int64: new BigInt64Array(longs.buffer),
        Sint64: new BigInt64Array(longs.buffer),
        DeltaSint64: new BigInt64Array(longs.buffer),
    };
    const results = {};
    for (const [type, values] of Object.entries(coders)) {
        const encoded = varint[`encode${type}`](values);
        const decoded = varint[`decode${type}`](encoded);
        results[type] = { encoded: await digest(encoded), same: decoded.length === values.length && values.every((value, i) => value === decoded[i]) };
    }
    return results;
}

Object.assign(globalThis, { engine: { readTiles, readCases, readShared, grow, transfer, decodeInPool, readStrings, codeVarints } });
