// The SIMD build against the scalar build: all geometry as int16.

import { createDecoder } from '../../dist/index.mjs';
import { recycling } from '../support/recycle.js';
import { touchGeometry } from '../support/views.js';

const request = { positions: 'int16', properties: false };

export default {
    title: 'SIMD build, geometry',
    peer: 'the scalar build',
    goals: { streets: 2.5, 'osm-qa': 1.1, corpus: 1.5 },

    async prepare() {
        const simd = await createDecoder({ simd: true });
        const scalar = await createDecoder({ simd: false });
        const decodeSimd = recycling(simd.decodeInto.bind(simd));
        const decodeScalar = recycling(scalar.decodeInto.bind(scalar));
        return {
            outputLengths: (bytes) => simd.decode(bytes, request).buffer.byteLength,
            recycled: (bytes) => touchGeometry(decodeSimd(bytes, request)),
            fresh: (bytes) => touchGeometry(simd.decode(bytes, request)),
            theirs: (bytes) => touchGeometry(decodeScalar(bytes, request)),
            theirsFresh: (bytes) => touchGeometry(scalar.decode(bytes, request)),
            check(comparison, bytes) {
                const a = new Uint32Array(simd.decode(bytes, request).buffer);
                const b = new Uint32Array(scalar.decode(bytes, request).buffer);
                comparison.check('result blocks', a.length === b.length && a.every((word, i) => word === b[i]));
                comparison.features++;
            },
        };
    },
};
