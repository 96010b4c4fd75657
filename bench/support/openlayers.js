// What the two rows of OpenLayers share: both formats, and equality of the features that they give.

import MVT from 'ol/format/MVT.js';
import { decode } from '../../dist/index.mjs';
import { TileWasmFormat } from '../../dist/openlayers.mjs';
import { faultyFeatures } from './compare.js';
import { sameValue } from './equal.js';

const options = { extent: [0, 0, 2000, 2000], featureProjection: 'EPSG:3857' };

/**
 * @param {(feature: any) => number} touch what an application does with each feature
 */
export function compareFormats(touch) {
    const reading = (format) => (bytes) => {
        let sum = 0;
        for (const feature of format.readFeatures(bytes.buffer, options)) sum += touch(feature);
        return sum;
    };
    const [ours, theirs] = [new TileWasmFormat(), new MVT()];
    return {
        outputLengths: (bytes) => decode(bytes).buffer.byteLength,
        fresh: reading(ours),
        theirs: reading(theirs),
        check(comparison, bytes) {
            const a = ours.readFeatures(bytes.buffer, options);
            const b = theirs.readFeatures(bytes.buffer, options);
            comparison.check(`number of features ${a.length} ${b.length}`, a.length === b.length);
            const different = a.filter((feature, i) => !sameFeature(feature, b[i])).length;
            comparison.check(`${different} features`, different <= faultyFeatures(decode(bytes)));
            comparison.features += a.length - different;
            comparison.leftOut += different;
        },
    };
}

/** Coordinates are the same numbers up to the last bits: one side multiplies once, the other twice. Where a layer leaves its extent to
 *  the default ol/format/MVT gives NaN. */
function sameFeature(a, b) {
    const [flat, other] = [a.getFlatCoordinates(), b.getFlatCoordinates()];
    return (
        a.getType() === b.getType() &&
        a.getId() === b.getId() &&
        flat.length === other.length &&
        other.every((value, i) => Number.isNaN(value) || Math.abs(value - flat[i]) <= 1e-9 * Math.max(1, Math.abs(value))) &&
        sameValue(Array.from(a.getEnds() ?? []), Array.from(b.getEnds() ?? [])) &&
        sameValue({ ...a.getProperties() }, { ...b.getProperties() })
    );
}
