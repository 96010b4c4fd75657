// The views on hand-made result blocks: no WebAssembly takes part.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DecodedTile, TileError } from '../js/index.js';
import { buildBlock, columnOf, dictionaryOf, tileOf } from './support/block-builder.js';

const plain = (object) => ({ ...object });

describe('a tile without layers', () => {
    it('is empty', () => {
        const tile = tileOf({});
        assert.deepEqual(tile.layers, []);
        assert.equal(tile.layer('water'), undefined);
        assert.deepEqual(tile.problems, []);
        assert.equal(tile.problemCount, 0);
    });
});

describe('layers', () => {
    const tile = tileOf({
        layers: [
            { name: 'water', version: 1, extent: 512, length: 0, index: 3 },
            { name: '__proto__', keyCount: 4, valueCount: 5 },
            { name: 'water', positionType: 0 },
            { name: 'Straße 東京 👍', positionType: 7, coordinates: 3 },
        ],
    });

    it('have names, numbers and the rest of their record', () => {
        assert.deepEqual(tile.layers.map(({ name }) => name), ['water', '__proto__', 'water', 'Straße 東京 👍']);
        const [first, second, third, last] = tile.layers;
        assert.deepEqual([first.version, first.extent, first.length, first.index, first.positionType], [1, 512, 0, 3, 'int32']);
        assert.deepEqual([second.keyCount, second.valueCount, second.index, second.coordinates], [4, 5, 1, 'tile']);
        assert.equal(third.positionType, false);
        assert.deepEqual([last.positionType, last.coordinates], ['float64', 'degrees']);
    });

    it('are found by name, the first of a name', () => {
        assert.equal(tile.layer('water'), tile.layers[0]);
        assert.equal(tile.layer('__proto__'), tile.layers[1]);
        assert.equal(tile.layer('constructor'), undefined);
    });

    it('have empty groups without features, and none without positions', () => {
        const [layer, , without, floats] = tile.layers;
        for (const group of [layer.points, layer.lines, layer.polygons]) {
            assert.equal(group.length, 0);
            assert.deepEqual(group.featureIndex, new Uint32Array(0));
            assert.deepEqual(group.geometryOffsets, new Uint32Array(1));
            assert.deepEqual(group.positions, new Int32Array(0));
        }
        assert.deepEqual(layer.lines.partOffsets, new Uint32Array(1));
        assert.deepEqual(layer.polygons.ringOffsets, new Uint32Array(1));
        assert.deepEqual(layer.polygons.triangleOffsets, new Uint32Array(1));
        assert.deepEqual([without.points, without.lines, without.polygons], [undefined, undefined, undefined]);
        assert.deepEqual(floats.points.positions, new Float64Array(0));
    });

    it('refuse features that they do not have', () => {
        for (const read of ['feature', 'id', 'bbox', 'properties']) {
            for (const i of [0, -1, 0.5, NaN, '0', undefined]) {
                assert.throws(() => tile.layers[0][read](i), { name: 'TileError', code: 'bad-feature', layer: 3 });
            }
            for (const i of [0n, '0', null, [0], Symbol('0'), Object.create(null)]) {
                assert.throws(() => tileOf({ layers: [{ name: 'a', length: 1 }] }).layers[0][read](i), { code: 'bad-feature' });
            }
        }
    });
});

describe('columns of features', () => {
    const big = 2n ** 53n;
    const block = {
        layers: [
            {
                length: 6,
                columns: {
                    featureTypes: [0, 1, 2, 3, 1, 1],
                    featureIds: [0n, 0n, big - 1n, big, 2n ** 64n - 1n, 4294967296n],
                    featureHasId: [0, 1, 1, 1, 1, 1],
                    bboxes: [[0, 1, 2, 3], [2147483647, 2147483647, -2147483648, -2147483648], [5, 5, 5, 5], [0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2]].flat(),
                },
            },
            { length: 1, columns: { featureTypes: [1] } },
            { length: 1, positionType: 0, columns: { featureTypes: [1] } },
        ],
    };

    it('are typed arrays', () => {
        const [layer] = tileOf(block).layers;
        assert.deepEqual(layer.types, Uint8Array.of(0, 1, 2, 3, 1, 1));
        assert.equal(layer.ids[4], 2n ** 64n - 1n);
        assert.deepEqual(layer.hasIds, Uint8Array.of(0, 1, 1, 1, 1, 1));
        assert.equal(layer.bboxes.length, 24);
    });

    it('give ids as the integers of the request say', () => {
        const ids = (mode) => Array.from({ length: 6 }, (_, i) => tileOf(block, mode).layers[0].id(i));
        assert.deepEqual(ids('exact'), [undefined, 0, 9007199254740991, big, 2n ** 64n - 1n, 4294967296]);
        assert.deepEqual(ids('number'), [undefined, 0, 9007199254740991, 9007199254740992, 18446744073709551616, 4294967296]);
        assert.deepEqual(ids('string'), [undefined, 0, 9007199254740991, '9007199254740992', '18446744073709551615', 4294967296]);
        const perLayer = DecodedTile.from({ tilewasm: 1, buffer: buildBlock(block), integers: ['string', 'exact', 'exact'] });
        assert.equal(perLayer.layers[0].id(3), '9007199254740992');
    });

    it('give boxes, and none for a feature without geometry', () => {
        const [layer, other, without] = tileOf(block).layers;
        assert.deepEqual(layer.bbox(0), Int32Array.of(0, 1, 2, 3));
        assert.equal(layer.bbox(1), undefined);
        assert.deepEqual(layer.bbox(2), Int32Array.of(5, 5, 5, 5));
        assert.deepEqual(other.bboxes, new Int32Array(0));
        assert.deepEqual([without.bboxes, without.bbox(0)], [undefined, undefined]);
        assert.equal(other.bbox(0), undefined);
        assert.equal(other.ids, null);
        assert.equal(other.hasIds, null);
        assert.equal(other.id(0), undefined);
    });
});

describe('geometry groups', () => {
    const ring = (x, size) => [x, x, x + size, x, x + size, x + size, x, x + size, x, x];
    const tile = tileOf({
        layers: [
            {
                length: 9,
                columns: { featureTypes: [1, 2, 3, 1, 0, 2, 3, 1, 3] },
                points: { featureIndex: [0, 3], geometryOffsets: [0, 1, 3], positions: [1, 2, 3, 4, 5, 6], vertexFeature: [0, 3, 3] },
                lines: { featureIndex: [1, 5], geometryOffsets: [0, 1, 3], partOffsets: [0, 2, 4, 7], positions: [...Array(14).keys()] },
                polygons: {
                    featureIndex: [2, 6],
                    geometryOffsets: [0, 1, 3],
                    polygonOffsets: [0, 2, 3, 4],
                    ringOffsets: [0, 5, 10, 15, 20],
                    positions: [...ring(0, 9), ...ring(1, 2), ...ring(20, 3), ...ring(30, 3)],
                    triangles: [0, 1, 2],
                    triangleOffsets: [0, 3, 3],
                },
            },
        ],
    });
    const [layer] = tile.layers;

    it('are views on the one buffer, with the arrays of their levels', () => {
        const names = (group) => Object.keys(group);
        assert.deepEqual(names(layer.points), ['length', 'featureIndex', 'geometryOffsets', 'positions', 'vertexFeature']);
        assert.deepEqual(names(layer.lines), ['length', 'featureIndex', 'geometryOffsets', 'partOffsets', 'positions']);
        const polygons = ['length', 'featureIndex', 'geometryOffsets', 'polygonOffsets', 'ringOffsets', 'positions', 'triangles', 'triangleOffsets'];
        assert.deepEqual(names(layer.polygons), polygons);
        for (const group of [layer.points, layer.lines, layer.polygons]) {
            assert.equal(group.length, 2);
            for (const array of Object.values(group).slice(1)) assert.equal(array.buffer, tile.buffer);
        }
        assert.equal(layer.points, layer.points);
    });

    it('become nested coordinates with the names of GeoJSON', () => {
        const expected = [
            ['Point', [1, 2]],
            ['LineString', [[0, 1], [2, 3]]],
            ['Polygon', [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[1, 1], [3, 1], [3, 3], [1, 3], [1, 1]]]],
            ['MultiPoint', [[3, 4], [5, 6]]],
            ['Unknown', undefined],
            ['MultiLineString', [[[4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13]]]],
            ['MultiPolygon', [[[[20, 20], [23, 20], [23, 23], [20, 23], [20, 20]]], [[[30, 30], [33, 30], [33, 33], [30, 33], [30, 30]]]]],
            ['MultiPoint', []],
            ['MultiPolygon', []],
        ];
        assert.deepEqual(Array.from(layer, ({ type, coordinates }) => [type, coordinates]), expected);
        for (let i = layer.length - 1; i >= 0; i--) assert.deepEqual(layer.feature(i).coordinates, expected[i][1]);
    });

    it('survive a structured clone, still on one buffer', () => {
        const clone = structuredClone(layer.polygons);
        assert.deepEqual(clone, layer.polygons);
        assert.equal(clone.positions.buffer, clone.ringOffsets.buffer);
    });
});

describe('properties', () => {
    const keys = ['name', '__proto__', 'toString', '7', 'name'];
    const values = ['a', 1.5, true, false, null, 2n ** 60n, -(2n ** 63n), -0, 'Zürich 👍', ''];
    const layerWith = (options = {}, mode) =>
        tileOf(
            {
                layers: [
                    {
                        length: 4,
                        columns: {
                            featureTypes: [1, 1, 1, 1],
                            tagOffsets: [0, 4, 4, 6, 11],
                            tagPairs: columnOf([0, 0, 1, 1, 2, 2, 3, 3, 0, 8, 4, 0, 0, 4, 1, 5, 2, 6, 3, 7, 4, 9], { Type: options.Type }),
                            ...dictionaryOf({ keys, values, single: options.single }),
                        },
                    },
                ],
            },
            mode,
        ).layers[0];

    const expected = [
        { name: 'a', ['__proto__']: 1.5, toString: true, 7: false },
        {},
        { name: 'a' },
        { name: '', ['__proto__']: 2n ** 60n, toString: -(2n ** 63n), 7: -0 },
    ];

    for (const single of [false, true]) {
        for (const Type of [Uint16Array, Uint32Array]) {
            it(`come out of strings decoded ${single ? 'one by one' : 'at once'}, and ${Type.name} pairs`, () => {
                const layer = layerWith({ single, Type });
                assert.deepEqual(layer.keys, keys);
                assert.deepEqual(Array.from(expected, (_, i) => plain(layer.properties(i))), expected);
            });
        }
    }

    it('are in the order of the tags, and inherit nothing', () => {
        const properties = layerWith().properties(0);
        assert.deepEqual(Object.keys(properties), ['7', 'name', '__proto__', 'toString']);
        assert.equal(properties.hasOwnProperty, undefined);
        assert.equal('constructor' in properties, false);
        assert.equal('valueOf' in layerWith().properties(1), false);
        properties.__proto__ = { polluted: true };
        assert.equal(properties.polluted, undefined);
        assert.equal({}.polluted, undefined);
        assert.throws(() => {
            'use strict';
            Object.getPrototypeOf(properties).polluted = true;
        });
    });

    it('have integers beyond 2^53 as the request says', () => {
        assert.deepEqual(plain(layerWith({}, 'number').properties(3)), { name: '', ['__proto__']: 2 ** 60, toString: -(2 ** 63), 7: -0 });
        assert.equal(layerWith({}, 'string').properties(3).toString, '-9223372036854775808');
    });

    it('are empty where the request left them out', () => {
        const [layer] = tileOf({ layers: [{ length: 2, columns: { featureTypes: [1, 1] } }] }).layers;
        assert.deepEqual(plain(layer.properties(1)), {});
        assert.deepEqual(layer.keys, []);
        assert.equal(layer.column('name'), undefined);
        assert.deepEqual(layer.numbers('name'), Float64Array.of(NaN, NaN));
    });

    it('make columns of one key, of all keys of that name', () => {
        const layer = layerWith();
        assert.deepEqual(layer.column('name'), { indices: Int32Array.of(0, -1, 0, 1), values: ['a', ''] });
        assert.equal(layer.column('name'), layer.column('name'));
        assert.deepEqual(layer.column('__proto__'), { indices: Int32Array.of(0, -1, -1, 1), values: [1.5, 2n ** 60n] });
        assert.deepEqual(layer.column('7'), { indices: Int32Array.of(0, -1, -1, 1), values: [false, -0] });
        assert.equal(layer.column('height'), undefined);
        assert.equal(layer.column('hasOwnProperty'), undefined);
    });

    it('make columns of numbers', () => {
        const layer = layerWith({}, 'string');
        assert.deepEqual(layer.numbers('__proto__'), Float64Array.of(1.5, NaN, NaN, 2 ** 60));
        assert.deepEqual(layer.numbers('toString'), Float64Array.of(NaN, NaN, NaN, -(2 ** 63)));
        assert.deepEqual(layer.numbers('name'), Float64Array.of(NaN, NaN, NaN, NaN));
        assert.ok(Object.is(layer.numbers('7')[3], -0));
    });

    it('hold each distinct value once in a column, -0 and 0 apart', () => {
        const [layer] = tileOf({
            layers: [
                {
                    length: 6,
                    columns: {
                        featureTypes: [1, 1, 1, 1, 1, 1],
                        tagOffsets: [0, 1, 2, 3, 4, 5, 6],
                        tagPairs: [0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 0],
                        ...dictionaryOf({ keys: ['k'], values: [0, -0, 0, NaN, NaN] }),
                    },
                },
            ],
        }).layers;
        assert.deepEqual(layer.column('k'), { indices: Int32Array.of(0, 1, 0, 2, 2, 0), values: [0, -0, NaN] });
    });

    it('decode invalid UTF-8 as WHATWG does, and keep a byte order mark', () => {
        const bytes = [[0xef, 0xbb, 0xbf, 0x61], [0xe6, 0x9d], [0xc3], [0x28]].map((each) => Uint8Array.from(each));
        const layer = tileOf({
            layers: [{ length: 1, columns: { featureTypes: [1], tagOffsets: [0, 4], tagPairs: [0, 0, 1, 1, 2, 2, 3, 3], ...dictionaryOf({ keys: ['a', 'b', 'c', 'd'], values: bytes, single: true }) } }],
        }).layers[0];
        assert.deepEqual(plain(layer.properties(0)), { a: '\ufeffa', b: '\ufffd', c: '\ufffd', d: '(' });
    });
});

describe('a range of features', () => {
    it('keeps the numbers that the features have in the layer', () => {
        const [layer] = tileOf({
            layers: [
                {
                    length: 100,
                    firstFeature: 40,
                    rowCount: 2,
                    columns: { featureTypes: [1, 1], featureIds: [8n, 9n], featureHasId: [1, 1], bboxes: [1, 1, 1, 1, 2, 2, 2, 2] },
                    points: { featureIndex: [40, 41], geometryOffsets: [0, 1, 2], positions: [1, 1, 2, 2] },
                },
            ],
        }).layers;
        assert.equal(layer.id(41), 9);
        assert.deepEqual(layer.bbox(41), Int32Array.of(2, 2, 2, 2));
        assert.deepEqual(layer.feature(40).coordinates, [1, 1]);
        assert.throws(() => layer.feature(39), { code: 'bad-feature', feature: 39 });
        assert.throws(() => layer.feature(42), { code: 'bad-feature' });
    });
});

describe('problems', () => {
    const tile = tileOf({
        layers: [{ index: 0 }, { index: 5 }],
        problems: [{ code: 81, layer: 5, feature: 7, offset: 99 }, { code: 61, layer: 0, offset: 3 }, { code: 65000, offset: 0 }],
        problemCount: 2000,
    });

    it('say what, where, and how many there are in all', () => {
        assert.equal(tile.problemCount, 2000);
        assert.deepEqual(tile.problems, [
            { code: 'geometry:truncated', message: 'the geometry ends inside a command; what was whole is kept', layer: 5, feature: 7, offset: 99 },
            { code: 'layer:duplicate-name', message: 'another layer before it has the same name; both are kept', layer: 0, feature: undefined, offset: 3 },
            { code: 'unknown', message: 'unknown status 65000', layer: undefined, feature: undefined, offset: 0 },
        ]);
    });

    it('are known to their layer', () => {
        assert.deepEqual(tile.layers.map(({ problems }) => problems.map(({ code }) => code)), [['layer:duplicate-name'], ['geometry:truncated']]);
    });
});

describe('messages', () => {
    const description = { layers: [{ name: 'a', length: 1, columns: { featureTypes: [1] }, points: { featureIndex: [0], geometryOffsets: [0, 1], positions: [3, 4] } }] };

    it('carry a tile to another thread, by transfer', () => {
        const tile = tileOf(description);
        const [layer] = tileOf(description).layers;
        structuredClone(layer.points.positions.buffer, { transfer: [layer.points.positions.buffer] });
        for (const field of ['index', 'version', 'extent', 'length', 'keyCount', 'valueCount', 'positionType', 'coordinates', 'lines', 'polygons']) {
            assert.throws(() => layer[field], { code: 'detached' }, field);
        }
        const message = structuredClone(tile.toMessage(), { transfer: [tile.buffer] });
        assert.deepEqual(DecodedTile.from(message).layers[0].feature(0).coordinates, [3, 4]);
        assert.equal(tile.buffer.byteLength, 0);
        assert.throws(() => tile.layers, { name: 'TileError', code: 'detached' });
        assert.throws(() => tile.toMessage(), { code: 'detached' });
        assert.throws(() => DecodedTile.from(/** @type {any} */ ({ ...tile })), { code: 'bad-message', message: /transferred/ });
    });

    it('leave a tile that says so, also where it was read before', () => {
        const tile = tileOf(description);
        const [layer] = tile.layers;
        /** @type {Record<string, () => unknown>} */
        const reads = {
            id: () => layer.id(0),
            bbox: () => layer.bbox(0),
            properties: () => layer.properties(0),
            feature: () => layer.feature(0),
            iteration: () => [...layer],
            toJSON: () => layer.toJSON(),
            keys: () => layer.keys.length + layer.values.length + layer.valueNumbers.length,
            column: () => layer.column('other'),
            numbers: () => layer.numbers('other'),
            'problems of the layer': () => layer.problems,
            problemCount: () => tile.problemCount,
        };
        const before = ['id', 'properties', 'feature'];
        for (const name of before) reads[name]();
        Object.assign(reads, { types: () => layer.types, tags: () => layer.tags });
        reads.types();
        reads.tags();
        layer.column('name');
        structuredClone(tile.buffer, { transfer: [tile.buffer] });
        for (const [name, read] of Object.entries(reads)) assert.throws(read, { name: 'TileError', code: 'detached' }, name);
        assert.throws(() => tile.problems, { code: 'detached' });
    });

    it('leave a tile that says so, also in code that has met resizable buffers and is optimised', () => {
        const { buffer } = tileOf(description);
        const resizable = new /** @type {any} */ (ArrayBuffer)(buffer.byteLength, { maxByteLength: 2 * buffer.byteLength });
        new Uint8Array(resizable).set(new Uint8Array(buffer));
        const read = (/** @type {DecodedTile} */ tile) => tile.toMessage() && tile.layers[0].feature(0);
        const inResizable = DecodedTile.from({ tilewasm: 1, buffer: resizable, integers: 'exact' });
        for (let i = 0; i < 20_000; i++) read(i % 10 === 0 ? inResizable : tileOf(description));
        const tile = tileOf(description);
        const [layer] = tile.layers;
        structuredClone(tile.buffer, { transfer: [tile.buffer] });
        for (const again of [() => tile.toMessage(), () => layer.feature(0), () => layer.properties(0), () => tile.problemCount]) {
            assert.throws(again, { name: 'TileError', code: 'detached' });
        }
    });

    it('that say they have no bytes are refused', () => {
        const buffer = new ArrayBuffer(64);
        new Uint32Array(buffer).set(new Uint32Array(tileOf(description).buffer, 0, 2));
        assert.throws(() => DecodedTile.from({ tilewasm: 1, buffer, integers: 'exact' }), { code: 'bad-message' });
    });

    it('are not made of a tile whose buffer was made smaller', () => {
        const { buffer } = tileOf(description);
        const resizable = new /** @type {any} */ (ArrayBuffer)(buffer.byteLength, { maxByteLength: 2 * buffer.byteLength });
        new Uint8Array(resizable).set(new Uint8Array(buffer));
        const tile = DecodedTile.from({ tilewasm: 1, buffer: resizable, integers: 'exact' });
        const [layer] = tile.layers;
        resizable.resize(100);
        for (const read of [() => layer.length, () => layer.name, () => layer.feature(0), () => layer.points, () => [...layer], () => tile.toMessage(), () => tile.problemCount]) {
            assert.throws(read, { code: 'detached', message: /made smaller/ });
        }
    });

    it('are what a structured clone of a tile is', () => {
        const clone = structuredClone(tileOf(description, 'string'));
        assert.deepEqual(Object.keys(clone), ['tilewasm', 'buffer', 'integers']);
        const tile = DecodedTile.from(clone);
        assert.deepEqual(tile.layers[0].feature(0).coordinates, [3, 4]);
        assert.equal(tile.integers, 'string');
    });

    it('of another version, or of something else, are refused', () => {
        const buffer = buildBlock(description);
        const refused = [
            undefined,
            null,
            'tile',
            {},
            { buffer },
            { tilewasm: 2, buffer, integers: 'exact' },
            { tilewasm: 1, buffer: new Uint8Array(buffer), integers: 'exact' },
            { tilewasm: 1, buffer: new ArrayBuffer(32), integers: 'exact' },
            { tilewasm: 1, buffer: new ArrayBuffer(640), integers: 'exact' },
            { tilewasm: 1, buffer: buildBlock({ ...description, version: 2 }), integers: 'exact' },
            { tilewasm: 1, buffer: buildBlock({ ...description, magic: 1 }), integers: 'exact' },
            { tilewasm: 1, buffer: buffer.slice(0, 100), integers: 'exact' },
        ];
        for (const message of refused) assert.throws(() => DecodedTile.from(message), { name: 'TileError', code: 'bad-message' });
    });

    it('with a damaged header are refused, or show only what lies inside', () => {
        const whole = buildBlock({ ...description, problems: [{ code: 81, offset: 1 }] });
        for (const word of [2, 3, 4, 5, 6]) {
            for (const value of [0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff]) {
                const buffer = whole.slice();
                new Uint32Array(buffer)[word] = value;
                assert.throws(() => DecodedTile.from({ tilewasm: 1, buffer, integers: 'exact' }), { code: 'bad-message' });
            }
        }
        const buffer = new ArrayBuffer(whole.byteLength + 1000);
        new Uint8Array(buffer).set(new Uint8Array(whole));
        assert.deepEqual(DecodedTile.from({ tilewasm: 1, buffer, integers: 'exact' }).layers[0].feature(0).coordinates, [3, 4]);
    });
});

describe('TileError', () => {
    it('is rebuilt on the other side of a message', () => {
        const error = new TileError('truncated', 'cut off', { offset: 7, layer: 1, feature: 2 });
        assert.equal(String(error), 'TileError: cut off');
        for (const json of [structuredClone(error.toJSON()), JSON.parse(JSON.stringify(error))]) {
            const other = TileError.from(json);
            assert.ok(other instanceof TileError && other instanceof Error);
            assert.deepEqual([other.name, other.code, other.message, other.offset, other.layer, other.feature], ['TileError', 'truncated', 'cut off', 7, 1, 2]);
        }
    });

    it('leaves undefined what is not known', () => {
        const error = TileError.from(JSON.parse(JSON.stringify(new TileError('bad-input', 'no'))));
        assert.deepEqual([error.offset, error.layer, error.feature, 'cause' in error], [undefined, undefined, undefined, false]);
    });
});
