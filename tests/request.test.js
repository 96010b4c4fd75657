// Requests: what each field does, and what is refused.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createDecoder } from '../js/index.js';
import { line, point, polygon, writeTile } from './support/write-tile.js';

const square = (x, y, size) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
const hole = (x, y, size) => [[x, y], [x, y + size], [x + size, y + size], [x + size, y]];

const bytes = writeTile([
    {
        name: 'mixed',
        extent: 4096,
        features: [
            point(1024, 2048, { id: 1, properties: { name: 'a', height: 2.5, ['ключ']: true } }),
            line([[0, 0], [4096, 4096]], { id: 2n ** 60n, properties: { name: 'b', big: 2n ** 60n } }),
            polygon([square(0, 0, 100), hole(10, 10, 10)], { properties: { height: 7 } }),
            polygon([square(200, 200, 50)], { properties: { name: 'a' } }),
        ],
    },
    { name: 'places', extent: 512, features: [point(256, 128, { properties: { name: 'c', big: -(2n ** 60n) } })] },
    { name: 'mixed', extent: 4096, features: [point(40000, -5, { properties: { name: 'd' } })] },
    { name: 'far', features: [point(5, 5, { type: 'unknown' }), line([[-32767, 0], [32766, 1]])] },
]);

for (const build of ['SIMD', 'scalar']) {
    describe(`requests, ${build}`, () => {
        let decode;
        before(async () => {
            const decoder = await createDecoder({ simd: build === 'SIMD' });
            decode = (request) => decoder.decode(bytes, request);
        });
        const names = (tile) => tile.layers.map(({ name, index }) => `${index} ${name}`);

        it('layers: by name, in the order of the tile; what the tile lacks is no error', () => {
            assert.deepEqual(names(decode()), ['0 mixed', '1 places', '2 mixed', '3 far']);
            assert.deepEqual(names(decode({ layers: undefined })), ['0 mixed', '1 places', '2 mixed', '3 far']);
            assert.deepEqual(names(decode({ layers: [] })), []);
            assert.deepEqual(names(decode({ layers: ['places', 'nope', 'mixed'] })), ['0 mixed', '1 places', '2 mixed']);
            assert.deepEqual(names(decode({ layers: [{ index: 2 }, { name: 'far' }, { index: 99 }] })), ['2 mixed', '3 far']);
        });

        it('layers: names as UTF-8 has them, where they are no UTF-16 either', async () => {
            const decoder = await createDecoder({ simd: build === 'SIMD' });
            const tile = writeTile([{ name: 'a\ufffd', features: [point(1, 1, { id: 2n ** 60n })] }]);
            for (const name of ['a\ud800', 'a\udc00', 'a\ufffd']) {
                const { layers } = decoder.decode(tile, { layers: [{ name, integers: 'string' }] });
                assert.deepEqual(layers.map((layer) => [layer.name, layer.id(0)]), [['a\ufffd', String(2n ** 60n)]]);
            }
        });

        it('layers: fields of one layer stand above those of the tile; the first entry that fits counts', () => {
            const tile = decode({
                positions: 'float32',
                vertexFeature: true,
                layers: [{ index: 2, positions: 'int16' }, { name: 'mixed', positions: false, properties: ['name'] }, 'places', { name: 'places', positions: 'int32' }],
            });
            assert.deepEqual(tile.layers.map(({ positionType }) => positionType), [false, 'float32', 'int32']);
            assert.deepEqual(tile.layers[0].keys, ['name']);
            assert.equal(tile.layers[0].points, undefined);
            assert.equal(tile.layers[0].bboxes, undefined);
            assert.deepEqual(tile.layers[1].points.vertexFeature, Uint32Array.of(0));
        });

        it('positions: each element type, int16 widened where it does not hold a coordinate', () => {
            for (const [positions, Type] of [['int16', Int16Array], ['int32', Int32Array], ['float32', Float32Array], ['float64', Float64Array]]) {
                const tile = decode({ positions });
                assert.deepEqual(tile.layers[0].points.positions, Type.of(1024, 2048));
                assert.deepEqual(tile.layers[3].lines.positions, Type.of(-32767, 0, 32766, 1));
                assert.deepEqual([...tile.layers[2].points.positions], [40000, -5]);
            }
            const widened = decode({ positions: 'int16' });
            assert.deepEqual(widened.layers.map(({ positionType }) => positionType), ['int16', 'int16', 'int32', 'int16']);
            assert.equal(widened.layers[2].points.positions.constructor, Int32Array);
            assert.equal(widened.layers[2].lines.positions.constructor, Int32Array);
        });

        it('positions: int16 holds -32767 to 32766, in each of x and y, and widens beyond', async () => {
            const decoder = await createDecoder({ simd: build === 'SIMD' });
            for (const [x, y, type] of [[-32767, 32766, 'int16'], [-32768, 0, 'int32'], [32767, 0, 'int32'], [0, -32768, 'int32'], [0, 32767, 'int32'], [2 ** 31 - 1, -(2 ** 31), 'int32']]) {
                // The extreme vertex first, in the middle, and last of a longer run.
                for (const at of [0, 17, 40]) {
                    const vertices = Array.from({ length: 41 }, (_, i) => (i === at ? [x, y] : [i, i]));
                    const layer = decoder.decode(writeTile([{ name: 'l', features: [line(vertices)] }]), { positions: 'int16' }).layers[0];
                    assert.equal(layer.positionType, type);
                    assert.deepEqual([...layer.lines.positions], vertices.flat());
                }
            }
        });

        it('positions: false leaves geometry out, and keeps types, ids and properties', () => {
            const [layer] = decode({ positions: false, triangles: true, vertexFeature: true, coordinates: 'unit' }).layers;
            assert.deepEqual([layer.points, layer.lines, layer.polygons, layer.bboxes], [undefined, undefined, undefined, undefined]);
            assert.deepEqual(layer.types, Uint8Array.of(1, 2, 3, 3));
            assert.equal(layer.id(0), 1);
            const { type, coordinates, properties } = layer.feature(3);
            assert.deepEqual([type, coordinates, properties.name], ['Polygon', undefined, 'a']);
        });

        it("coordinates: 'unit' divides by the extent of the layer", () => {
            const tile = decode({ coordinates: 'unit' });
            assert.deepEqual(tile.layers.map(({ positionType, coordinates }) => [positionType, coordinates])[0], ['float64', 'unit']);
            assert.deepEqual(tile.layers[0].points.positions, Float64Array.of(0.25, 0.5));
            assert.deepEqual(tile.layers[1].points.positions, Float64Array.of(0.5, 0.25));
            assert.deepEqual(decode({ coordinates: 'unit', positions: 'float32' }).layers[2].points.positions, Float32Array.of(40000 / 4096, -5 / 4096));
        });

        it('coordinates: an affine map of unit coordinates, in float64, then rounded', () => {
            const coordinates = { scale: [1 / 3, -1000], offset: [0.1, 500] };
            for (const [positions, Type] of [[undefined, Float64Array], ['float32', Float32Array]]) {
                const tile = decode({ coordinates, positions });
                assert.deepEqual(tile.layers[0].points.positions, Type.of((1024 / 4096) * (1 / 3) + 0.1, 0.5 * -1000 + 500));
                assert.deepEqual(tile.layers[1].points.positions, Type.of(0.5 * (1 / 3) + 0.1, 0.25 * -1000 + 500));
                assert.equal(tile.layers[0].coordinates, 'affine');
            }
            assert.deepEqual(decode({ coordinates }).layers[0].bbox(0), Int32Array.of(1024, 2048, 1024, 2048));
        });

        it('coordinates: longitude and latitude by the address of the tile', () => {
            const [x, y, z] = [8800, 5373, 14];
            const tile = decode({ coordinates: { x, y, z } });
            const [longitude, latitude] = tile.layers[0].points.positions;
            const expected = [((x + 0.25) / 2 ** z) * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / 2 ** z))) * 180) / Math.PI];
            assert.ok(Math.abs(longitude - expected[0]) < 1e-12 && Math.abs(latitude - expected[1]) < 1e-12, `${[longitude, latitude]} ${expected}`);
            const single = decode({ coordinates: { x, y, z }, positions: 'float32' }).layers[0].points.positions;
            assert.deepEqual(single, Float32Array.of(longitude, latitude));
            assert.deepEqual(decode({ coordinates: { x: 0, y: 0, z: 0 } }).layers[1].points.positions[0], 0);
            assert.ok(Number.isFinite(decode({ coordinates: { x: 2 ** 32 - 1, y: 2 ** 32 - 1, z: 32 } }).layers[0].points.positions[1]));
        });

        it('types: other features keep number and type, and nothing else', () => {
            const [layer] = decode({ types: ['polygon'] }).layers;
            assert.deepEqual(layer.types, Uint8Array.of(1, 2, 3, 3));
            assert.deepEqual(layer.polygons.featureIndex, Uint32Array.of(2, 3));
            assert.deepEqual([layer.points.length, layer.lines.length], [0, 0]);
            assert.deepEqual({ ...layer.properties(0) }, {});
            assert.deepEqual({ ...layer.properties(2) }, { height: 7 });
            assert.deepEqual(layer.feature(0).coordinates, []);
            const [lines] = decode({ types: ['line', 'point', 'unknown'] }).layers;
            assert.deepEqual([lines.points.length, lines.lines.length, lines.polygons.length], [1, 1, 0]);
            const [none] = decode({ types: [] }).layers;
            assert.deepEqual([none.length, none.points.length, none.lines.length, none.polygons.length], [4, 0, 0, 0]);
        });

        it('properties: all, none, or those of the keys', () => {
            assert.deepEqual({ ...decode({ properties: true }).layers[0].properties(0) }, { name: 'a', height: 2.5, ключ: true });
            const none = decode({ properties: false }).layers[0];
            assert.deepEqual([{ ...none.properties(0) }, none.keys, none.column('name')], [{}, [], undefined]);
            const some = decode({ properties: ['height', 'nope', 'ключ', '__proto__'] }).layers[0];
            assert.deepEqual([{ ...some.properties(0) }, { ...some.properties(1) }], [{ height: 2.5, ключ: true }, {}]);
            assert.deepEqual(some.numbers('height'), Float64Array.of(2.5, NaN, 7, NaN));
            assert.equal(some.column('name'), undefined);
            assert.deepEqual({ ...decode({ properties: [] }).layers[0].properties(0) }, {});
        });

        it('integers: for the tile, and for single layers', () => {
            const read = (request) => decode(request).layers.map((layer) => (layer.index === 0 ? [layer.id(1), layer.properties(1).big] : [layer.properties(0).big]));
            const big = 2n ** 60n;
            assert.deepEqual(read()[0], [big, big]);
            assert.deepEqual(read({ integers: 'number' })[0], [Number(big), Number(big)]);
            assert.deepEqual(read({ integers: 'string' }).slice(0, 2), [[String(big), String(big)], [String(-big)]]);
            const mixed = decode({ integers: 'string', layers: [{ name: 'places', integers: 'exact' }, { index: 0 }] });
            assert.deepEqual(mixed.integers, ['string', 'exact']);
            assert.deepEqual([mixed.layers[0].id(1), mixed.layers[1].properties(0).big], [String(big), -big]);
        });

        it('vertexFeature: the number of its feature for each vertex', () => {
            const [layer] = decode({ vertexFeature: true }).layers;
            assert.deepEqual(layer.points.vertexFeature, Uint32Array.of(0));
            assert.deepEqual(layer.lines.vertexFeature, Uint32Array.of(1, 1));
            assert.deepEqual(layer.polygons.vertexFeature, Uint32Array.from({ length: 15 }, (_, i) => (i < 10 ? 2 : 3)));
            assert.equal(decode().layers[0].points.vertexFeature, undefined);
        });

        it('triangles: cover the polygons exactly', () => {
            const { polygons } = decode({ triangles: true }).layers[0];
            const area = (from, to) => {
                let sum = 0;
                for (let t = from; t < to; t += 3) {
                    const [a, b, c] = Array.from({ length: 3 }, (_, i) => [0, 1].map((axis) => polygons.positions[2 * polygons.triangles[t + i] + axis]));
                    sum += Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
                }
                return sum;
            };
            const [start, middle, end] = polygons.triangleOffsets;
            assert.deepEqual([start, end, polygons.triangleOffsets.length], [0, polygons.triangles.length, 3]);
            assert.deepEqual([area(start, middle), area(middle, end)], [100 * 100 - 10 * 10, 50 * 50]);
            assert.equal(decode().layers[0].polygons.triangles, undefined);
        });

        it('strict: a breach of a MUST throws, for the tile or for single layers; a breach of a SHOULD does not', () => {
            const faulty = writeTile([
                { name: 'good', features: [point(1, 1)] },
                { name: 'bad', features: [point(1, 1), line([[1, 1]])] },
                { name: 'flat', features: [polygon([square(0, 0, 9), [[1, 1], [2, 2], [3, 3]]])] },
            ]);
            return createDecoder({ simd: build === 'SIMD' }).then((decoder) => {
                const expected = { name: 'TileError', code: 'geometry:too-few-points', layer: 1, feature: 1 };
                assert.equal(decoder.decode(faulty).problemCount, 2);
                assert.throws(() => decoder.decode(faulty, { strict: true }), expected);
                assert.throws(() => decoder.decode(faulty, { layers: ['good', { name: 'bad', strict: true }] }), expected);
                assert.equal(decoder.decode(faulty, { strict: true, layers: ['good', { name: 'bad', strict: false }] }).problemCount, 1);
                assert.equal(decoder.decode(faulty, { strict: true, layers: ['flat', 'good'] }).problems[0].code, 'geometry:zero-area');
            });
        });

        it('refuses what makes no sense, and says what it found', () => {
            const refused = [
                [null, /request must be an object, not null/],
                [[], /request must be an object/],
                ['water', /request must be an object, not the string "water"/],
                [{ position: 'int16' }, /request\.position is not known; fields are .*positions/],
                [{ constructor: 1 }, /request\.constructor is not known/],
                [{ positions: 'int8' }, /request\.positions must be 'int16', 'int32', 'float32', 'float64' or false, not the string "int8"/],
                [{ positions: true }, /request\.positions must be/],
                [{ positions: null }, /request\.positions must be .* not null/],
                [{ positions: '__proto__' }, /request\.positions must be/],
                [{ coordinates: 'degrees' }, /request\.coordinates must be/],
                [{ coordinates: null }, /request\.coordinates must be/],
                [{ coordinates: {} }, /request\.coordinates must be .* z up to 32, x and y below 2\^z, not an object/],
                [{ coordinates: { x: 1, y: 0, z: 0 } }, /request\.coordinates must be/],
                [{ coordinates: { x: 0, y: 0.5, z: 3 } }, /request\.coordinates must be/],
                [{ coordinates: { x: 0, y: 0, z: 33 } }, /request\.coordinates must be/],
                [{ coordinates: { scale: [1, 1] } }, /request\.coordinates must be .*finite/],
                [{ coordinates: { scale: [1, NaN], offset: [0, 0] } }, /request\.coordinates must be/],
                [{ coordinates: { scale: [1, 1, 1], offset: [0, 0] } }, /request\.coordinates must be/],
                [{ coordinates: 'unit', positions: 'int16' }, /'int16' positions cannot hold these coordinates/],
                [{ coordinates: 'unit', layers: [{ name: 'a', positions: 'int32' }] }, /'int32' positions cannot hold/],
                [{ triangles: 1 }, /request\.triangles must be true or false, not 1/],
                [{ vertexFeature: 'yes' }, /request\.vertexFeature/],
                [{ strict: 0 }, /request\.strict/],
                [{ properties: 'name' }, /request\.properties must be true, false or an array of keys/],
                [{ properties: [1] }, /request\.properties/],
                [{ properties: ['a', , 'b'] }, /request\.properties/], // eslint-disable-line no-sparse-arrays
                [{ properties: null }, /request\.properties/],
                [{ integers: 'bigint' }, /request\.integers must be 'exact', 'number' or 'string'/],
                [{ types: 'polygon' }, /request\.types must be an array of 'unknown', 'point', 'line', 'polygon'/],
                [{ types: ['polygons'] }, /request\.types must be an array of/],
                [{ layers: 'water' }, /request\.layers must be an array of names and objects/],
                [{ layers: [1] }, /request\.layers\[0\] must be an object, not 1/],
                [{ layers: ['a', {}] }, /request\.layers\[1\] must be a name, or an object with a name or an index/],
                [{ layers: [{ name: 'a', index: 1 }] }, /with a name or an index/],
                [{ layers: [{ name: 1 }] }, /request\.layers\[0\]\.name must be a string/],
                [{ layers: [{ index: -1 }] }, /request\.layers\[0\]\.index must be the number of a layer/],
                [{ layers: [{ name: 'a', layers: [] }] }, /request\.layers\[0\]\.layers is not known/],
                [{ layers: [{ name: 'a', positions: 'int64' }] }, /request\.layers\[0\]\.positions/],
                [{ properties: ['x'.repeat(1e8)] }, /request\.layers and \.properties must be shorter/],
                [{ layers: Array.from({ length: 8 }, () => 'x'.repeat(1e8)) }, /must be shorter/],
                [Symbol('x'), /request must be an object, not Symbol\(x\)/],
                [() => {}, /request must be an object, not a function/],
            ];
            for (const [request, message] of refused) {
                assert.throws(() => decode(request), { name: 'TileError', code: 'bad-request', message }, String(message));
            }
            assert.equal(decode().layers.length, 4);
        });

        it('reads hostile requests once, and never lets them in between', () => {
            let reads = 0;
            const hostile = {
                get positions() {
                    reads++;
                    // A decode from inside a decode: the outer one has not begun.
                    assert.equal(decode({ layers: ['places'] }).layers.length, 1);
                    return reads > 1 ? 'nonsense' : 'int16';
                },
                get layers() {
                    return [{ name: 'places', get properties() { return ['name']; } }]; // prettier-ignore
                },
            };
            const tile = decode(hostile);
            assert.equal(reads, 1);
            assert.deepEqual([tile.layers[0].positionType, tile.layers[0].keys], ['int16', ['name']]);
            const failure = new Error('from a getter');
            const throwing = { get strict() { throw failure; } }; // prettier-ignore
            assert.throws(() => decode(throwing), (error) => error === failure);
            const polluting = JSON.parse('{"__proto__": {"positions": "int16"}}');
            assert.throws(() => decode(polluting), { code: 'bad-request' });
            assert.equal(decode(Object.create({ positions: 'nonsense' })).layers.length, 4);
            assert.equal(decode(Object.assign(Object.create(null), { positions: 'int16' })).layers[0].positionType, 'int16');
            assert.equal({}.positions, undefined);
        });

        it('does not change what it is given, and accepts it frozen', () => {
            const request = Object.freeze({
                layers: Object.freeze(['places', Object.freeze({ name: 'mixed', properties: Object.freeze(['name']) })]),
                coordinates: Object.freeze({ scale: Object.freeze([1, 1]), offset: Object.freeze([0, 0]) }),
            });
            const before_ = JSON.stringify(request);
            assert.equal(decode(request).layers.length, 3);
            assert.equal(JSON.stringify(request), before_);
        });
    });
}
