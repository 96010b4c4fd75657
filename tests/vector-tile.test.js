// tilewasm/vector-tile beside @mapbox/vector-tile 3: the same results on every real tile, and on odd ones but for what is named here.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as theirs from '@mapbox/vector-tile';
import TheirPoint from '@mapbox/point-geometry';
import { PbfReader } from 'pbf';
import vtpbf from 'vt-pbf';
import * as ours from '../js/vector-tile.js';
import { realTiles, syntheticFixtures } from './support/tiles.js';

const cases = new URL('cases/tiles/', import.meta.url);

/** What a function gives, or the error's message. */
function outcome(run) {
    try {
        return { value: run() };
    } catch (error) {
        return { error: error.message };
    }
}

const flat = (lines) => lines.map((line) => line.map(({ x, y }) => [x, y]));

function everythingOf(feature) {
    const { type, id, extent, properties } = feature;
    return { type, id, extent, properties: { ...properties }, geometry: flat(feature.loadGeometry()), box: feature.bbox(), geojson: outcome(() => feature.toGeoJSON(1, 2, 3)) };
}

/** All that can be had of a tile, as plain data. */
function everything({ VectorTile }, source) {
    const { layers } = new VectorTile(source);
    return Object.entries(layers).map(([key, layer]) => ({
        key,
        version: layer.version,
        name: layer.name,
        extent: layer.extent,
        features: Array.from({ length: layer.length }, (_, i) => {
            const feature = layer.feature(i);
            const { type, id, extent, properties } = feature;
            return {
                ...{ type, id, extent, properties },
                geometry: outcome(() => flat(feature.loadGeometry())),
                bbox: outcome(() => feature.bbox()),
                geojson: outcome(() => feature.toGeoJSON(1, 2, 3)),
            };
        }),
    }));
}

describe('tilewasm/vector-tile reads as @mapbox/vector-tile', () => {
    for (const [group, tiles] of Object.entries(realTiles())) {
        it(`${group}: every feature, property, point and box`, () => {
            for (const { name, read } of tiles) {
                const bytes = read();
                const mine = new ours.VectorTile(bytes);
                const other = new theirs.VectorTile(new PbfReader(bytes));
                assert.deepEqual(Object.keys(mine.layers), Object.keys(other.layers), name);
                for (const key of Object.keys(other.layers)) compareLayers(mine.layers[key], other.layers[key], `${name} ${key}`);
            }
        });
    }

    it('GeoJSON, errors and all, of one tile in eight', () => {
        const { streets } = realTiles();
        for (const tile of streets.filter((_, i) => i % 8 === 0)) {
            const bytes = tile.read();
            assert.deepEqual(everything(ours, bytes), everything(theirs, new PbfReader(bytes)), tile.name);
        }
    });

    const odd = [
        ...syntheticFixtures().map(({ id, bytes }) => [`fixture ${id}`, bytes]),
        ...readdirSync(cases).map((file) => [file.replace('.mvt', ''), new Uint8Array(readFileSync(new URL(file, cases)))]),
    ];

    /** Where we read otherwise, and why. */
    const deviations = JSON.parse(readFileSync(new URL('vector-tile-deviations.json', import.meta.url), 'utf8'));

    it('odd tiles too, but for the deviations that are listed', () => {
        const found = {};
        for (const [name, bytes] of odd) {
            const mine = outcome(() => everything(ours, bytes));
            const other = outcome(() => everything(theirs, new PbfReader(bytes)));
            const same = outcome(() => assert.deepEqual(mine, other)).error === undefined;
            if (!same) found[name] = mine.error ? 'refused' : other.error ? 'read' : 'read otherwise';
        }
        assert.deepEqual(found, Object.fromEntries(Object.entries(deviations).map(([name, { how }]) => [name, how])));
    });

    it('from a Pbf of which a part is the tile, leaving it behind the tile', () => {
        const bytes = realTiles().streets[0].read();
        const padded = new Uint8Array(bytes.length + 7);
        padded.set(bytes, 3);
        for (const { VectorTile } of [ours, theirs]) {
            const pbf = new PbfReader(padded);
            pbf.pos = 3;
            new VectorTile(pbf, 3 + bytes.length);
            assert.equal(pbf.pos, 3 + bytes.length);
        }
        assert.deepEqual(everything(ours, padded.subarray(3, 3 + bytes.length)), everything(theirs, new PbfReader(bytes)));
    });

    it('a layer by itself, an empty one too', () => {
        const message = Uint8Array.from([0x0a, 1, 0x6c, 0x28, 0x80, 0x04, 0x78, 2]);
        for (const bytes of [message, new Uint8Array(0)]) {
            const [mine, other] = [new ours.VectorTileLayer(new PbfReader(bytes)), new theirs.VectorTileLayer(new PbfReader(bytes))];
            for (const field of ['name', 'version', 'extent', 'length']) assert.equal(mine[field], other[field]);
            assert.throws(() => mine.feature(0), /feature index out of bounds/);
        }
    });

    it('with indices that are strings, and a layer and features whose fields were changed', () => {
        const bytes = realTiles().streets[0].read();
        const [mine, other] = [new ours.VectorTile(bytes), new theirs.VectorTile(new PbfReader(bytes))];
        for (const name in other.layers) {
            for (const i in Array.from({ length: Math.min(other.layers[name].length, 30) })) {
                const [a, b] = [mine.layers[name].feature(/** @type {any} */ (i)), other.layers[name].feature(/** @type {any} */ (i))];
                assert.deepEqual(everythingOf(a), everythingOf(b), `${name} ${i}`);
            }
        }
        const [first] = Object.values(mine.layers);
        for (const i of [0n, new Number(0), [0]]) assert.deepEqual(everythingOf(first.feature(/** @type {any} */ (i))), everythingOf(first.feature(0)));
        const name = Object.keys(other.layers).find((key) => other.layers[key].length > 1);
        const change = ({ layers }) => {
            const layer = layers[name];
            layer.extent = 8192;
            layer.length = 1;
            const feature = layer.feature(1);
            feature.id = null;
            return [feature.extent, feature.toGeoJSON(1, 2, 3)];
        };
        assert.deepEqual(change(mine), change(other));
        for (const bad of [1.5, 'a', '', ' 0', '0x0', null, true, NaN, -1, 1e9]) assert.throws(() => mine.layers[name].feature(/** @type {any} */ (bad)), /feature index out of bounds/);
    });

    it('refuses what is neither a Pbf nor bytes, which would be read as an empty tile', () => {
        for (const source of [undefined, null, 'abc', {}, 7, Promise.resolve(new Uint8Array(1)), { [Symbol.toStringTag]: 'ArrayBuffer' }]) {
            assert.throws(() => new ours.VectorTile(/** @type {any} */ (source)), { code: 'bad-input' });
        }
        const buffer = new ArrayBuffer(8);
        const gone = [buffer, new Uint8Array(buffer), new DataView(buffer)];
        structuredClone(buffer, { transfer: [buffer] });
        for (const source of gone) assert.throws(() => new ours.VectorTile(source), { code: 'bad-input', message: /transferred/ });
    });

    it('with points that callers may change, clone, and call the methods of', () => {
        const bytes = realTiles().streets[0].read();
        const { layers } = new ours.VectorTile(bytes);
        const polygons = Object.values(layers).find((layer) => layer.length > 0 && layer.feature(0).type === 3);
        const feature = polygons.feature(0);
        const before = flat(feature.loadGeometry());
        const [ring] = feature.loadGeometry();
        ring[0].x += 1000;
        assert.notEqual(ring[0].x, ring[ring.length - 1].x, 'the closing vertex is another object');
        assert.deepEqual(flat(feature.loadGeometry()), before);
        assert.equal(new ours.Point(3, 4).mag(), new TheirPoint(3, 4).mag());
        const clone = structuredClone(feature);
        assert.deepEqual({ ...clone, properties: null }, { ...feature, properties: null });
        assert.deepEqual({ ...clone.properties }, { ...feature.properties });
        assert.deepEqual(Object.keys({ ...feature }).sort(), ['extent', 'id', 'properties', 'type']);
        assert.deepEqual(ours.VectorTileFeature.types, theirs.VectorTileFeature.types);
        assert.deepEqual(ours.classifyRings(feature.loadGeometry()).map(flat), theirs.classifyRings(feature.loadGeometry()).map(flat));
        const [noNumber, triangle] = [[{ x: NaN, y: 0 }, { x: 1, y: 1 }], [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }]]; // prettier-ignore
        for (const rings of [[noNumber, triangle], [triangle, noNumber], [triangle, [...triangle].reverse()]]) {
            assert.deepEqual(ours.classifyRings(rings), theirs.classifyRings(rings));
        }
        assert.throws(() => new ours.VectorTileFeature(), TypeError);
    });

    it('well enough for vt-pbf to write the same bytes', () => {
        for (const tile of realTiles().streets.filter((_, i) => i % 20 === 0)) {
            const bytes = tile.read();
            assert.deepEqual(vtpbf(new ours.VectorTile(bytes)), vtpbf(new theirs.VectorTile(new PbfReader(bytes))));
        }
    });
});

function compareLayers(mine, other, where) {
    for (const field of ['version', 'name', 'extent', 'length']) assert.equal(mine[field], other[field], where);
    for (let i = 0; i < other.length; i++) {
        const [a, b] = [mine.feature(i), other.feature(i)];
        if (a.type !== b.type || a.id !== b.id) assert.fail(`${where} ${i}: ${a.type} ${a.id}, not ${b.type} ${b.id}`);
        assert.equal(Object.getPrototypeOf(a.properties), null);
        const keys = Object.keys(b.properties);
        if (Object.keys(a.properties).length !== keys.length || keys.some((key) => !Object.is(a.properties[key], b.properties[key]))) {
            assert.deepEqual(a.properties, b.properties, `${where} ${i}`);
        }
        compareLines(a.loadGeometry(), b.loadGeometry(), `${where} ${i}`);
        const [box, otherBox] = [a.bbox(), b.bbox()];
        if (box.some((value, k) => value !== otherBox[k])) assert.deepEqual(box, otherBox, `${where} ${i}`);
    }
}

function compareLines(a, b, where) {
    const same =
        a.length === b.length &&
        a.every((line, i) => line.length === b[i].length && line.every((point, k) => point.x === b[i][k].x && point.y === b[i][k].y));
    if (!same) assert.deepEqual(flat(a), flat(b), where);
}

describe('tilewasm/vector-tile keeps one buffer for the tiles that are read', () => {
    it('and reads features of earlier tiles as well, in any order, after a bad tile too', () => {
        const tiles = Object.values(realTiles()).flat().slice(0, 12).map((tile) => tile.read());
        const expected = tiles.map((bytes) => everything(theirs, new PbfReader(bytes)));
        const open = tiles.map((bytes) => Object.values(new ours.VectorTile(bytes).layers));
        assert.throws(() => new ours.VectorTile(new Uint8Array([0x1a, 0x7f])));
        const early = open.map((layers) => layers.map((layer) => layer.feature(layer.length - 1)));
        for (const i of [5, 0, 11, 5, 3, 0, 10, 1]) {
            const layers = open[i].map((layer) => Array.from({ length: layer.length }, (_, k) => flat(layer.feature(k).loadGeometry())));
            assert.deepEqual(layers, expected[i].map(({ features }) => features.map(({ geometry }) => geometry.value)));
            for (const [k, feature] of early[i].entries()) {
                const { properties, bbox, geometry } = expected[i][k].features.at(-1);
                assert.deepEqual([feature.properties, feature.bbox(), flat(feature.loadGeometry())], [properties, bbox.value, geometry.value]);
            }
        }
    });
});
