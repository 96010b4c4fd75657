// The published declarations of the entry tilewasm/geojson.

import type { DecodedLayer, DecodedTile, TileAddress } from './index.mjs';

export type GeoJSONPosition = [longitude: number, latitude: number];

export type GeoJSONGeometry =
    | { type: 'Point'; coordinates: GeoJSONPosition }
    | { type: 'MultiPoint'; coordinates: GeoJSONPosition[] }
    | { type: 'LineString'; coordinates: GeoJSONPosition[] }
    | { type: 'MultiLineString'; coordinates: GeoJSONPosition[][] }
    | { type: 'Polygon'; coordinates: GeoJSONPosition[][] }
    | { type: 'MultiPolygon'; coordinates: GeoJSONPosition[][][] };

export interface GeoJSONFeature {
    type: 'Feature';
    /** Ids beyond 2^53 - 1 are decimal strings, since GeoJSON is JSON. */
    id?: number | string;
    /** null for features of unknown type, and where nothing was kept. */
    geometry: GeoJSONGeometry | null;
    /** Integers beyond 2^53 - 1 are decimal strings. NaN and Infinity stay; JSON.stringify makes null of them. */
    properties: { [key: string]: string | number | boolean | null };
}

/** A feature of a whole tile also says which layer it is of. */
export interface TileGeoJSONFeature extends GeoJSONFeature {
    layer: string;
}

export interface TileFeatureCollection {
    type: 'FeatureCollection';
    features: TileGeoJSONFeature[];
}

/**
 * GeoJSON (RFC 7946) of a layer: its features; or of a tile: a FeatureCollection of all layers.
 *
 * With the address of the tile, positions in tile units become longitude and latitude in degrees. Without, they come out as they were
 * decoded; ask `decode` for `coordinates: { x, y, z }` to let C do the projection. Exterior rings run counterclockwise and holes
 * clockwise (RFC 7946, 3.1.6).
 */
export declare function toGeoJSON(layer: DecodedLayer<any>, address?: TileAddress): GeoJSONFeature[];
export declare function toGeoJSON(tile: DecodedTile<any>, address?: TileAddress): TileFeatureCollection;
