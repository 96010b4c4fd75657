// The adapter with the API of @mapbox/vector-tile, read in full: a Point for each vertex, a property object for each feature.

import { PbfReader } from 'pbf';
import { decode } from '../../dist/index.mjs';
import { VectorTile } from '../../dist/vector-tile.mjs';
import { openTile, readAllOf } from '../peers/vector-tile.js';
import { sameValue } from '../support/equal.js';

const open = (bytes) => new VectorTile(new PbfReader(bytes));

export default {
    title: '`tilewasm/vector-tile`, full read, `Point` objects',
    peer: '@mapbox/vector-tile',
    goals: { streets: 1.8, 'osm-qa': 1.3, corpus: 1.8 },

    prepare() {
        return {
            outputLengths: (bytes) => decode(bytes).buffer.byteLength,
            fresh: (bytes) => readAllOf(open(bytes)),
            theirs: (bytes) => readAllOf(openTile(bytes)),
            check(comparison, bytes) {
                const [ours, theirs] = [open(bytes), openTile(bytes)];
                comparison.check('layers', sameValue(Object.keys(ours.layers), Object.keys(theirs.layers)));
                for (const name in theirs.layers) {
                    const [layer, other] = [ours.layers[name], theirs.layers[name]];
                    comparison.check(`${name}: length`, layer.length === other.length);
                    for (let i = 0; i < layer.length; i++) {
                        comparison.features++;
                        comparison.check(`${name} ${i}`, sameFeature(layer.feature(i), other.feature(i)));
                    }
                }
            },
        };
    },
};

function sameFeature(a, b) {
    const [lines, others] = [a.loadGeometry(), b.loadGeometry()];
    return (
        a.type === b.type && a.id === b.id && a.extent === b.extent && sameValue({ ...a.properties }, { ...b.properties }) &&
        lines.length === others.length &&
        lines.every((line, i) => line.length === others[i].length && line.every(({ x, y }, j) => others[i][j].x === x && others[i][j].y === y))
    );
}
