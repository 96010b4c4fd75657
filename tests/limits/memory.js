// Prints how much linear memory a byte of tile takes while it is decoded, and how many bytes come out, for real tiles and every
// element type. The README's bounds are from here. Run by hand: node tests/limits/memory.js

import { WasmEngine, buildEngines } from '../differential/engines.js';
import { requestBytes } from '../differential/requests.js';
import { realTiles } from '../support/tiles.js';

const requests = {
    'structure only': { positions: 0, properties: 0 },
    'int16, no properties': { positions: 2, properties: 0 },
    int16: { positions: 2 },
    int32: { positions: 4 },
    float32: { positions: 6 },
    float64: { positions: 7 },
    'int16, triangles': { positions: 2, flags: 1 },
    'int32, triangles': { positions: 4, flags: 1 },
};

function concatenated(tiles, size) {
    const read = tiles.map((tile) => Buffer.from(tile.read()));
    const pieces = [];
    for (let i = 0, length = 0; length < size; length += pieces.at(-1).length, i++) pieces.push(read[i % read.length]);
    return Buffer.concat(pieces);
}

const built = buildEngines();
if (built) throw new Error(built);
const groups = realTiles();
console.log('| | bytes | memory a byte, most | bytes out a byte |');
console.log('|---|---:|---:|---:|');
for (const [group, tiles] of Object.entries(groups)) {
    const tile = concatenated(tiles, 2e7);
    for (const [name, options] of Object.entries(requests)) {
        const engine = new WasmEngine('tilewasm');
        const before = engine.memoryBytes;
        const { status, block } = engine.decode(tile, requestBytes(options));
        if (status !== 0) throw new Error(`status ${status}`);
        const ratio = (bytes) => (bytes / tile.length).toFixed(2);
        console.log(`| ${group}, ${name} | ${tile.length} | ${ratio(engine.memoryBytes - before)} | ${ratio(block.length)} |`);
    }
}
