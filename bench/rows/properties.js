// Geometry and every feature's property object.

import { decode } from '../../dist/index.mjs';
import { readAll } from '../peers/vector-tile.js';
import { compareTile } from '../support/compare.js';
import { recycling } from '../support/recycle.js';
import { touchGeometry, touchProperties } from '../support/views.js';

const touch = (tile) => touchGeometry(tile) + touchProperties(tile);

export default {
    title: "geometry and every feature's property object",
    peer: 'the same by @mapbox/vector-tile',
    goals: { streets: 3.2, 'osm-qa': 1.8, corpus: 2.2 },

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
