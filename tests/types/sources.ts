// Must compile: the published declarations say what the sources have. Run by tests/types.test.js.

import * as geojsonSource from '../../js/geojson.js';
import type * as geojson from '../../js/geojson.mjs';
import * as source from '../../js/index.js';
import type * as published from '../../js/index.mjs';
import * as loadersSource from '../../js/loaders.js';
import type * as loaders from '../../js/loaders.mjs';
import * as varintSource from '../../js/varint.js';
import type * as varint from '../../js/varint.mjs';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function is<T extends true>(): T {
    return true as T;
}

// The same names are exported, and the same members are there.
is<Equal<keyof typeof source, keyof typeof published>>();
is<Equal<keyof typeof geojsonSource, keyof typeof geojson>>();
is<Equal<keyof typeof loadersSource, keyof typeof loaders>>();
is<Equal<keyof typeof varintSource, keyof typeof varint>>();
is<Equal<keyof source.DecodedLayer, keyof published.DecodedLayer>>();
is<Equal<keyof source.DecodedTile, keyof published.DecodedTile>>();
is<Equal<keyof source.TileError, keyof published.TileError>>();
is<Equal<keyof source.TileReader, Exclude<keyof published.TileReader, typeof Symbol.dispose>>>();
is<Equal<keyof source.TileReader['layers'][0], keyof published.LayerReader>>();

// What the sources return is what the declarations promise, narrowing aside.
const tile: published.DecodedTile<any> = {} as source.DecodedTile;
const layer: published.DecodedLayer<any> = {} as source.DecodedLayer;
is<Equal<keyof Awaited<ReturnType<typeof source.createDecoder>>, keyof published.Decoder>>();
const error: published.TileError = {} as source.TileError;
void [tile, layer, error];
const workerLoader: loaders.Loader = {} as ReturnType<typeof loadersSource.createTileWasmLoader>;
void workerLoader;

// Functions take what the declarations let through.
is<Equal<Parameters<typeof source.decode>, Parameters<typeof published.decode>>>();
is<Equal<Parameters<typeof source.decodeInto>, Parameters<typeof published.decodeInto>>>();
is<Equal<Parameters<typeof source.decodeAsync>, Parameters<typeof published.decodeAsync>>>();
is<Equal<Parameters<typeof source.open>, Parameters<typeof published.open>>>();
is<Equal<Parameters<typeof source.init>, Parameters<typeof published.init>>>();
is<Equal<Parameters<typeof source.createDecoder>, Parameters<typeof published.createDecoder>>>();
