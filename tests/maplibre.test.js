// The hook for MapLibre GL JS by itself: it looks before it touches, and falls back with one warning.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useTileWasm } from '../js/maplibre.js';
import { install } from '../js/maplibre-worker.js';
import { realTiles } from './support/tiles.js';

/** What of MapLibre's worker the hook looks at. */
function makeWorker() {
    class VectorTileWorkerSource {
        loadVectorTile(parameters, data) {
            return { vectorTile: 'own', rawData: data, parameters };
        }
    }
    return {
        workerSources: {},
        layerIndexes: {},
        availableImages: {},
        _getWorkerSource(map, type, name) {
            this.workerSources[map] = { [type]: { [name]: new VectorTileWorkerSource() } };
            this.layerIndexes[map] = {};
            return this.workerSources[map][type][name];
        },
    };
}

it('decodes tiles, leaves MLT and faulty ones to MapLibre, warns once, and leaves nothing of its probe', () => {
    const worker = makeWorker();
    const warnings = [];
    assert.equal(install(worker, (text) => warnings.push(text)), true);
    assert.deepEqual([worker.workerSources, worker.layerIndexes], [{}, {}]);
    const source = worker._getWorkerSource('map', 'vector', 'city');
    const data = realTiles().streets[0].read().buffer;
    const { vectorTile, rawData } = source.loadVectorTile({}, data);
    assert.equal(rawData, data);
    assert.ok(Object.values(vectorTile.layers).some((layer) => layer.length > 0));
    assert.equal(source.loadVectorTile({ encoding: 'mlt' }, data).vectorTile, 'own');
    for (let i = 0; i < 3; i++) assert.equal(source.loadVectorTile({}, new Uint8Array([0x1f, 0x8b, 8]).buffer).vectorTile, 'own');
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /gzip/);
});

it('leaves a MapLibre alone that it does not know', () => {
    for (const worker of [undefined, {}, { _getWorkerSource: () => ({}) }, { _getWorkerSource() { throw new Error('other'); } }]) {
        const warnings = [];
        assert.equal(install(worker, (text) => warnings.push(text)), false);
        assert.equal(warnings.length, 1);
    }
});

it('asks MapLibre to load the file in its workers', async () => {
    const urls = [];
    await useTileWasm({ importScriptInWorkers: async (url) => urls.push(url) }, 'https://example.org/maplibre-worker.mjs');
    assert.deepEqual(urls, ['https://example.org/maplibre-worker.mjs']);
    await assert.rejects(useTileWasm({}, 'x'), { code: 'bad-input' });
});
