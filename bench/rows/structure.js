// Structure only: layers and where their features lie. The library's open tile answers from its tables; keys and values are read
// when asked for. @mapbox/vector-tile reads them at once.

import { open } from '../../dist/index.mjs';
import { readStructure } from '../peers/vector-tile.js';
import { compareTile } from '../support/compare.js';
import { touchStructure } from '../support/views.js';

export default {
    title: 'structure only',
    peer: 'new VectorTile()',
    goals: { streets: 2.5, 'osm-qa': 30, corpus: 5 },

    prepare() {
        return {
            // Nothing is copied out before one asks.
            outputLengths: () => 0,
            fresh: (bytes) => {
                const reader = open(bytes);
                const features = touchStructure(reader);
                reader.close();
                return features;
            },
            theirs: readStructure,
            check(comparison, bytes) {
                const reader = open(bytes);
                compareTile(comparison, reader, bytes, {});
                reader.close();
            },
        };
    },
};
