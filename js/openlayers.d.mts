// The published declarations of tilewasm/openlayers.

import type MVT from 'ol/format/MVT.js';
import type { Options } from 'ol/format/MVT.js';
import type RenderFeature from 'ol/render/Feature.js';
import type Tile from 'ol/Tile.js';
import type { Pool, PoolDecodeOptions } from './pool.mjs';

/**
 * A format for `ol/source/VectorTile` with the options and the results of `ol/format/MVT`. RenderFeatures, the default, are made of
 * coordinates that WebAssembly has brought into the view's units; other feature classes are made by `ol/format/MVT` itself.
 */
export class TileWasmFormat extends MVT<RenderFeature> {
    constructor(options?: Options<any> & ErrorOptions);
}

/** What becomes of errors, which OpenLayers catches: the map stays empty there, and nobody hears why. */
export interface ErrorOptions {
    /** Called with each. Default: `console.error`, but for tiles that could not be fetched. The address is known to `tileLoadFunction` only. */
    onError?: (error: unknown, url?: string) => void;
}

/** Options of the features that a tile load function makes, as those of `ol/format/MVT`. */
export interface FeatureOptions extends ErrorOptions {
    /** Names of the layers to read; others cost their skip only. Default: all. */
    layers?: string[];
    /** The property that gets the layer's name. Default 'layer'. */
    layerName?: string;
    /** The property that becomes the feature's id. */
    idProperty?: string;
    /** Options of `fetch`. */
    fetch?: PoolDecodeOptions['fetch'];
}

/** A `tileLoadFunction` for `ol/source/VectorTile`: tiles are fetched, inflated and decoded in the pool. 204 is an empty tile. */
export function tileLoadFunction(pool: Pool, options?: FeatureOptions): (tile: Tile, url: string) => void;
