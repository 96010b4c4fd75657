// The entry tilewasm/geojson.

import assert from 'node:assert/strict';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { describe, it } from 'node:test';
import { toGeoJSON } from '../js/geojson.js';
import { decode, open } from '../js/index.js';
import { realTiles } from './support/tiles.js';
import { line, point, polygon, writeTile } from './support/write-tile.js';

const exterior = [[0, 0], [100, 0], [100, 100], [0, 100]];
const interior = [[10, 10], [10, 20], [20, 20], [20, 10]];
const bytes = writeTile([
    {
        name: 'a',
        features: [
            point(2048, 2048, { id: 2n ** 60n, properties: { big: 2n ** 60n, layer: 'my own', ['__proto__']: 1, small: 5n, flag: true } }),
            polygon([exterior, interior], { id: 0 }),
            polygon([exterior, exterior.map(([x, y]) => [x + 200, y])]),
            line([[1, 1]]),
            { type: 'unknown', geometry: [9, 2, 2] },
        ],
    },
    { name: 'b', extent: 512, features: [line([[0, 0], [512, 512]])] },
]);

const area = (ring) => ring.reduce((sum, [x, y], i) => (i === 0 ? 0 : sum + ring[i - 1][0] * y - x * ring[i - 1][1]), 0);

describe('toGeoJSON', () => {
    it('refuses an address that is none', () => {
        const tile = decode(bytes);
        for (const address of [{}, 5, 'x', { x: '1', y: '1', z: '1' }, { x: 0, y: 0, z: -1 }, { x: 99, y: 0, z: 1 }, { x: 0, y: 0, z: NaN }, { x: 0.5, y: 0, z: 1 }]) {
            assert.throws(() => toGeoJSON(tile, address), { name: 'TileError', code: 'bad-request', message: /^the address must be/ });
        }
    });

    it('says that it wants a decoded tile where it is given something else', () => {
        const reader = open(bytes);
        for (const wrong of [new VectorTile(new PbfReader(bytes)), { layers: 5 }, bytes, bytes.slice().buffer, undefined, null, 'tile', {}, reader, reader.layers[0]]) {
            assert.throws(() => toGeoJSON(wrong), { name: 'TileError', code: 'bad-input', message: /decode\(bytes\)/ });
        }
    });

    it('makes features of a layer and a FeatureCollection of a tile', () => {
        const tile = decode(bytes);
        const features = toGeoJSON(tile.layer('a'));
        assert.equal(features.length, 5);
        assert.ok(features.every(({ type }) => type === 'Feature'));
        const collection = toGeoJSON(tile);
        assert.deepEqual([collection.type, collection.features.length], ['FeatureCollection', 6]);
        assert.deepEqual(collection.features.map(({ layer }) => layer), ['a', 'a', 'a', 'a', 'a', 'b']);
        assert.deepEqual(collection.features.slice(0, 5).map(({ layer, ...feature }) => feature), features); // eslint-disable-line no-unused-vars
    });

    it('gives integers beyond 2^53 as decimal strings, and survives JSON', () => {
        const [feature] = JSON.parse(JSON.stringify(toGeoJSON(decode(bytes).layer('a'))));
        assert.equal(feature.id, '1152921504606846976');
        assert.deepEqual(Object.entries(feature.properties), [['big', '1152921504606846976'], ['layer', 'my own'], ['__proto__', 1], ['small', 5], ['flag', true]]);
        const [, other] = toGeoJSON(decode(bytes).layer('a'));
        assert.equal(other.id, 0);
        assert.equal('id' in toGeoJSON(decode(bytes).layer('b'))[0], false);
        const [numbers] = toGeoJSON(decode(bytes, { integers: 'number' }).layer('a'));
        assert.equal(numbers.id, 2 ** 60);
    });

    it('has no geometry where nothing was kept, and for unknown types', () => {
        const geometries = toGeoJSON(decode(bytes).layer('a'), { x: 0, y: 0, z: 0 }).map(({ geometry }) => geometry?.type);
        assert.deepEqual(geometries, ['Point', 'Polygon', 'MultiPolygon', undefined, undefined]);
        assert.deepEqual(toGeoJSON(decode(bytes, { positions: false }).layer('a')).map(({ geometry }) => geometry), [null, null, null, null, null]);
    });

    it('winds exterior rings counterclockwise and holes clockwise, projected or not', () => {
        for (const [request, address] of [[{}, undefined], [{}, { x: 3, y: 5, z: 4 }], [{ coordinates: { x: 3, y: 5, z: 4 } }, undefined], [{ coordinates: { scale: [1, -1], offset: [0, 1] } }, undefined]]) {
            const [, one, two] = toGeoJSON(decode(bytes, request).layer('a'), address);
            assert.deepEqual(one.geometry.coordinates.map((ring) => Math.sign(area(ring))), [1, -1]);
            assert.deepEqual(two.geometry.coordinates.map((rings) => rings.map((ring) => Math.sign(area(ring)))), [[1], [1]]);
            for (const ring of one.geometry.coordinates) assert.deepEqual(ring[0], ring.at(-1));
        }
    });

    it('projects by the address, or takes what was projected on decoding', () => {
        const address = { x: 8800, y: 5373, z: 14 };
        const here = toGeoJSON(decode(bytes), address);
        const inC = toGeoJSON(decode(bytes, { coordinates: address }));
        assertNear(here.features.map(({ geometry }) => geometry), inC.features.map(({ geometry }) => geometry), 1e-12);
        assert.throws(() => toGeoJSON(decode(bytes, { coordinates: address }), address), { name: 'TileError', code: 'bad-request', message: /leave the address out/ });
        assert.throws(() => toGeoJSON(decode(bytes, { coordinates: 'unit' }).layer('a'), address), { code: 'bad-request' });
    });

    it('agrees with @mapbox/vector-tile on real tiles, winding aside', () => {
        for (const { name, read } of realTiles().streets.filter((_, i) => i % 12 === 0)) {
            const [z, x, y] = name.match(/(\d+)-(\d+)-(\d+)\.mvt$/).slice(1).map(Number);
            const tile = decode(read());
            for (const [layerName, layer] of Object.entries(new VectorTile(new PbfReader(read())).layers)) {
                const features = toGeoJSON(tile.layer(layerName), { x, y, z });
                for (let i = 0; i < layer.length; i++) {
                    const expected = layer.feature(i).toGeoJSON(x, y, z);
                    if (features[i].geometry === null) continue;
                    assert.equal(features[i].geometry.type, expected.geometry.type, name);
                    assertNear(sorted(features[i].geometry), sorted(expected.geometry), 1e-9);
                    assert.deepEqual(features[i].properties, { ...expected.properties });
                }
            }
        }
    });
});

/** Coordinates with the vertices of each ring in an order that does not depend on winding. */
function sorted({ type, coordinates }) {
    const sortRing = (ring) => [...ring].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (type === 'Polygon') return coordinates.map(sortRing);
    return type === 'MultiPolygon' ? coordinates.map((rings) => rings.map(sortRing)) : coordinates;
}

function assertNear(actual, expected, tolerance) {
    if (typeof expected === 'number') return assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} ${expected}`);
    if (expected === null || typeof expected !== 'object') return assert.equal(actual, expected);
    assert.deepEqual(Object.keys(actual), Object.keys(expected));
    return Object.keys(expected).forEach((key) => assertNear(actual[key], expected[key], tolerance));
}
