// Must compile: loaders.gl and deck.gl take the loaders of tilewasm/loaders, by their own types. Run by tests/types.test.js.

import { MVTLayer } from '@deck.gl/geo-layers';
import { load, parse, registerLoaders } from '@loaders.gl/core';
import { TileWasmLoader, createTileWasmLoader } from '../../js/loaders.mjs';

declare const bytes: ArrayBuffer;

registerLoaders([TileWasmLoader]);
void load('tile.mvt', TileWasmLoader, { mvt: { shape: 'binary' } });
void parse(bytes, [TileWasmLoader], { tilewasm: { absentNumbers: 'nan' } });
new MVTLayer({ data: '/{z}/{x}/{y}.mvt', loaders: [TileWasmLoader] });
new MVTLayer({ data: '/{z}/{x}/{y}.mvt', loaders: [createTileWasmLoader({ workerUrl: new URL('https://example.org/loaders-worker.js') })] });
