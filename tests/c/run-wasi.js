// Runs a C test program that Emscripten built, as a WASI program. Called by tests/c.test.js: node tests/c/run-wasi.js FILE
// The two functions of WASI that such a program needs are here: Node 20's own fall over when a program runs long
// enough for the garbage collector to meet it while it writes.

import { readFileSync, writeSync } from 'node:fs';

/** Thrown to leave the program. */
class Exit extends Error {
    constructor(code) {
        super(`exit ${code}`);
        this.code = code;
    }
}

const wasi = {
    proc_exit(code) {
        throw new Exit(code);
    },
    /** Writes `count` pieces of memory, each an address and a length at `pieces`. */
    fd_write(file, pieces, count, writtenAt) {
        const { memory } = instance.exports;
        const view = new DataView(memory.buffer);
        let written = 0;
        for (let at = pieces; at < pieces + 8 * count; at += 8) {
            const piece = new Uint8Array(memory.buffer, view.getUint32(at, true), view.getUint32(at + 4, true));
            for (let from = 0; from < piece.length; ) from += writeSync(file, piece.subarray(from));
            written += piece.length;
        }
        view.setUint32(writtenAt, written, true);
        return 0;
    },
};

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = Object.fromEntries(WebAssembly.Module.imports(module).map(({ module: name }) => [name, {}]));
for (const { module: name, name: item } of WebAssembly.Module.imports(module)) {
    // The rest is nothing that a test waits for: closing files, notices of growth.
    imports[name][item] = wasi[item] ?? (() => 0);
}
const instance = new WebAssembly.Instance(module, imports);
try {
    instance.exports._start();
} catch (error) {
    if (!(error instanceof Exit)) throw error;
    process.exitCode = error.code;
}
