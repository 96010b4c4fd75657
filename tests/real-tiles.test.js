// Every real tile against independent decoders, and every way of decoding against the first.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createDecoder } from '../js/index.js';
import { assertLayer, assertSameProperties, assertSameTile } from './support/compare.js';
import { readByProtobuf, readByVectorTile } from './support/oracle.js';
import { realTiles } from './support/tiles.js';

let simd;
let scalar;

before(async () => {
    simd = await createDecoder({ simd: true });
    scalar = await createDecoder({ simd: false });
});

for (const [group, tiles] of Object.entries(realTiles())) {
    describe(`${group}: ${tiles.length} tiles`, () => {
        it('are all there', () => {
            const least = { streets: 183, 'osm-qa': 24, corpus: 1 };
            assert.ok(tiles.length >= least[group]);
        });

        it('read as by @mapbox/vector-tile', () => {
            let compared = 0;
            for (const { name, read } of tiles) {
                const tile = simd.decode(read());
                for (const expected of readByVectorTile(read())) {
                    // Of layers with one name that decoder keeps the last that has features.
                    const layer = tile.layers.findLast((each) => each.name === expected.name && each.length > 0);
                    assertLayer(layer, expected, name, { exact: false });
                    compared++;
                }
            }
            assert.ok(compared > 0);
        });

        it('read as by protobufjs with the 2.1 schema, layers of one name and empty ones too', () => {
            for (const { name, read } of tiles) {
                const tile = simd.decode(read());
                const expected = readByProtobuf(read());
                assert.equal(tile.layers.length, expected.length, name);
                expected.forEach((layer, i) => assertLayer(tile.layers[i], layer, name));
            }
        });

        it('come out alike from the SIMD and the scalar build, by decode and open', () => {
            for (const { name, read } of tiles) {
                const expected = simd.decode(read());
                const fromScalar = scalar.decode(read());
                assertSameTile(fromScalar, expected, `${name}, scalar`);
                assertSameProperties(fromScalar, expected, `${name}, scalar`);
                const reader = simd.open(read());
                const opened = reader.decode();
                reader.close();
                assertSameTile(opened, expected, `${name}, open`);
                assertSameProperties(opened, expected, `${name}, open`);
            }
        });

        it('have the same positions in every element type, in both builds, by decode, decodeInto and open', () => {
            const buffer = new ArrayBuffer(1 << 24);
            for (const { name, read } of tiles) {
                const bytes = read();
                const expected = simd.decode(bytes, { properties: false });
                for (const decoder of [simd, scalar]) {
                    const reader = decoder.open(bytes);
                    for (const positions of ['int16', 'int32', 'float32', 'float64']) {
                        const where = `${name}, ${positions}, ${decoder === simd ? 'SIMD' : 'scalar'}`;
                        const request = { positions, properties: false };
                        const into = decoder.decodeInto(buffer, bytes, request);
                        assert.equal(into.buffer, buffer);
                        for (const tile of [decoder.decode(bytes, request), into, reader.decode(request)]) {
                            assertTypes(tile, expected, positions);
                            assertSameTile(tile, expected, where);
                        }
                    }
                    reader.close();
                }
            }
        });
    });
}

const arrays = { int16: Int16Array, int32: Int32Array, float32: Float32Array, float64: Float64Array };

function groupsOf(layer) {
    return [layer.points, layer.lines, layer.polygons];
}

/** 'int16' widens the layers that it does not hold. */
function assertTypes(tile, expected, positions) {
    tile.layers.forEach((layer, number) => {
        const fits = positions !== 'int16' || groupsOf(expected.layers[number]).every((group) => group.positions.every((n) => n >= -32767 && n <= 32766));
        assert.equal(layer.positionType, fits ? positions : 'int32');
        for (const group of groupsOf(layer)) assert.equal(group.positions.constructor, arrays[layer.positionType]);
    });
}
