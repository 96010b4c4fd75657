// WebAssembly against the same C natively (gcc -O3, SIMD through SIMDe): all geometry as int16, copied in, decoded, not copied out.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { encodeRequest, readRequest } from '../../js/request.js';
import { openModule } from '../support/module.js';
import { buildProgram } from '../support/native.js';
import { useFirstProcessor } from '../support/processor.js';
import { tilesOf } from '../support/tiles.js';

const NATIVE_PASSES = 3;

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
        const module = openModule();
        const request = encodeRequest(readRequest({ positions: 'int16', properties: false }));
        const decode = (bytes) => module.decode(bytes, request);
        useFirstProcessor(); // both programs on the same
        const native = startNative(group, clock);
        const { bytes: nativeBytes } = await native.run();
        let wasmBytes = 0;
        return {
            // Nothing is copied out.
            outputLengths: () => 0,
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
