// The published declarations of tilewasm/vector-tile: the API of @mapbox/vector-tile 3.

import type { Bytes } from './index.mjs';

/** A reader of pbf, of any version: its bytes from where it stands are taken. */
export interface PbfLike {
    buf: Uint8Array;
    pos: number;
    length: number;
}

/** The Point of @mapbox/point-geometry 1, bundled here. */
export class Point {
    constructor(x: number, y: number);
    x: number;
    y: number;
    clone(): Point;
    add(p: Point): Point;
    sub(p: Point): Point;
    multByPoint(p: Point): Point;
    divByPoint(p: Point): Point;
    mult(k: number): Point;
    div(k: number): Point;
    rotate(a: number): Point;
    rotateAround(a: number, p: Point): Point;
    matMult(m: [number, number, number, number]): Point;
    unit(): Point;
    perp(): Point;
    round(): Point;
    mag(): number;
    equals(other: Point): boolean;
    dist(p: Point): number;
    distSqr(p: Point): number;
    angle(): number;
    angleTo(b: Point): number;
    angleWith(b: Point): number;
    angleWithSep(x: number, y: number): number;
    static convert(p: Point | [number, number] | { x: number; y: number }): Point;
}

/** A GeoJSON feature in longitude and latitude. Rings stay in the tile's winding, as in @mapbox/vector-tile. */
export interface GeoJSONFeature {
    type: 'Feature';
    id?: number;
    geometry:
        | { type: 'Point'; coordinates: number[] }
        | { type: 'MultiPoint' | 'LineString'; coordinates: number[][] }
        | { type: 'MultiLineString' | 'Polygon'; coordinates: number[][][] }
        | { type: 'MultiPolygon'; coordinates: number[][][][] };
    properties: Record<string, number | string | boolean>;
}

export class VectorTileFeature {
    private constructor();
    static types: ['Unknown', 'Point', 'LineString', 'Polygon'];
    /** Inherits nothing. */
    properties: Record<string, number | string | boolean>;
    extent: number;
    type: 0 | 1 | 2 | 3;
    /** Beyond 2^53 the nearest number. */
    id: number | undefined;
    /** Fresh points each time, in tile units; callers may change them. Throws where the feature has no geometry, or an unknown command. */
    loadGeometry(): Point[][];
    /** min x, min y, max x, max y in tile units. */
    bbox(): number[];
    /** The address of the tile makes degrees of its units. Throws where the type is unknown. */
    toGeoJSON(x: number, y: number, z: number): GeoJSONFeature;
}

export class VectorTileLayer {
    /** From a layer's message alone. */
    constructor(source: PbfLike | Bytes, end?: number);
    version: number;
    name: string;
    extent: number;
    /** Number of features. */
    length: number;
    /** Throws where there is no feature of that number. */
    feature(i: number): VectorTileFeature;
}

export class VectorTile {
    /** Decodes the whole tile; throws a TileError where the bytes are none. */
    constructor(source: PbfLike | Bytes, end?: number);
    /** Inherits nothing; without layers that have no features; of layers of one name the last. */
    layers: Record<string, VectorTileLayer>;
}

/** Groups rings into polygons by winding. */
export function classifyRings<Vertex extends { x: number; y: number }>(rings: Vertex[][]): Vertex[][][];
