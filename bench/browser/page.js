// Runs one row on one group in a page: ?row=NAME&group=NAME&budget=MS. Bundled and driven by drive.js.

import { runRow } from '../run-row.js';

async function fetchTiles(group) {
    const count = await (await fetch(`/tiles/${group}`)).json();
    return Promise.all(Array.from({ length: count }, async (_, i) => new Uint8Array(await (await fetch(`/tiles/${group}/${i}`)).arrayBuffer())));
}

async function main() {
    const query = new URLSearchParams(globalThis.location.search);
    const group = query.get('group');
    return runRow(query.get('row'), group, await fetchTiles(group), { budget: Number(query.get('budget')) });
}

main().then(
    (result) => (globalThis.benchmark = { result }),
    (error) => (globalThis.benchmark = { error: String(error?.stack ?? error) }),
);
