// What an application imports and calls to get its first tile, one module a contender; each is loaded only when it is asked for, so
// that its import is part of the time. Called by first-tile.js in a fresh process, and by the page in a fresh page.

export const contenders = {
    tilewasm: async () => {
        const { decode } = await import('../../dist/index.mjs');
        return (bytes) => decode(bytes).layers.reduce((sum, layer) => sum + layer.polygons.positions.length + layer.length, 0);
    },
    '@mapbox/vector-tile': async () => {
        const { readAll } = await import('../peers/vector-tile.js');
        return readAll;
    },
    'ol/format/MVT': async () => {
        const { default: MVT } = await import('ol/format/MVT.js');
        const options = { extent: [0, 0, 2000, 2000], featureProjection: 'EPSG:3857' };
        return (bytes) => new MVT().readFeatures(bytes.buffer, options).length;
    },
    'loaders.gl MVTLoader': async () => {
        const { MVTLoader } = await import('@loaders.gl/mvt');
        const options = { mvt: { shape: 'binary', coordinates: 'local', layerProperty: 'layerName' } };
        return (bytes) => MVTLoader.parseSync(bytes.buffer, options).polygons.positions.value.length;
    },
};

/**
 * Times the first tile of one contender, in milliseconds: the import (loading and running its modules), the first decode (with
 * everything that is compiled for it), and a second one.
 *
 * @param {keyof typeof contenders} name
 * @param {Uint8Array} bytes
 */
export async function timeFirstTile(name, bytes) {
    const start = performance.now();
    const read = await contenders[name]();
    const imported = performance.now();
    const sum = read(bytes);
    const first = performance.now();
    read(bytes);
    const second = performance.now();
    return { import: imported - start, first: first - imported, second: second - first, total: first - start, sum };
}

/**
 * The same for a pool of two workers: the import, two tiles decoded by two workers that have to be started, one more.
 *
 * @param {Uint8Array} bytes
 * @param {() => any} [worker] where the pool cannot make its own
 */
export async function timePool(bytes, worker) {
    const start = performance.now();
    const { createPool } = await import('../../dist/pool.mjs');
    const imported = performance.now();
    const pool = createPool({ size: 2, worker });
    const tiles = await Promise.all([pool.decode(bytes), pool.decode(bytes.slice())]);
    const first = performance.now();
    await pool.decode(bytes.slice());
    const second = performance.now();
    pool.close();
    return { import: imported - start, first: first - imported, second: second - first, total: first - start, sum: tiles.length };
}
