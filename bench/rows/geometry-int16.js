// All geometry as int16 where it fits, against a Point for each vertex.

import { decode } from '../../dist/index.mjs';
import { readGeometry } from '../peers/vector-tile.js';
import { compareTile } from '../support/compare.js';
import { recycling } from '../support/recycle.js';
import { touchGeometry } from '../support/views.js';

const request = { positions: 'int16', properties: false };

export default {
    title: 'all geometry as int16 where it fits',
    peer: '@mapbox/vector-tile feature(i).loadGeometry()',
    goals: { streets: 10, 'osm-qa': 30, corpus: 12 },

    prepare() {
        const decodeRecycled = recycling();
        return {
            outputLengths: (bytes) => decode(bytes, request).buffer.byteLength,
            recycled: (bytes) => touchGeometry(decodeRecycled(bytes, request)),
            fresh: (bytes) => touchGeometry(decode(bytes, request)),
            theirs: readGeometry,
            check: (comparison, bytes) => compareTile(comparison, decode(bytes, request), bytes, { geometry: true }),
        };
    },
};
