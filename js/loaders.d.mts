// The published declarations of the entry tilewasm/loaders. They name no type of loaders.gl, which is an optional peer.

import type { Bytes } from './index.mjs';

/** What loaders.gl calls the forms of a result. */
export type Shape = 'geojson' | 'geojson-table' | 'binary' | 'binary-geometry' | 'columnar-table';

/** The options that the loader reads; loaders.gl hands over others too. */
export interface TileWasmLoaderOptions {
    /** The options of MVTLoader, which deck.gl's MVTLayer sets too. */
    mvt?: {
        /** Default 'geojson'. 'binary' and 'binary-geometry' are the same. */
        shape?: Shape;
        /** 'local' (default): 0 to 1 across the tile, y down. 'wgs84': longitude and latitude, of the tile at `tileIndex`. */
        coordinates?: 'local' | 'wgs84';
        tileIndex?: { x: number; y: number; z: number };
        /** The property that says the layer of a feature; '' or null: none. Default, through loaders.gl, 'layerName'. */
        layerProperty?: string | number | null;
        /** Only these layers, in this order; others are not decoded. */
        layers?: string[];
        [other: string]: unknown;
    };
    /** Options of this loader only. */
    tilewasm?: {
        /** What numeric properties of binary shapes are for features that lack them: 'zero' (default, as MVTLoader) or 'nan'. */
        absentNumbers?: 'zero' | 'nan';
        /** Only the properties of these keys; true (default): all, false: none. */
        properties?: boolean | string[];
        /** The URL of tilewasm/loaders-worker. `createTileWasmLoader` sets it. */
        workerUrl?: string;
        [other: string]: unknown;
    };
    [other: string]: unknown;
}

/** An array of a binary result: `size` elements belong together. */
export interface Attribute<ArrayType> {
    value: ArrayType;
    size: number;
}

/** 16 bits where the numbers fit into them. */
export type IndexArray = Uint16Array | Uint32Array;

/** What points, lines and polygons of a binary result have. All arrays of a result lie in one buffer. */
export interface BinaryFeatures {
    /** x and y of each vertex. */
    positions: Attribute<Float32Array>;
    /** For each vertex, the number of its feature among all of the result. */
    globalFeatureIds: Attribute<IndexArray>;
    /** For each vertex, the number of its feature among those of its group: the index into `properties` and `fields`. */
    featureIds: Attribute<IndexArray>;
    /** Properties that are numbers in all features that have them, a number for each vertex; float64 where float32 does not hold them all. */
    numericProps: { [key: string]: Attribute<Float32Array | Float64Array> };
    /** The other properties, an object for each feature. */
    properties: { [key: string]: string | number | boolean | null }[];
    /** Ids of the features; empty where the first feature of the result has none. */
    fields: { id: number | undefined }[];
}

export interface BinaryPoints extends BinaryFeatures {
    type: 'Point';
}

export interface BinaryLines extends BinaryFeatures {
    type: 'LineString';
    /** First vertex of each line, and the end of the last. */
    pathIndices: Attribute<IndexArray>;
}

export interface BinaryPolygons extends BinaryFeatures {
    type: 'Polygon';
    /** First vertex of each polygon, and the end of the last. */
    polygonIndices: Attribute<IndexArray>;
    /** First vertex of each ring, and the end of the last. */
    primitivePolygonIndices: Attribute<IndexArray>;
    /** Three vertices a triangle. */
    triangles: Attribute<Uint32Array>;
}

/** The result of shapes 'binary' and 'binary-geometry'. */
export interface BinaryFeatureCollection {
    shape: 'binary-feature-collection';
    points: BinaryPoints;
    lines: BinaryLines;
    polygons: BinaryPolygons;
    /** Bytes of the tile. */
    byteLength: number;
}

/** The result of shape 'columnar-table'. */
export interface ColumnarTable {
    shape: 'columnar-table';
    data: BinaryFeatureCollection;
}

/** A feature of the shapes 'geojson' and 'geojson-table'. Rings keep the winding that they have in the tile. */
export interface LoadedFeature {
    type: 'Feature';
    id?: number;
    geometry:
        | { type: 'Point'; coordinates: [number, number] }
        | { type: 'MultiPoint' | 'LineString'; coordinates: [number, number][] }
        | { type: 'MultiLineString' | 'Polygon'; coordinates: [number, number][][] }
        | { type: 'MultiPolygon'; coordinates: [number, number][][][] };
    properties: { [key: string]: string | number | boolean | null };
}

/** The result of shape 'geojson-table'. */
export interface FeatureTable {
    shape: 'geojson-table';
    type: 'FeatureCollection';
    features: LoadedFeature[];
}

interface Results {
    geojson: LoadedFeature[];
    'geojson-table': FeatureTable;
    binary: BinaryFeatureCollection;
    'binary-geometry': BinaryFeatureCollection;
    'columnar-table': ColumnarTable;
}

/** What a request gives: by the shape where the type of the options says it. */
export type LoadedTile<Options> = Options extends { mvt: { shape: infer S extends Shape } } ? Results[S] : Results[Shape];

/** What loaders.gl fills in. A type and not an interface, which loaders.gl's own types would not take. */
export type LoaderDefaults = {
    mvt: NonNullable<TileWasmLoaderOptions['mvt']>;
    tilewasm: NonNullable<TileWasmLoaderOptions['tilewasm']>;
};

/** A loader object of loaders.gl 4. */
export interface Loader {
    name: string;
    id: 'tilewasm';
    module: 'tilewasm';
    version: string;
    category: 'geometry';
    extensions: string[];
    mimeTypes: string[];
    dataType: any;
    batchType: never;
    binary: true;
    worker: boolean;
    options: LoaderDefaults;
    /** Parses a tile, which may be gzip-compressed. */
    parse<Options extends TileWasmLoaderOptions>(bytes: Bytes, options?: Options): Promise<LoadedTile<Options>>;
    /** Parses a tile. @throws {TileError} where the bytes are not a tile, or the options make no sense */
    parseSync<Options extends TileWasmLoaderOptions>(bytes: Bytes, options?: Options): LoadedTile<Options>;
}

/**
 * Parses where it is called, on the page's own thread too. Give it to `load`, `parse` or `registerLoaders` of @loaders.gl/core, or to the
 * `loaders` of deck.gl's MVTLayer.
 */
export declare const TileWasmLoader: Loader;

/**
 * A loader that parses in loaders.gl's workers.
 *
 * @param settings.workerUrl where the application serves tilewasm/loaders-worker, a classic script
 */
export declare function createTileWasmLoader(settings: { workerUrl: string | { readonly href: string } }): Loader;
