// Structure with keys and values: read, checked and copied out, made into strings when asked for. @mapbox/vector-tile makes them at once.

import { decode } from '../../dist/index.mjs';
import { readStructure } from '../peers/vector-tile.js';
import { compareTile } from '../support/compare.js';
import { recycling } from '../support/recycle.js';
import { touchStructure } from '../support/views.js';

const request = { positions: false, types: [] };

export default {
    title: 'structure, keys and values copied out',
    peer: 'new VectorTile()',
    goals: {},

    prepare() {
        const decodeRecycled = recycling();
        return {
            outputLengths: (bytes) => decode(bytes, request).buffer.byteLength,
            recycled: (bytes) => touchStructure(decodeRecycled(bytes, request)),
            fresh: (bytes) => touchStructure(decode(bytes, request)),
            theirs: readStructure,
            check: (comparison, bytes) => compareTile(comparison, decode(bytes, request), bytes, {}),
        };
    },
};
