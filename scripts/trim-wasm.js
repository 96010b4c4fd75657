// Takes out of a linked module the exports that are not ours, so that wasm-opt can drop what they keep alive, and refuses a
// module with imports. Emscripten exports stack helpers and a table whether one asks for them or not.
// Called by the Makefile: node scripts/trim-wasm.js INPUT OUTPUT

import { readFileSync, writeFileSync } from 'node:fs';

const IMPORT_SECTION = 2;
const EXPORT_SECTION = 7;
const isOurs = (name) => name === 'memory' || name.startsWith('tw_');

/** The module without exports that are not ours. Throws when it imports anything. */
export function trimWasm(bytes) {
    const module = new WebAssembly.Module(bytes);
    const imports = WebAssembly.Module.imports(module).map((each) => `${each.module}.${each.name}`);
    if (imports.length > 0) {
        throw new Error(`the module imports ${imports.join(', ')}: the library calls a function that nobody defines`);
    }
    const pieces = [bytes.subarray(0, 8)];
    for (let at = 8; at < bytes.length; ) {
        const id = bytes[at];
        const [length, body] = readVarint(bytes, at + 1);
        const end = body + length;
        if (id === EXPORT_SECTION) pieces.push(section(id, trimExports(bytes.subarray(body, end))));
        else if (id !== IMPORT_SECTION) pieces.push(bytes.subarray(at, end));
        at = end;
    }
    return Buffer.concat(pieces);
}

function trimExports(body) {
    const kept = [];
    const [count, first] = readVarint(body, 0);
    for (let i = 0, at = first; i < count; i++) {
        const [nameLength, name] = readVarint(body, at);
        const [, end] = readVarint(body, name + nameLength + 1); // one byte of kind before the index
        if (isOurs(Buffer.from(body.subarray(name, name + nameLength)).toString())) kept.push(body.subarray(at, end));
        at = end;
    }
    return Buffer.concat([Buffer.from(varint(kept.length)), ...kept]);
}

function section(id, body) {
    return Buffer.concat([Buffer.from([id, ...varint(body.length)]), body]);
}

function readVarint(bytes, at) {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++];
        value += (byte & 0x7f) * 2 ** shift;
        if (byte < 0x80) return [value, at];
    }
}

function varint(value) {
    const bytes = [];
    for (; value > 0x7f; value = Math.floor(value / 128)) bytes.push((value & 0x7f) | 0x80);
    bytes.push(value);
    return bytes;
}

const [input, output] = process.argv.slice(2);
writeFileSync(output, trimWasm(readFileSync(input)));
