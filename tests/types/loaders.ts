// Must compile: the entry tilewasm/loaders, by itself. Run by tests/types.test.js.

import { TileWasmLoader, createTileWasmLoader } from '../../js/loaders.mjs';
import type { BinaryFeatureCollection, FeatureTable, LoadedFeature } from '../../js/loaders.mjs';

declare const bytes: ArrayBuffer;

const binary: BinaryFeatureCollection = TileWasmLoader.parseSync(bytes, { mvt: { shape: 'binary' } });
const triangles: Uint32Array = binary.polygons.triangles.value;
const table = TileWasmLoader.parse(bytes, { mvt: { shape: 'columnar-table', layers: ['water'] }, tilewasm: { absentNumbers: 'nan' } });
const positions: Promise<Float32Array> = table.then(({ data }) => data.lines.positions.value);
const features: LoadedFeature[] = TileWasmLoader.parseSync(bytes, { mvt: { shape: 'geojson' } });
const collection: FeatureTable = TileWasmLoader.parseSync(bytes, { mvt: { shape: 'geojson-table' } });
const inWorkers = createTileWasmLoader({ workerUrl: '/loaders-worker.js' });
void [triangles, positions, features, collection, inWorkers];

// @ts-expect-error a shape that there is not
TileWasmLoader.parseSync(bytes, { mvt: { shape: 'arrow-table' } });
// @ts-expect-error a word for NaN, since options go to workers as JSON
TileWasmLoader.parseSync(bytes, { tilewasm: { absentNumbers: NaN } });
// @ts-expect-error the address is needed
createTileWasmLoader({});
