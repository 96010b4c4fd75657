// One contender's first tile in a fresh page: ?contender=NAME&tile=GROUP/NUMBER. Bundled and driven by bench/first-tile/first-tile.js.

import { timeFirstTile, timePool } from '../first-tile/contenders.js';

async function main() {
    const query = new URLSearchParams(globalThis.location.search);
    const bytes = new Uint8Array(await (await fetch(`/tiles/${query.get('tile')}`)).arrayBuffer());
    const contender = query.get('contender');
    return contender === 'pool' ? timePool(bytes) : timeFirstTile(contender, bytes);
}

main().then(
    (result) => (globalThis.benchmark = { result }),
    (error) => (globalThis.benchmark = { error: String(error?.stack ?? error) }),
);
