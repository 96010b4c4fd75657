// Runs a C test program that Emscripten built, as a WASI program. Called by tests/c.test.js: node tests/c/run-wasi.js FILE

import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', returnOnExit: true });
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = Object.fromEntries(WebAssembly.Module.imports(module).map(({ module: name }) => [name, {}]));
for (const { module: name, name: item } of WebAssembly.Module.imports(module)) {
    // The one import of Emscripten's own; programs need no notice of growth.
    imports[name][item] = wasi.wasiImport[item] ?? (() => {});
}
process.exitCode = wasi.start(new WebAssembly.Instance(module, imports));
