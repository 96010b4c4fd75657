// tilewasm/loaders beside MVTLoader of @loaders.gl/mvt: the same results in every shape, its traps included; what MVTLoader refuses or
// gets wrong; errors; and the worker script, in a thread of Node.

import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parse, parseSync } from '@loaders.gl/core';
import { MVTLoader } from '@loaders.gl/mvt';
import { TileError } from '../js/index.js';
import { TileWasmLoader, createTileWasmLoader } from '../js/loaders.js';
import { realTiles } from './support/tiles.js';
import { line, point, polygon, writeTile } from './support/write-tile.js';

const GROUPS = ['points', 'lines', 'polygons'];
const BINARY = { shape: 'binary', layerProperty: 'layerName' };

const all = Object.values(realTiles()).flat();
const some = all.filter((_, i) => i % 8 === 0);

/** A tile's own ArrayBuffer: MVTLoader takes nothing else. */
const bufferOf = (bytes) => new Uint8Array(bytes).buffer;
const load = (bytes, mvt = BINARY, tilewasm = {}) => TileWasmLoader.parseSync(bufferOf(bytes), { mvt, tilewasm });
const loadTheirs = (bytes, mvt = BINARY) => MVTLoader.parseSync(bufferOf(bytes), { mvt });

/** The address that a fixture's file name says. */
function addressOf({ name }) {
    const [z, x, y] = name.match(/(\d+)-(\d+)-(\d+)\.mvt$/).slice(1).map(Number);
    return { x, y, z };
}

/** Both results without their triangles, of which there may be others over the same area. */
function assertSameBinary(mine, theirs, where) {
    const { triangles, ...polygons } = mine.polygons;
    const { triangles: theirTriangles, ...theirPolygons } = theirs.polygons;
    assert.equal(triangles.size, theirTriangles.size, where);
    assert.equal(triangles.value.constructor, theirTriangles.value.constructor, where);
    assert.deepEqual({ ...mine, polygons }, { ...theirs, polygons: theirPolygons }, where);
}

/** Twice the area of a triangle or of a ring. Exact: positions are multiples of 2^-20 and less than 2^6. */
function doubleArea(positions, vertices) {
    const [first] = vertices;
    let sum = 0;
    for (let i = 1; i + 1 < vertices.length; i++) {
        const [a, b] = [vertices[i], vertices[i + 1]];
        const ax = positions[2 * a] - positions[2 * first];
        const ay = positions[2 * a + 1] - positions[2 * first + 1];
        const bx = positions[2 * b] - positions[2 * first];
        const by = positions[2 * b + 1] - positions[2 * first + 1];
        sum += ax * by - ay * bx;
    }
    return Math.abs(sum);
}

const range = (start, end) => Array.from({ length: end - start }, (_, i) => start + i);

/** For each polygon, the area of its rings and the area of its triangles. */
function areasOf({ positions: { value: positions }, polygonIndices, primitivePolygonIndices, triangles }) {
    const starts = polygonIndices.value;
    const rings = primitivePolygonIndices.value;
    const areas = Array.from({ length: starts.length - 1 }, () => ({ rings: 0, triangles: 0 }));
    for (let owner = 0, ring = 0; owner < areas.length; owner++) {
        for (let isFirst = true; ring + 1 < rings.length && rings[ring] < starts[owner + 1]; ring++, isFirst = false) {
            areas[owner].rings += (isFirst ? 1 : -1) * doubleArea(positions, range(rings[ring], rings[ring + 1]));
        }
    }
    let owner = 0;
    for (let i = 0; i < triangles.value.length; i += 3) {
        const corners = triangles.value.subarray(i, i + 3);
        while (corners[0] >= starts[owner + 1]) owner++;
        assert.ok(corners.every((vertex) => vertex >= starts[owner] && vertex < starts[owner + 1]), 'a triangle leaves its polygon');
        areas[owner].triangles += doubleArea(positions, corners);
    }
    return areas;
}

describe('real tiles give what MVTLoader gives', () => {
    it('as binary, all of them', () => {
        for (const tile of all) assertSameBinary(load(tile.read()), loadTheirs(tile.read()), tile.name);
    });

    it('with triangles that cover each polygon exactly, where those of MVTLoader miss some', () => {
        let polygons = 0;
        for (const tile of all) {
            for (const { rings, triangles } of areasOf(load(tile.read()).polygons)) {
                polygons++;
                assert.ok(Math.abs(rings - triangles) <= 1e-12 * rings, `${tile.name}: triangles cover ${triangles}, not ${rings}`);
            }
        }
        assert.equal(polygons, 133_813);
    });

    it('as binary in longitude and latitude', () => {
        for (const tile of some) {
            const mvt = { ...BINARY, coordinates: 'wgs84', tileIndex: addressOf(tile) };
            assertSameBinary(load(tile.read(), mvt), loadTheirs(tile.read(), mvt), tile.name);
        }
    });

    it('as binary-geometry and columnar-table', () => {
        for (const tile of some.slice(0, 4)) {
            const geometry = { ...BINARY, shape: 'binary-geometry' };
            assertSameBinary(load(tile.read(), geometry), loadTheirs(tile.read(), geometry), tile.name);
            const table = { ...BINARY, shape: 'columnar-table' };
            const [mine, theirs] = [load(tile.read(), table), loadTheirs(tile.read(), table)];
            assert.deepEqual(Object.keys(mine), Object.keys(theirs));
            assert.equal(mine.shape, theirs.shape);
            assertSameBinary(mine.data, theirs.data, tile.name);
        }
    });

    it('as geojson and geojson-table', () => {
        for (const tile of some) {
            const mvt = { shape: 'geojson', layerProperty: 'layerName' };
            const features = load(tile.read(), mvt);
            assert.deepEqual(features, loadTheirs(tile.read(), mvt), tile.name);
            assert.deepEqual(load(tile.read(), { ...mvt, shape: 'geojson-table' }), { shape: 'geojson-table', type: 'FeatureCollection', features });
        }
    });

    it('as geojson in longitude and latitude, to the 13th decimal', () => {
        for (const tile of some) {
            const mvt = { shape: 'geojson', coordinates: 'wgs84', tileIndex: addressOf(tile) };
            const [mine, theirs] = [load(tile.read(), mvt), loadTheirs(tile.read(), mvt)];
            assert.equal(mine.length, theirs.length);
            mine.forEach(({ geometry, ...rest }, i) => {
                const { geometry: theirGeometry, ...theirRest } = theirs[i];
                assert.deepEqual(rest, theirRest);
                assert.equal(geometry.type, theirGeometry.type);
                assertNear(geometry.coordinates, theirGeometry.coordinates, `${tile.name}, feature ${i}`);
            });
        }
    });

    it('with some layers, in the order asked for, a name given twice doubling them', () => {
        for (const tile of all.filter(({ name }) => name.startsWith('chicago')).slice(0, 6)) {
            for (const layers of [['road'], ['water', 'no such layer', 'road'], ['road', 'water', 'road'], [], 'road', null]) {
                const mvt = { ...BINARY, layers };
                assertSameBinary(load(tile.read(), mvt), loadTheirs(tile.read(), mvt), `${tile.name}, ${JSON.stringify(layers)}`);
                const features = { ...mvt, shape: 'geojson' };
                assert.deepEqual(load(tile.read(), features), loadTheirs(tile.read(), features));
            }
        }
    });

    it('with other layer properties and without', () => {
        for (const layerProperty of [undefined, null, '', 'source', 'class', 'osm_id', 7]) {
            for (const shape of ['binary', 'geojson']) {
                const mvt = { shape, layerProperty };
                const [mine, theirs] = [load(some[0].read(), mvt), loadTheirs(some[0].read(), mvt)];
                if (shape === 'binary') assertSameBinary(mine, theirs, String(layerProperty));
                else assert.deepEqual(mine, theirs);
            }
        }
    });
});

function assertNear(mine, theirs, where) {
    if (typeof mine === 'number') return assert.ok(Math.abs(mine - theirs) < 1e-13, `${where}: ${mine}, not ${theirs}`);
    assert.equal(mine.length, theirs.length, where);
    return mine.forEach((part, i) => assertNear(part, theirs[i], where));
}

const square = (x, y, size) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size]];

describe('made tiles give what MVTLoader gives', () => {
    const both = (layers, mvt) => {
        const bytes = writeTile(layers);
        const [mine, theirs] = [load(bytes, mvt), loadTheirs(bytes, mvt)];
        assertSameBinary(mine, theirs);
        return mine;
    };

    it('of numbers: float32 where it holds all, else float64, zero where absent; in objects where one is no number', () => {
        const { points, lines } = both([
            {
                name: 'a',
                features: [
                    point(1, 2, { properties: { small: 0.5, large: 0.1, mixed: 1, infinite: 1, nan: 2, truth: true, text: 'x' } }),
                    point(3, 4, { properties: { small: 1, large: 3, mixed: 'one', infinite: Infinity, nan: NaN } }),
                    line([[0, 0], [1, 1], [2, 2]], { properties: { small: 2, integer: 16_777_217n, text: 'y' } }),
                ],
            },
            { name: 'b', features: [line([[5, 5], [6, 6]], { properties: { large: 7, negative: -3n, beyond: 9_007_199_254_740_993n } })] },
        ]);
        assert.deepEqual(Object.keys(points.numericProps), ['small', 'large', 'integer', 'negative', 'beyond']);
        assert.equal(points.numericProps.small.value.constructor, Float32Array);
        assert.equal(points.numericProps.large.value.constructor, Float64Array);
        assert.deepEqual([...lines.numericProps.small.value], [2, 2, 2, 0, 0]);
        assert.deepEqual([...lines.numericProps.integer.value], [16_777_217, 16_777_217, 16_777_217, 0, 0]);
        assert.deepEqual([...lines.numericProps.beyond.value], [0, 0, 0, 2 ** 53, 2 ** 53]);
        assert.deepEqual(points.properties[1], { mixed: 'one', infinite: Infinity, nan: NaN, layerName: 'a' });
    });

    it('of ids: said where the first feature has one', () => {
        const features = [point(1, 1, { id: 0n }), point(2, 2), line([[0, 0], [1, 1]], { id: 2n ** 60n + 1n }), polygon([square(0, 0, 4)])];
        const { points, lines, polygons } = both([{ name: 'a', features }]);
        assert.deepEqual([points.fields, lines.fields, polygons.fields], [[{ id: 0 }, { id: undefined }], [{ id: 2 ** 60 }], [{ id: undefined }]]);
        const withoutFirst = both([{ name: 'a', features: [...features].reverse() }]);
        assert.deepEqual(withoutFirst.points.fields, []);
    });

    it('of geometry: several parts, holes, stacked polygons, rings without area, a ring that is all there is', () => {
        const hole = square(2, 2, 2).reverse();
        const flat = [[0, 0], [5, 5], [10, 10]];
        const { polygons } = both([
            {
                name: 'a',
                features: [
                    polygon([square(0, 0, 10), hole]),
                    polygon([square(0, 0, 10), hole, flat, square(20, 20, 5), square(21, 21, 1).reverse()]),
                    polygon([flat]),
                    polygon([flat, flat]),
                    polygon([square(-10, -10, 4_000)]),
                ],
            },
        ]);
        assert.deepEqual([...polygons.polygonIndices.value], [0, 10, 20, 30, 34, 39]);
        assert.equal(polygons.properties.length, 5);
        assert.deepEqual([...new Set(polygons.featureIds.value)], [0, 1, 2, 4]);
    });

    it('of more than 65,535 features and vertices: 32-bit indices', () => {
        const many = Array.from({ length: 65_536 }, (_, i) => point(i % 4096, i >> 12));
        const zigzags = Array.from({ length: 65_536 }, (_, i) => [i % 4096, i & 1]);
        const tile = both([{ name: 'many', features: many }, { name: 'one', features: [line(zigzags), polygon([square(0, 0, 9)])] }]);
        assert.equal(tile.points.featureIds.value.constructor, Uint32Array);
        assert.equal(tile.lines.featureIds.value.constructor, Uint16Array);
        assert.equal(tile.lines.globalFeatureIds.value.constructor, Uint32Array);
        assert.equal(tile.lines.pathIndices.value.constructor, Uint32Array);
        assert.equal(tile.polygons.polygonIndices.value.constructor, Uint16Array);
        const least = both([{ name: 'many', features: many.slice(1) }, { name: 'one', features: [] }]);
        assert.equal(least.points.featureIds.value.constructor, Uint16Array);
        assert.equal(both([{ name: 'long', features: [line(zigzags.slice(1))] }]).lines.pathIndices.value.constructor, Uint16Array);
    });

    it('of layers that are named like integers, alike, or not at all; empty ones', () => {
        const layer = (name, x) => ({ name, features: [point(x, x, { properties: { n: x } })] });
        const tile = both([layer('b', 1), layer('10', 2), layer('a', 3), layer('9', 4), layer('b', 5), { name: 'a', features: [] }, layer('', 6)]);
        assert.deepEqual(tile.points.properties.map(({ layerName }) => layerName), ['9', '10', 'b', 'a', '']);
        assert.deepEqual([...tile.points.numericProps.n.value], [4, 2, 5, 3, 6]);
    });

    it('of layers with different extents', () => {
        both([4096, 512, 3000].map((extent, i) => ({ name: `l${i}`, extent, features: [line([[1, 2], [100, 300]]), polygon([square(7, 9, 33)])] })));
    });

    it('of a key that a feature has twice: the last counts', () => {
        // The feature's tags say both keys 'n': first 'text', then 1; and in the other order, 1 and 'text'.
        for (const [first, second] of [['text', 1], [1, 'text'], [0.1, 1]]) {
            const bytes = Buffer.from(writeTile([{ name: 'a', features: [point(1, 1, { properties: { n: first, m: second } })] }]));
            bytes[bytes.indexOf('\x1a\x01m', 0, 'latin1') + 2] = 'n'.charCodeAt(0);
            const [mine, theirs] = [load(bytes), loadTheirs(bytes)];
            assertSameBinary(mine, theirs);
            assert.deepEqual(Object.keys(mine.points.numericProps), second === 1 ? ['n'] : []);
        }
    });

    it('of nothing', () => {
        for (const mvt of [BINARY, { ...BINARY, shape: 'geojson' }, { ...BINARY, shape: 'geojson-table' }, { ...BINARY, shape: 'columnar-table' }]) {
            assert.deepEqual(load(new Uint8Array(0), mvt), loadTheirs(new Uint8Array(0), mvt));
        }
    });
});

describe('where MVTLoader is wrong or gives up', () => {
    it('absent numbers can be NaN', () => {
        const tile = writeTile([{ name: 'a', features: [point(1, 1, { properties: { n: 1 } }), point(2, 2), line([[0, 0], [1, 1]])] }]);
        const { points, lines } = load(tile, BINARY, { absentNumbers: 'nan' });
        assert.deepEqual([...points.numericProps.n.value], [1, NaN]);
        assert.deepEqual([...lines.numericProps.n.value], [NaN, NaN]);
    });

    it('only some properties, or none', () => {
        const tile = writeTile([{ name: 'a', features: [point(1, 1, { properties: { n: 1, m: 2, text: 'x' } })] }]);
        const { points } = load(tile, BINARY, { properties: ['m', 'text'] });
        assert.deepEqual([Object.keys(points.numericProps), points.properties], [['m'], [{ text: 'x', layerName: 'a' }]]);
        const none = load(tile, BINARY, { properties: false });
        assert.deepEqual([none.points.numericProps, none.points.properties], [{}, [{ layerName: 'a' }]]);
    });

    it('features of unknown type are left out, not the tile', () => {
        const unknown = { type: 'unknown', geometry: [9, 2, 2] };
        const tile = writeTile([{ name: 'a', features: [unknown, point(1, 1, { id: 5n }), unknown, line([[0, 0], [1, 1]])] }]);
        assert.throws(() => loadTheirs(tile));
        const { points, lines } = load(tile);
        assert.deepEqual([points.globalFeatureIds.value[0], lines.globalFeatureIds.value[0]], [0, 1]);
        assert.deepEqual(points.fields, [{ id: 5 }]);
        assert.equal(load(tile, { shape: 'geojson' }).length, 2);
    });

    it('a feature whose geometry is faulty keeps its number, and its neighbours all they have', () => {
        const lonely = { type: 'line', geometry: [9, 2, 2], properties: { n: 1, text: 'lost' } };
        const tile = writeTile([{ name: 'a', features: [line([[0, 0], [1, 1]]), lonely, line([[2, 2], [3, 3]], { properties: { n: 7 } })] }]);
        const { lines } = load(tile);
        assert.deepEqual([...lines.featureIds.value], [0, 0, 2, 2]);
        assert.deepEqual([...lines.globalFeatureIds.value], [0, 0, 2, 2]);
        assert.deepEqual([...lines.numericProps.n.value], [0, 0, 7, 7]);
        assert.deepEqual(lines.properties.map(({ text }) => text), [undefined, 'lost', undefined]);
        assert.deepEqual([...lines.pathIndices.value], [0, 2, 4]);
    });

    it('__proto__ and constructor are keys like any other', () => {
        const properties = { ['__proto__']: 'x', constructor: 'y', toString: 1 };
        const tile = writeTile([{ name: 'a', features: [point(1, 1, { properties }), point(1, 1)] }]);
        const { points } = load(tile);
        assert.deepEqual(Object.entries(points.properties[0]), [['__proto__', 'x'], ['constructor', 'y'], ['layerName', 'a']]);
        assert.equal(Object.getPrototypeOf(points.properties[0]), Object.prototype);
        assert.deepEqual([...points.numericProps.toString.value], [1, 0]);
        const [feature] = load(tile, { shape: 'geojson' });
        assert.deepEqual(Object.entries(feature.properties), Object.entries(properties));
        const numbers = load(writeTile([{ name: 'a', features: [point(1, 1, { properties: { ['__proto__']: 3 } })] }]));
        assert.deepEqual([...Object.entries(numbers.points.numericProps)[0][1].value], [3]);
    });

    it('gzip is inflated by parse; parseSync says what it is', async () => {
        const [tile] = some;
        const bytes = bufferOf(new Uint8Array(gzipSync(tile.read())));
        const result = await TileWasmLoader.parse(bytes, { mvt: BINARY });
        assert.equal(result.byteLength, bytes.byteLength);
        assert.deepEqual({ ...result, byteLength: 0 }, { ...load(tile.read()), byteLength: 0 });
        assert.throws(() => TileWasmLoader.parseSync(bytes, { mvt: BINARY }), { code: 'not-mvt:gzip' });
    });

    it('bytes that are no tile are named', async () => {
        const page = new TextEncoder().encode('<!doctype html><title>404</title>');
        await assert.rejects(TileWasmLoader.parse(page.buffer, { mvt: BINARY }), { name: 'TileError', code: 'not-mvt:html' });
        assert.throws(() => load(some[0].read().subarray(0, 1000)), TileError);
    });

    it('options that make no sense are refused, with what would', () => {
        const refuse = (options, message) => assert.throws(() => TileWasmLoader.parseSync(new ArrayBuffer(0), options), { code: 'bad-request', message });
        refuse({ mvt: { shape: 'arrow-table' } }, /mvt\.shape must be one of geojson, .* not "arrow-table"/);
        refuse({ mvt: { coordinates: 'globe' } }, /mvt\.coordinates/);
        refuse({ mvt: { coordinates: 'wgs84' } }, /tileIndex/);
        refuse({ mvt: { coordinates: 'wgs84', tileIndex: { x: 2, y: 0, z: 1 } } }, /mvt\.tileIndex must be .*, not \{"x":2,"y":0,"z":1\}/);
        refuse({ tilewasm: { absentNumbers: NaN } }, /absentNumbers/);
        refuse({ tilewasm: { properties: 'name' } }, /properties/);
        assert.throws(() => createTileWasmLoader({}), { code: 'bad-request', message: /loaders-worker/ });
    });
});

describe('results', () => {
    it('lie in one buffer, the result of one tile untouched by the next', () => {
        const [first, second] = some.slice(0, 2).map((tile) => tile.read());
        const result = load(first);
        const buffers = new Set();
        for (const name of GROUPS) {
            for (const { value } of Object.values(result[name])) if (ArrayBuffer.isView(value)) buffers.add(value.buffer);
            for (const { value } of Object.values(result[name].numericProps)) buffers.add(value.buffer);
        }
        assert.equal(buffers.size, 1);
        const copy = structuredClone(result);
        load(second);
        assert.deepEqual(result, copy);
    });

    it('come from any view of the bytes', () => {
        const bytes = some[0].read();
        const shifted = new Uint8Array(bytes.length + 3);
        shifted.set(bytes, 3);
        assert.deepEqual(TileWasmLoader.parseSync(shifted.subarray(3), { mvt: BINARY }), load(bytes));
    });
});

describe('through @loaders.gl/core', () => {
    it('with the defaults of MVTLoader', async () => {
        const bytes = some[0].read();
        assert.deepEqual(await parse(bufferOf(bytes), TileWasmLoader), await parse(bufferOf(bytes), MVTLoader));
        assert.deepEqual(parseSync(bufferOf(bytes), TileWasmLoader), parseSync(bufferOf(bytes), MVTLoader));
    });

    it('with options, chosen by type among loaders', async () => {
        const bytes = some[0].read();
        const options = { core: { mimeType: 'application/x-protobuf' }, mvt: { shape: 'binary', layers: ['road'] }, tilewasm: { absentNumbers: 'nan' } };
        const result = await parse(new Response(bufferOf(bytes), { headers: { 'content-type': 'application/x-protobuf' } }), [TileWasmLoader], options);
        assert.deepEqual(result, load(bytes, { ...BINARY, layers: ['road'] }, { absentNumbers: 'nan' }));
    });

    it('polygons without area, which have no triangles', () => {
        const flat = writeTile([{ name: 'a', features: [polygon([[[0, 0], [1, 1], [2, 2]]])] }]);
        assertSameBinary(load(flat), loadTheirs(flat));
    });

    it('createTileWasmLoader makes a path of a URL of its own page, which loaders.gl would wrap in a blob', () => {
        const urlOf = (workerUrl) => createTileWasmLoader({ workerUrl }).options.tilewasm.workerUrl;
        assert.equal(urlOf('https://example.org/a/worker.js'), 'https://example.org/a/worker.js');
        globalThis.location = new URL('https://example.org/map/');
        try {
            assert.equal(urlOf('https://example.org/a/worker.js?v=1'), '/a/worker.js?v=1');
            assert.equal(urlOf(new URL('worker.js', globalThis.location)), '/map/worker.js');
            assert.equal(urlOf('https://example.org.evil.net/worker.js'), 'https://example.org.evil.net/worker.js');
            assert.equal(urlOf('/worker.js'), '/worker.js');
            globalThis.location = { origin: 'https://example.org', href: 'blob:https://example.org/1' }; // no base for paths
            assert.equal(urlOf('https://example.org/a/worker.js'), 'https://example.org/a/worker.js');
        } finally {
            delete globalThis.location;
        }
    });

    it('createTileWasmLoader parses here where there are no workers, and says its URL to loaders.gl', async () => {
        const loader = createTileWasmLoader({ workerUrl: new URL('https://example.org/loaders-worker.js') });
        assert.equal(loader.worker, true);
        assert.equal(loader.options.tilewasm.workerUrl, 'https://example.org/loaders-worker.js');
        assert.equal(TileWasmLoader.options.tilewasm.workerUrl, undefined);
        const bytes = some[0].read();
        assert.deepEqual(await parse(bufferOf(bytes), loader), await parse(bufferOf(bytes), MVTLoader));
    });
});

describe('the worker script', () => {
    let worker;
    const source = `
        const { parentPort } = require('node:worker_threads');
        globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
        import(${JSON.stringify(new URL('../js/loaders-worker.js', import.meta.url).href)}).then(() => {
            parentPort.on('message', (data) => globalThis.onmessage({ data }));
        });
    `;
    before(() => (worker = new Worker(source, { eval: true })));
    after(() => worker.terminate());

    const ask = (message) =>
        new Promise((resolve, reject) => {
            worker.once('message', resolve);
            worker.once('error', reject);
            worker.postMessage(message);
        });
    const loadThere = (bytes, mvt) => ask({ type: 'process', payload: { input: bufferOf(bytes), options: { mvt }, context: {} } });

    it('answers with the result of each shape', async () => {
        const bytes = some[0].read();
        for (const shape of ['binary', 'columnar-table', 'geojson', 'geojson-table']) {
            const mvt = { ...BINARY, shape };
            assert.deepEqual(await loadThere(bytes, mvt), { source: 'loaders.gl', type: 'done', payload: { result: load(bytes, mvt) } });
        }
        const { payload } = await loadThere(new Uint8Array(gzipSync(bytes)), { ...BINARY, shape: 'geojson' });
        assert.deepEqual(payload.result, load(bytes, { ...BINARY, shape: 'geojson' }));
    });

    it('answers with the text of an error, and goes on', async () => {
        const { source: from, type, payload } = await loadThere(new TextEncoder().encode('{"error":"no such tile"}'), BINARY);
        assert.deepEqual([from, type], ['loaders.gl', 'error']);
        assert.match(payload.error, /JSON/);
        assert.equal((await loadThere(some[0].read(), BINARY)).type, 'done');
    });
});
