// Must compile: the entry tilewasm/geojson. Run by tests/types.test.js.

import { toGeoJSON } from '../../js/geojson.mjs';
import type { GeoJSONFeature } from '../../js/geojson.mjs';
import { decode } from '../../js/index.mjs';

declare const bytes: Uint8Array;

const tile = decode(bytes, { positions: 'float32' });
const collection = toGeoJSON(tile, { x: 0, y: 0, z: 0 });
const layerName: string = collection.features[0]!.layer;
const features: GeoJSONFeature[] = toGeoJSON(tile.layers[0]!);
const [feature] = features;
if (feature?.geometry?.type === 'Polygon') {
    const longitude: number = feature.geometry.coordinates[0]![0]![0];
    void longitude;
}
void layerName;
