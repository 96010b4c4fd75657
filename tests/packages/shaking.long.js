// What an application imports and does not use stays out of its bundle: `sideEffects` in package.json and the stubs. Run by
// `npm run test:packages`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';
import { application } from './tarball.js';

const folder = application('shaking', {
    'one.js': `
        import { decode } from 'tilewasm';
        import { toGeoJSON } from 'tilewasm/geojson';
        import { TileWasmLoader } from 'tilewasm/loaders';
        import { createPool } from 'tilewasm/pool';
        import { decodeUint32 } from 'tilewasm/varint';
        import { VectorTile } from 'tilewasm/vector-tile';
        console.log(decode);
    `,
    'worker.js': "import 'tilewasm/pool-worker';",
});

/** The files of the package that have a part in the bundle. */
async function filesIn(entry) {
    const { metafile } = await build({ absWorkingDir: folder, entryPoints: [entry], bundle: true, format: 'esm', write: false, metafile: true });
    const [{ inputs }] = Object.values(metafile.outputs);
    return Object.keys(inputs).filter((path) => path.startsWith('node_modules/') && inputs[path].bytesInOutput > 0);
}

test('decode alone brings the core and nothing else', async () => {
    assert.deepEqual(await filesIn('one.js'), ['node_modules/tilewasm/dist/index.mjs']);
});

test('a worker that is imported for its effect is not left out', async () => {
    assert.deepEqual(await filesIn('worker.js'), ['node_modules/tilewasm/dist/pool-worker.mjs']);
});
