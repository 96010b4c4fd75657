// Geometry and all tag pairs as arrays, with the dictionary that they point into; no strings and no objects yet.

import { decode } from '../../dist/index.mjs';
import { readAll } from '../peers/vector-tile.js';
import { compareTile } from '../support/compare.js';
import { recycling } from '../support/recycle.js';
import { touchGeometry, touchTags } from '../support/views.js';

const touch = (tile) => touchGeometry(tile) + touchTags(tile);

export default {
    title: 'geometry and all tag pairs as arrays',
    peer: 'geometry and property objects by @mapbox/vector-tile',
    goals: { streets: 8, 'osm-qa': 25, corpus: 10 },

    prepare() {
        const decodeRecycled = recycling();
        return {
            outputLengths: (bytes) => decode(bytes).buffer.byteLength,
            recycled: (bytes) => touch(decodeRecycled(bytes)),
            fresh: (bytes) => touch(decode(bytes)),
            theirs: readAll,
            check: (comparison, bytes) => compareTile(comparison, decode(bytes), bytes, { geometry: true, properties: true }),
        };
    },
};
