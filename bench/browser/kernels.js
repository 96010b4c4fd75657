// npm run bench:kernels in a page: ?budget=MS&only=TEXT. Bundled and driven by drive.js.

import { makeDatasets } from '../kernels/data.js';
import { measureArray, measureFeatures, openModule } from '../kernels/measure.js';

async function fetchBytes(path) {
    return new Uint8Array(await (await fetch(path)).arrayBuffer());
}

async function fetchTiles(group) {
    const count = await (await fetch(`/tiles/${group}`)).json();
    return Promise.all(Array.from({ length: count }, (_, i) => fetchBytes(`/tiles/${group}/${i}`)));
}

async function measureAll() {
    const query = new URLSearchParams(globalThis.location.search);
    const builds = {
        scalar: await openModule(await fetchBytes('/kernels-scalar.wasm')),
        simd: await openModule(await fetchBytes('/kernels-simd.wasm')),
    };
    const rows = [];
    const wanted = (name, typeName) => `${name} ${typeName}`.includes(query.get('only') ?? '');
    for await (const dataset of makeDatasets(fetchTiles, wanted)) {
        const measure = dataset.kind === 'array' ? measureArray : measureFeatures;
        rows.push(...(await measure(dataset, builds, { budget: Number(query.get('budget')) })));
    }
    return rows;
}

measureAll().then(
    (result) => (globalThis.benchmark = { result }),
    (error) => (globalThis.benchmark = { error: String(error?.stack ?? error) }),
);
