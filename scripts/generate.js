// Writes js/generated/: modules.js and varint-modules.js, pairs of WebAssembly modules in packed form, and statuses.js, the table of statuses.
// Called by scripts/build.js.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wasmPairs } from './entries.js';
import { root, writeIfChanged } from './files.js';
import { frequentBytes, pack } from './pack.js';
import { makePatch } from './patch.js';

const folder = join(root, 'js/generated');

export function generate() {
    for (const [file, pair] of Object.entries(wasmPairs)) writeIfChanged(join(folder, `${file}.js`), modulesSource(pair));
    writeIfChanged(join(folder, 'statuses.js'), statusesSource());
}

/** The scalar module is a patch of the other one: they share all code but the kernels. */
function modulesSource(pair) {
    const [simd, scalarModule] = pair.map((name) => readFileSync(join(root, 'build/wasm', `${name}.wasm`)));
    const scalar = makePatch(simd, scalarModule);
    const frequent = frequentBytes([simd, scalar]);
    const packed = (bytes) => `frequent, length: ${bytes.length}, text: "${pack(bytes, frequent)}"`;
    return `// Made by scripts/generate.js from build/wasm/; unpacked by js/unpack.js.
const frequent = "${frequent}";
export const simd = { ${packed(simd)} };
export const scalar = { ${packed(scalar)}, base: simd };
`;
}

/** Every `TW_STATUS(number, NAME, "code", "text")` of the table. */
export function readStatuses() {
    const source = readFileSync(join(root, 'c-src/base/statuses.inc'), 'utf8');
    const rows = [...source.matchAll(/^TW_STATUS\((\d+), (\w+), ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")\)$/gm)];
    const lines = source.match(/^TW_STATUS\(/gm);
    if (rows.length !== lines?.length) throw new Error('statuses.inc: a TW_STATUS line is not of the usual form');
    return rows.map(([, number, name, code, text]) => ({
        number: Number(number),
        name,
        code: JSON.parse(code),
        text: JSON.parse(text),
    }));
}

function statusesSource() {
    const rows = readStatuses();
    const table = (field) => rows.map((row) => `    ${row.number}: ${JSON.stringify(row[field])},\n`).join('');
    return `// Made by scripts/generate.js from c-src/base/statuses.inc.

/** @type {Record<number, string>} a status's code by its number */
export const statusCodes = {
${table('code')}};

/** @type {Record<number, string>} a status's sentence by its number */
export const statusTexts = {
${table('text')}};
`;
}
