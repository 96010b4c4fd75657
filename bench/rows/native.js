// WebAssembly against the same C natively (gcc -O3, SIMD through SIMDe): all geometry as int16, copied in, decoded, not copied out.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { encodeRequest, readRequest } from '../../js/request.js';
import { buildProgram } from '../support/native.js';
import { tilesOf } from '../support/tiles.js';

const NATIVE_PASSES = 3;

/** The module's bare functions, without the wrapper's copy out and views. */
function openModule() {
    const bytes = readFileSync(new URL('../../dist/tilewasm.wasm', import.meta.url));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    exports._initialize?.();
    return exports;
}

/** The native program, answering one pass at a time. */
function startNative(group, clock) {
    const child = spawn(buildProgram('passes', 'gcc', 'simd'), ['geometry-int16', clock], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write(`${tilesOf(group).join('\n')}\n\n`);
    child.unref();
    child.stdin.unref?.();
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
        async run() {
            child.stdin.write(`${NATIVE_PASSES}\n`);
            const { value } = await answers.next();
            const [milliseconds, bytes] = value.split(' ').map(Number);
            return { milliseconds, bytes };
        },
        end: () => child.stdin.end(),
    };
}

export default {
    title: 'WebAssembly, geometry, not copied out',
    peer: 'the same C natively, gcc -O3',
    goals: { streets: 0.9, 'osm-qa': 0.9, corpus: 0.9 },

    async prepare(tiles, { group, clock }) {
        const exports = openModule();
        const request = encodeRequest(readRequest({ positions: 'int16', properties: false }));
        const decode = (bytes) => {
            const at = exports.tw_reserve(bytes.length, request.length);
            const memory = new Uint8Array(exports.memory.buffer);
            memory.set(bytes, at);
            memory.set(request, exports.tw_request());
            if (exports.tw_decode(bytes.length, request.length) !== 0) throw new Error('tw_decode failed');
            const length = new Uint32Array(exports.memory.buffer, exports.tw_result(), 2)[1];
            exports.tw_release();
            return length;
        };
        const native = startNative(group, clock);
        const { bytes: nativeBytes } = await native.run();
        let wasmBytes = 0;
        return {
            fresh: decode,
            sides: { theirs: { elsewhere: async () => (await native.run()).milliseconds } },
            check(comparison, bytes) {
                wasmBytes += decode(bytes);
                comparison.features++;
                if (comparison.features === tiles.length) comparison.check(`bytes of all blocks: ${wasmBytes}, ${nativeBytes}`, wasmBytes === nativeBytes);
            },
            end: native.end,
        };
    },
};
