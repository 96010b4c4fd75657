// tilewasm/openlayers beside ol/format/MVT: the same features, in the same order, with the same coordinates, properties and ids.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import Feature from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import RenderFeature from 'ol/render/Feature.js';
import { decode } from '../js/index.js';
import { TileWasmFormat, tileLoadFunction } from '../js/openlayers.js';
import { realTiles } from './support/tiles.js';

const extent = [-9784000, 5145000, -9779100, 5149900];
const tiles = Object.values(realTiles()).flat().filter((_, i) => i % 6 === 0);

/** Rings without area, which the arrays leave out of features of several rings, are taken out of theirs. */
function withoutFlatRings(feature) {
    const all = feature.getFlatCoordinates();
    const ends = feature.getEnds() ?? [];
    if (feature.getType() !== 'Polygon' || ends.length < 2) return { coordinates: Array.from(all), ends };
    const coordinates = [];
    const kept = [];
    ends.forEach((end, i) => {
        const ring = all.slice(i === 0 ? 0 : ends[i - 1], end);
        let area = 0;
        for (let k = 0; k < ring.length - 2; k += 2) area += (ring[k] - ring[0]) * (ring[k + 3] - ring[1]) - (ring[k + 2] - ring[0]) * (ring[k + 1] - ring[1]);
        if (Math.abs(area) < 1e-3) return;
        coordinates.push(...ring);
        kept.push(coordinates.length);
    });
    return { coordinates, ends: kept };
}

function compare(mine, theirs, where, idProperty = undefined) {
    assert.equal(mine.length, theirs.length, where);
    mine.forEach((feature, i) => {
        const other = theirs[i];
        assert.ok(feature instanceof RenderFeature);
        const place = `${where}, feature ${i}`;
        assert.equal(feature.getId(), other.getId(), place);
        assert.equal(feature.getType(), other.getType(), place);
        const properties = { ...feature.getProperties() };
        // The property that becomes the id: ol leaves it undefined since 10.11, and deleted it before.
        if (idProperty && !(idProperty in other.getProperties()) && properties[idProperty] === undefined) delete properties[idProperty];
        assert.deepEqual(properties, { ...other.getProperties() }, place);
        const [a, b] = [withoutFlatRings(feature), withoutFlatRings(other)];
        assert.deepEqual(a.ends, b.ends, place);
        // A metre is far more than rounding, far less than a tile unit's step from one to the next.
        if (a.coordinates.some((value, k) => !(Math.abs(value - b.coordinates[k]) < 1e-6))) assert.deepEqual(a.coordinates, b.coordinates, place);
    });
}

describe('tilewasm/openlayers gives what ol/format/MVT gives', () => {
    for (const [name, options, readOptions] of [
        ['by default', {}, { extent }],
        ['without an extent', {}, {}],
        ['with layers, another name of the layer, and ids from a property', { layers: ['road', 'poi_label', 'osm'], layerName: 'source', idProperty: 'type' }, { extent }],
    ]) {
        it(name, () => {
            for (const tile of name === 'by default' ? tiles : tiles.slice(0, 8)) {
                const bytes = tile.read().slice().buffer;
                const read = (Format) => new Format(options).readFeatures(bytes, { ...readOptions, featureProjection: 'EPSG:3857' });
                compare(read(TileWasmFormat), read(MVT), tile.name, options.idProperty);
            }
        });
    }

    it('for another feature class, and after setLayers', () => {
        const bytes = tiles[0].read().slice().buffer;
        const read = (Format) => {
            const format = new Format({ featureClass: Feature, geometryName: 'shape' });
            format.setLayers(['water']);
            return format.readFeatures(bytes, { extent, featureProjection: 'EPSG:3857' }).map((feature) => [feature.getGeometryName(), feature.getGeometry().getExtent(), feature.getProperties().layer]);
        };
        assert.deepEqual(read(TileWasmFormat), read(MVT));
        const format = new TileWasmFormat();
        format.setLayers(['water']);
        assert.deepEqual([...new Set(format.readFeatures(bytes, { extent }).map((feature) => feature.get('layer')))], ['water']);
        assert.equal(format.getType(), 'arraybuffer');
        assert.equal(format.readProjection(bytes).getUnits(), 'tile-pixels');
    });

    it('with properties that are plain objects, and nothing that features share', () => {
        const bytes = tiles[0].read();
        const read = () => new TileWasmFormat().readFeatures(bytes, { extent });
        const [feature] = read();
        const properties = feature.getProperties();
        assert.equal(Object.getPrototypeOf(properties), Object.prototype);
        assert.ok(Object.prototype.hasOwnProperty.call(properties, 'layer') && properties.hasOwnProperty('layer')); // eslint-disable-line no-prototype-builtins
        properties.layer = 'mine';
        for (const one of read()) {
            one.getEnds()?.push(99);
            one.getFlatCoordinates().push(99);
        }
        compare(read(), new MVT().readFeatures(bytes, { extent, featureProjection: 'EPSG:3857' }), 'after features were changed');
    });

    it('for options that say nothing', () => {
        const bytes = tiles[0].read();
        for (const options of [{ layerName: '' }, { layerName: null }, { layers: null }, { layers: [] }, { layers: [undefined, 'water'] }]) {
            compare(new TileWasmFormat(options).readFeatures(bytes, { extent }), new MVT(/** @type {any} */ (options)).readFeatures(bytes, { extent, featureProjection: 'EPSG:3857' }), JSON.stringify(options));
        }
    });

    it('says what it is given instead of a tile, where the other gives an empty map', () => {
        const gzip = readFileSync(new URL('cases/tiles/c01-gzip-raw.mvt', import.meta.url));
        const source = gzip.buffer.slice(gzip.byteOffset, gzip.byteOffset + gzip.length);
        const errors = [];
        const format = new TileWasmFormat({ onError: (error) => errors.push(error.code) });
        assert.throws(() => format.readFeatures(source, { extent }), { code: 'not-mvt:gzip' });
        assert.deepEqual(errors, ['not-mvt:gzip'], 'OpenLayers catches what a format throws');
        const own = new TileWasmFormat({ featureClass: Feature, onError: (error) => errors.push(error) });
        assert.throws(() => own.readFeatures(new TextEncoder().encode('<html>').buffer, { extent }), (error) => error === errors[1]);
    });

    it('writes errors to the console where nobody else wants them', (context) => {
        const log = context.mock.method(console, 'error', () => {});
        assert.throws(() => new TileWasmFormat().readFeatures(new TextEncoder().encode('<html>').buffer, { extent }), { code: 'not-mvt:html' });
        assert.match(log.mock.calls[0].arguments[0], /^tilewasm: .*HTML page/);
    });

    it('through a pool, as a tile load function', async () => {
        const bytes = tiles[0].read();
        const requests = [];
        const pool = {
            decode: async (url, request, options) => {
                requests.push([url, options.fetch]);
                if (url === 'missing') throw new Error('404');
                return decode(url === 'empty' ? new Uint8Array(0) : bytes, request);
            },
        };
        const errors = [];
        const load = tileLoadFunction(pool, { fetch: { credentials: 'include' }, onError: (error, url) => errors.push([error.message, url]) });
        const run = (url) =>
            new Promise((resolve) => {
                load({ setLoader: (loader) => loader(extent, 1, 'EPSG:3857'), setFeatures: resolve, onError: () => resolve('error') }, url);
            });
        compare(await run('tile'), new MVT().readFeatures(bytes.slice().buffer, { extent, featureProjection: 'EPSG:3857' }), 'pool');
        assert.deepEqual(await run('empty'), []);
        assert.equal(await run('missing'), 'error');
        assert.deepEqual(errors, [['404', 'missing']]);
        assert.deepEqual(requests[0], ['tile', { credentials: 'include' }]);
        const failure = new Error('of a listener');
        const calls = [];
        const tile = {
            setLoader: (loader) => (tile.loaded = loader(extent)),
            setFeatures: () => {
                throw failure;
            },
            onError: () => calls.push('error'),
        };
        load(tile, 'tile');
        await assert.rejects(tile.loaded, failure);
        assert.deepEqual([calls, errors.length], [[], 1]);
    });
});
