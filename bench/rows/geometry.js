// All geometry as int32 with all offsets and checks, against the best plain JavaScript loop, which has neither.

import { decode } from '../../dist/index.mjs';
import { readPositions } from '../peers/hand-written.js';
import { positionsInOrder } from '../support/compare.js';
import { recycling } from '../support/recycle.js';
import { touchGeometry } from '../support/views.js';

const request = { positions: 'int32', properties: false };

export default {
    title: 'all geometry',
    peer: 'the best hand-written JS loop (no checks, no offsets)',
    goals: { streets: 3, 'osm-qa': 1.2, corpus: 2.5 },

    prepare(tiles) {
        const decodeRecycled = recycling();
        const positions = new Int32Array(Math.max(...tiles.map((tile) => tile.length)));
        return {
            outputLengths: (bytes) => decode(bytes, request).buffer.byteLength,
            recycled: (bytes) => touchGeometry(decodeRecycled(bytes, request)),
            fresh: (bytes) => touchGeometry(decode(bytes, request)),
            theirs: (bytes) => readPositions(bytes, positions),
            theirsFresh: (bytes) => positions.slice(0, readPositions(bytes, positions)).length,
            check(comparison, bytes) {
                const tile = decode(bytes, request);
                const length = readPositions(bytes, positions);
                const pieces = positionsInOrder(tile);
                // A tile with faulty features gives other vertices here and there: only whole tiles are compared.
                if (tile.problemCount > 0) {
                    comparison.leftOut++;
                    return;
                }
                let at = 0;
                for (const piece of pieces) {
                    comparison.check(`positions from ${at}`, piece.every((value, i) => positions[at + i] === value));
                    at += piece.length;
                    comparison.features++;
                }
                comparison.check('number of positions', at === length);
            },
        };
    },
};
