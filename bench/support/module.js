// The bare module, without the wrapper: one instance with a memory of its own. Used where the wrapper's copy out and views are not
// what is measured.

import { readFileSync } from 'node:fs';

export function openModule(path = new URL('../../dist/tilewasm.wasm', import.meta.url)) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
    exports._initialize?.();
    return {
        /**
         * Copies in, decodes, releases. Returns the length of the result in bytes.
         *
         * @param {Uint8Array} bytes
         * @param {Uint8Array} request encoded
         */
        decode(bytes, request) {
            const at = exports.tw_reserve(bytes.length, request.length);
            const memory = new Uint8Array(exports.memory.buffer);
            memory.set(bytes, at);
            memory.set(request, exports.tw_request());
            const status = exports.tw_decode(bytes.length, request.length);
            if (status !== 0) throw new Error(`tw_decode: status ${status}`);
            const length = new Uint32Array(exports.memory.buffer, exports.tw_result(), 2)[1];
            exports.tw_release();
            return length;
        },
        size: () => exports.memory.buffer.byteLength,
    };
}
