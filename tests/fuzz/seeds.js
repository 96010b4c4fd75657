// Makes the first inputs of the fuzz targets from real and hand-made tiles: build/fuzz/seeds/TARGET/.
// Called by tests/fuzz/run.js.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/files.js';

/** Larger tiles make fuzzing slow and teach it nothing new. */
const MOST_BYTES = 6000;

const fixtures = join(root, 'node_modules/@mapbox/mvt-fixtures');

/** Every file below a folder. */
function* filesBelow(folder) {
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) yield* filesBelow(path);
        else yield path;
    }
}

function smallTiles() {
    const folders = [join(fixtures, 'fixtures'), join(fixtures, 'real-world'), join(root, 'tests/cases/tiles')];
    const paths = folders.flatMap((folder) => [...filesBelow(folder)]);
    const tiles = paths.filter((path) => path.endsWith('.mvt')).map((path) => readFileSync(path));
    return tiles.filter((tile) => tile.length <= MOST_BYTES);
}

/** Input prefixes that ask for most kinds of output; see choose_request in decode_fuzz.c. */
const REQUESTS = [
    [2, 0, 0, 1], // int32
    [1, 3, 0, 1], // int16, triangles, vertexFeature
    [4, 0, 0, 1], // float64
    [18, 3, 0, 129], // float32 in degrees, strict
    [9, 1, 0x23, 0x42], // float64 in unit coordinates, a range, listed keys
];

/** A layout for the request target: its length in two bytes, the request, the tile. */
function requestInput(tile, i) {
    const request = Buffer.alloc(96);
    request.writeUInt32LE(1, 0);
    request.writeUInt32LE(96, 4);
    request[16] = [4, 2, 6, 7][i % 4];
    request[17] = i % 4 < 2 ? 0 : i % 4;
    request[18] = 15;
    request[19] = i & 3;
    request[20] = 1;
    request.writeUInt32LE(0xffffffff, 36);
    request.writeDoubleLE(1, 40);
    request.writeDoubleLE(1, 48);
    return Buffer.concat([Buffer.from([96, 0]), request, tile]);
}

/** For the handles target: op codes with the tile's length before its bytes; see handles_fuzz.c. */
function handlesInput(tile) {
    const short = tile.subarray(0, 400);
    const open = Buffer.concat([Buffer.from([0, short.length & 255, short.length >> 8]), short]);
    return Buffer.concat([open, Buffer.from([2, 0, 3, 0]), open, Buffer.from([1, 0, 2, 0, 3, 1, 4, 0, 0, 0, 5, 1])]);
}

/** Numbers between `from` and `to`, as many bytes as `count`: for targets that take raw numbers. */
function noise(seed, count) {
    const blocks = [];
    for (let i = 0; i * 32 < count; i++) blocks.push(createHash('sha256').update(`${seed} ${i}`).digest());
    return Buffer.concat(blocks).subarray(0, count);
}

/** The inputs of each target. */
const makers = {
    decode: (tiles) => tiles.map((tile, i) => Buffer.concat([Buffer.from(REQUESTS[i % REQUESTS.length]), tile])),
    scan: (tiles) => tiles,
    request: (tiles) => tiles.slice(0, 40).map(requestInput),
    handles: (tiles) => tiles.slice(0, 40).map(handlesInput),
    triangles: () => [16, 40, 100, 400].flatMap((length) => [0, 1, 2].map((seed) => noise(seed, length))),
    varint: (tiles) => tiles.slice(0, 40),
};

/** Writes the inputs of one target and returns their folder. */
export function makeSeeds(target) {
    const folder = join(root, 'build/fuzz/seeds', target);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const input of makers[target](smallTiles())) {
        writeFileSync(join(folder, createHash('sha1').update(input).digest('hex').slice(0, 16)), input);
    }
    return folder;
}
