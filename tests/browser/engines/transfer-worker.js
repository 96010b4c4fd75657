// Takes a decoded tile from the page, says what it holds, and sends it back. Started by page.js.

import { DecodedTile } from 'tilewasm';
import { digestLayer } from './digest.js';

addEventListener('message', async ({ data }) => {
    const tile = DecodedTile.from(data);
    const layers = await Promise.all(tile.layers.map(digestLayer));
    const message = tile.toMessage();
    postMessage({ layers, message }, { transfer: [tile.buffer] });
});
