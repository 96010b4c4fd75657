// One measurement of npm run bench:triangulate in a page: ?measurement=sizes|growth&budget=MS. Bundled and driven by drive.js.

import { measureGrowth, measureSizes } from '../triangulate/measure.js';

async function fetchTiles(group) {
    const count = await (await fetch(`/tiles/${group}`)).json();
    return Promise.all(Array.from({ length: count }, async (_, i) => new Uint8Array(await (await fetch(`/tiles/${group}/${i}`)).arrayBuffer())));
}

const query = new URLSearchParams(globalThis.location.search);
const measure = query.get('measurement') === 'growth' ? measureGrowth : measureSizes;

measure(fetchTiles, { budget: Number(query.get('budget')) }).then(
    (result) => (globalThis.benchmark = { result }),
    (error) => (globalThis.benchmark = { error: String(error?.stack ?? error) }),
);
