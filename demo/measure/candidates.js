// The decoders that are measured, each doing the same work: every feature's geometry and property object. Used in measure/worker.js.

import { createDecoder } from 'tilewasm';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import MVT from 'ol/format/MVT.js';
import { MVTLoader } from '@loaders.gl/mvt';

/** @typedef {{ name: string, peer: boolean, read: (bytes: Uint8Array) => number }} Candidate `read` returns the number of features */

/** @returns {Promise<Candidate[]>} */
export async function makeCandidates() {
    const simd = await createDecoder({ simd: true }).catch(() => undefined);
    const scalar = await createDecoder({ simd: false });
    return [
        ...(simd ? [{ name: 'tilewasm, SIMD', peer: false, read: withTilewasm(simd) }] : []),
        { name: 'tilewasm, scalar', peer: false, read: withTilewasm(scalar) },
        { name: '@mapbox/vector-tile', peer: true, read: withVectorTile },
        { name: 'ol/format/MVT', peer: true, read: withOpenLayers },
        { name: '@loaders.gl/mvt, geojson', peer: true, read: withLoaders },
    ];
}

/**
 * @param {import('tilewasm').Decoder} decoder
 * @returns {Candidate['read']}
 */
function withTilewasm(decoder) {
    return (bytes) => {
        let features = 0;
        for (const layer of decoder.decode(bytes).layers) {
            for (let i = 0; i < layer.length; i++) layer.properties(i);
            features += layer.length;
        }
        return features;
    };
}

/** @type {Candidate['read']} */
function withVectorTile(bytes) {
    let features = 0;
    for (const layer of Object.values(new VectorTile(new PbfReader(bytes)).layers)) {
        for (let i = 0; i < layer.length; i++) layer.feature(i).loadGeometry();
        features += layer.length;
    }
    return features;
}

const openLayersFormat = new MVT();

/** @type {Candidate['read']} */
function withOpenLayers(bytes) {
    return openLayersFormat.readFeatures(/** @type {any} */ (bytes), { extent: [0, 0, 4096, 4096], featureProjection: 'EPSG:3857' }).length;
}

/** @type {Candidate['read']} */
function withLoaders(bytes) {
    const options = /** @type {any} */ ({ mvt: { shape: 'geojson', coordinates: 'local', layerProperty: 'layerName' } });
    const whole = bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
    return /** @type {any} */ (MVTLoader).parseSync(whole, options).length;
}
