// The published declarations of the main entry. The build copies this file to dist/ as it is, and once more for CommonJS.
// tests/types/ checks them against the sources. No DOM types: they must hold in Node, in workers and in pages.

declare global {
    // Declared again, and empty, for programs without the DOM types. Where those are there the two merge.
    namespace WebAssembly {
        interface Module {}
    }
    interface SymbolConstructor {
        readonly dispose: unique symbol;
    }
}

/** The bytes of a tile: a Uint8Array, any other view, or a whole buffer. They are read during the call, never kept, never changed. */
export type Bytes = ArrayBufferView | ArrayBuffer | SharedArrayBuffer;

/** A compiled WebAssembly module, of `WebAssembly.compile` or of a bundler's import. */
export type WasmModule = WebAssembly.Module;

/** What of a `Response` is used: give the result of `fetch`. */
export interface WasmResponse {
    readonly ok: boolean;
    readonly status: number;
    readonly statusText: string;
    readonly url: string;
    arrayBuffer(): Promise<ArrayBuffer>;
}

/** Options of a decoder. */
export interface InitOptions {
    /**
     * The WebAssembly module, where the inlined one is not wanted: its bytes, a compiled module, a Response, or a promise of one of
     * them. Take `tilewasm/tilewasm.wasm` or `tilewasm/tilewasm-scalar.wasm` of the same package.
     */
    wasm?: Bytes | WasmModule | WasmResponse | Promise<Bytes | WasmModule | WasmResponse>;
    /** Which inlined module: the one with SIMD where the engine has it ('auto', the default), always (true), never (false). */
    simd?: 'auto' | boolean;
    /** Most bytes of WebAssembly memory, 1 MiB to 2 GiB. Default 512 MiB. A tile that needs more is refused with `memory-limit`, as is one more open tile where those that are open leave no room. */
    memoryLimit?: number;
}

/** Element types of positions. */
export type PositionType = 'int16' | 'int32' | 'float32' | 'float64';

/** Geometry types of MVT 4.3.4 as a request names them. */
export type GeometryType = 'unknown' | 'point' | 'line' | 'polygon';

/** How integers and ids beyond 2^53 - 1 come out: as bigint (only those), as the nearest number, or as decimal strings (only those). */
export type IntegerMode = 'exact' | 'number' | 'string';

/** The address of a tile in the Web Mercator pyramid: 0 <= z <= 32, 0 <= x, y < 2^z, y from the north. */
export interface TileAddress {
    x: number;
    y: number;
    z: number;
}

/** An affine map of unit coordinates (tile units divided by the layer's extent): `unit * scale + offset`. */
export interface AffineMap {
    scale: readonly [x: number, y: number];
    offset: readonly [x: number, y: number];
}

/**
 * What positions are: integer tile units (the default); 'unit', divided by the extent of the layer; an affine map of that, so that
 * layers of different extents fall together; or, by the tile's address, longitude and latitude in degrees.
 */
export type Coordinates = 'tile' | 'unit' | AffineMap | TileAddress;

/** Fields that a request may give for the whole tile and again for single layers. */
export interface LayerOptions {
    /** Only features of these geometry types; others keep their number and their type, and have neither geometry nor properties. */
    types?: readonly GeometryType[];
    /**
     * Element type of the positions; false leaves all geometry out. Default 'int32', and 'float64' with coordinates other than 'tile'.
     * 'int16' widens a layer to int32 where a coordinate leaves -32767..32766: see `layer.positionType`.
     */
    positions?: PositionType | false;
    /** What positions are. All but 'tile' need a float type. */
    coordinates?: Coordinates;
    /** Also triangles of the polygons, as indices of vertices. Default false. */
    triangles?: boolean;
    /** Also the number of its feature for each vertex. Default false. */
    vertexFeature?: boolean;
    /** Properties: all (true, the default), none (false), or those of the keys listed. */
    properties?: boolean | readonly string[];
    /** How integers beyond 2^53 - 1 come out. Default 'exact'. */
    integers?: IntegerMode;
    /** true: a breach of a MUST of the specification throws instead of being listed in `problems`. Default false. */
    strict?: boolean;
}

/** A layer to read, by its name or by its number in the tile, and what of it, where that differs from the rest of the tile. */
export type LayerRequest = LayerOptions & ({ name: string; index?: undefined } | { index: number; name?: undefined });

/** What to decode of a tile. What is not asked for costs no more than its skip. */
export interface DecodeRequest extends LayerOptions {
    /**
     * Only these layers. Layers come in the tile's order; one that the tile lacks is no error; where two entries fit a layer the
     * first counts.
     */
    layers?: readonly (string | LayerRequest)[];
}

/** What a request makes of a layer, as far as types depend on it. */
export interface LayerShape {
    positions: PositionType | false;
    triangles: boolean;
    vertexFeature: boolean;
    integers: IntegerMode;
}

type Field<Request, Key extends string, Default> = Key extends keyof Request
    ? undefined extends Request[Key]
        ? Exclude<Request[Key], undefined> | Default
        : Request[Key]
    : Default;
type DefaultPositions<C> = C extends 'tile' ? 'int32' : 'float64';
type ShapeOf<Request> = {
    positions: Field<Request, 'positions', DefaultPositions<Field<Request, 'coordinates', 'tile'>>> & LayerShape['positions'];
    triangles: Field<Request, 'triangles', false> & boolean;
    vertexFeature: Field<Request, 'vertexFeature', false> & boolean;
    integers: Field<Request, 'integers', 'exact'> & IntegerMode;
};
type ShapeOfEntry<Request, Entry> = Entry extends string ? ShapeOf<Request> : ShapeOf<Omit<Request, keyof Entry> & Entry>;

/** The shape of the layers that a request gives: a union where its layers differ. */
export type ShapeOfRequest<Request> = Request extends { layers: readonly (infer Entry)[] }
    ? ShapeOfEntry<Request, Entry>
    : ShapeOf<Request>;

type PositionArray<Type> = Type extends 'int16'
    ? Int16Array | Int32Array
    : Type extends 'int32'
      ? Int32Array
      : Type extends 'float32'
        ? Float32Array
        : Type extends 'float64'
          ? Float64Array
          : never;
type Asked<Flag, Type> = Flag extends true ? Type : undefined;
type Group<Shape extends LayerShape, Type> = Shape['positions'] extends infer P ? (P extends false ? undefined : Type) : never;

/**
 * What all geometry groups have. Only features with a kept piece of geometry are listed, in the order of the layer. A group without any has
 * all of its arrays, empty, offsets with their one 0; the empty groups of a tile share them, so they are not to be written to.
 */
export interface GeometryGroup<Shape extends LayerShape = LayerShape> {
    /** Number of features in the group. */
    length: number;
    /** The number of each feature in its layer. */
    featureIndex: Uint32Array;
    /** Where the points, lines or polygons of each feature begin; one more than there are features. */
    geometryOffsets: Uint32Array;
    /** x and y of each vertex, interleaved. */
    positions: PositionArray<Shape['positions']>;
    /** The number of its feature for each vertex, where the request asked for it. */
    vertexFeature: Asked<Shape['vertexFeature'], Uint32Array>;
}

/** Points: GeoArrow's interleaved MultiPoint. `geometryOffsets` count vertices. */
export interface PointGroup<Shape extends LayerShape = LayerShape> extends GeometryGroup<Shape> {}

/** Lines: GeoArrow's interleaved MultiLineString. `geometryOffsets` count parts. */
export interface LineGroup<Shape extends LayerShape = LayerShape> extends GeometryGroup<Shape> {
    /** First vertex of each part; one more than there are parts. */
    partOffsets: Uint32Array;
}

/** Polygons: GeoArrow's interleaved MultiPolygon. `geometryOffsets` count polygons. Rings are closed; the first of each polygon is its exterior. */
export interface PolygonGroup<Shape extends LayerShape = LayerShape> extends GeometryGroup<Shape> {
    /** First ring of each polygon; one more than there are polygons. */
    polygonOffsets: Uint32Array;
    /** First vertex of each ring; one more than there are rings. */
    ringOffsets: Uint32Array;
    /** Vertices of the group, three a triangle, where the request asked for triangles. */
    triangles: Asked<Shape['triangles'], Uint32Array>;
    /** First entry of `triangles` of each feature; one more than there are features. */
    triangleOffsets: Asked<Shape['triangles'], Uint32Array>;
}

type BigOf<Mode> = Mode extends 'exact' ? bigint : Mode extends 'string' ? string : number;

/** An id: a number; beyond 2^53 - 1 what `integers` says. */
export type FeatureId<Mode extends IntegerMode = IntegerMode> = number | BigOf<Mode>;

/** A property's value; null where the tile has a value without content. */
export type PropertyValue<Mode extends IntegerMode = IntegerMode> = string | number | boolean | null | BigOf<Mode>;

/** Properties by key. The object inherits nothing: `toString`, `constructor` and `__proto__` are keys like any other. */
export type Properties<Mode extends IntegerMode = IntegerMode> = { [key: string]: PropertyValue<Mode> };

export type Position = [x: number, y: number];

/** GeoJSON's types and coordinates; the coordinates are what the request asked for. A Multi type without coordinates: nothing was kept. */
export type FeatureGeometry =
    | { type: 'Point'; coordinates: Position }
    | { type: 'MultiPoint' | 'LineString'; coordinates: Position[] }
    | { type: 'MultiLineString' | 'Polygon'; coordinates: Position[][] }
    | { type: 'MultiPolygon'; coordinates: Position[][][] }
    | { type: 'Unknown'; coordinates: undefined };

/** Where the request left geometry out. */
export type FeatureType = { type: 'Unknown' | 'Point' | 'LineString' | 'Polygon'; coordinates: undefined };

/** One feature as an object, made on demand. */
export type TileFeature<Shape extends LayerShape = LayerShape> = {
    /** undefined where the feature has none; 0 is an id like any other. */
    id: FeatureId<Shape['integers']> | undefined;
    properties: Properties<Shape['integers']>;
    /** For JSON.stringify: integers beyond 2^53 become decimal strings. */
    toJSON(): unknown;
} & (Shape['positions'] extends infer P ? (P extends false ? FeatureType : FeatureGeometry) : never);

/** Key and value numbers of the features of a layer, without a faulty pair: views on the buffer of the tile. */
export interface TagTable {
    /** First pair of each feature, in pairs; one more than there are features. */
    offsets: Uint32Array;
    /** Number in `keys` and number in `values`, in turn. */
    pairs: Uint16Array | Uint32Array;
}

/** The values of one key. */
export interface PropertyColumn<Mode extends IntegerMode = IntegerMode> {
    /** For each feature, which of `values` it has; -1 where it has none. */
    indices: Int32Array;
    /** The distinct values of this key. */
    values: PropertyValue<Mode>[];
}

/** Something in a tile that breaks the specification, and was left out or mended. */
export interface Problem {
    /** One of the table in docs/errors.md, as 'geometry:truncated'. */
    code: string;
    /** What was found and what became of it. */
    message: string;
    /** Number of the layer in the tile. */
    layer: number | undefined;
    /** Number of the feature in its layer. */
    feature: number | undefined;
    /** Byte of the tile where it was found. */
    offset: number;
}

/** A layer that was decoded. It owns nothing: all of its arrays are views on the buffer of its tile, made at first use. */
export declare class DecodedLayer<Shape extends LayerShape = LayerShape> {
    private constructor();
    /** Name of the layer; '' where it has none (MVT 4.1). */
    readonly name: string;
    /** Number of the layer in the tile. */
    readonly index: number;
    /** Version of the specification that the layer claims. */
    readonly version: number;
    /** Width and height of the tile in tile units. */
    readonly extent: number;
    /** Number of features. */
    readonly length: number;
    /** Number of keys that the layer has in the tile. */
    readonly keyCount: number;
    /** Number of values that the layer has in the tile. */
    readonly valueCount: number;
    /** Element type that the positions have; false where the request left them out. */
    readonly positionType: PositionType | false;
    /** What the positions are: 'affine' for a request with scale and offset, 'degrees' for one with an address. */
    readonly coordinates: 'tile' | 'unit' | 'affine' | 'degrees';
    /** The problems of this layer among the tile's first 1,000. */
    readonly problems: Problem[];
    /** Geometry type of each feature: 0 unknown, 1 point, 2 line, 3 polygon. */
    readonly types: Uint8Array;
    /** Ids of the features, 0 where there is none; null when no feature has one. See `hasIds`. */
    readonly ids: BigUint64Array | null;
    /** 1 for each feature that has an id; null when none has. */
    readonly hasIds: Uint8Array | null;
    /** Boxes in tile units, four a feature: min x, min y, max x, max y. Without geometry: 2^31-1 twice, then -2^31 twice. */
    readonly bboxes: Int32Array | undefined;
    readonly points: Group<Shape, PointGroup<Shape>>;
    readonly lines: Group<Shape, LineGroup<Shape>>;
    readonly polygons: Group<Shape, PolygonGroup<Shape>>;
    /** The keys of properties, those of the request only where it listed some. */
    readonly keys: string[];
    /** The values of properties, by number: what `tags` refer to. Those that the kept properties use, where the request listed keys. */
    readonly values: PropertyValue<Shape['integers']>[];
    /** `values` as numbers: the nearest of integers beyond 2^53, NaN for what is no number. */
    readonly valueNumbers: Float64Array;
    /** The properties of all features as numbers of keys and values (MVT 4.4). */
    readonly tags: TagTable;
    /** Id of feature `i`, undefined where it has none. */
    id(i: number): FeatureId<Shape['integers']> | undefined;
    /** Box of feature `i` in tile units, undefined where it has no geometry. A view on `bboxes`. */
    bbox(i: number): Int32Array | undefined;
    /** Properties of feature `i` (MVT 4.4), as a new object. */
    properties(i: number): Properties<Shape['integers']>;
    /** The values of one key over all features; undefined where the layer lacks the key. Made at first use, then kept. */
    column(key: string): PropertyColumn<Shape['integers']> | undefined;
    /** The numbers of one key over all features; NaN where a feature lacks the key or its value is no number. A new array. */
    numbers(key: string): Float64Array;
    /** Feature `i` with properties and nested coordinates, as a new object. */
    feature(i: number): TileFeature<Shape>;
    /** Every feature in turn, as `feature(i)` gives it. */
    [Symbol.iterator](): Generator<TileFeature<Shape>, void, undefined>;
    /** For JSON.stringify: name, version, extent and all features. */
    toJSON(): unknown;
}

/** What `tile.toMessage()` gives and `DecodedTile.from` takes. A structured clone of a tile is one too. */
export interface TileMessage {
    tilewasm: number;
    buffer: ArrayBuffer;
    integers: IntegerMode | IntegerMode[];
}

/** A tile that was decoded. It owns its data, all of which lies in `buffer`. */
export declare class DecodedTile<Shape extends LayerShape = LayerShape> {
    private constructor();
    /**
     * The tile of a message of another thread: one of your own, since only version and header are checked.
     *
     * @throws {TileError} 'bad-message' where another version of tilewasm made the message
     */
    static from(message: TileMessage): DecodedTile;
    /** Version of the layout of `buffer`. */
    readonly tilewasm: number;
    /** Everything that was decoded, exactly as large as that needs; after `decodeInto`, the caller's buffer. */
    readonly buffer: ArrayBuffer;
    /** How integers beyond 2^53 - 1 come out; one value, or one a layer. */
    readonly integers: IntegerMode | IntegerMode[];
    /** The layers in the order of the tile. Layers of the same name stay apart. */
    readonly layers: DecodedLayer<Shape>[];
    /** The first layer of that name. */
    layer(name: string): DecodedLayer<Shape> | undefined;
    /** What breaks the specification in the tile, the first 1,000. */
    readonly problems: Problem[];
    /** How many problems there are in all. */
    readonly problemCount: number;
    /** What `postMessage(tile.toMessage(), [tile.buffer])` sends; after the transfer this tile is empty. */
    toMessage(): TileMessage;
    /** For JSON.stringify: all layers with all features, and the problems. */
    toJSON(): unknown;
}

/** One layer of an open tile. */
export interface LayerReader {
    readonly name: string;
    /** Number of the layer in the tile. */
    readonly index: number;
    readonly version: number;
    readonly extent: number;
    /** Number of features. */
    readonly length: number;
    /** Number of keys. */
    readonly keyCount: number;
    /** Number of values. */
    readonly valueCount: number;
    /** Decodes this layer. */
    decode<Request extends LayerOptions = {}>(request?: Request): DecodedLayer<ShapeOf<Request>>;
    /** Decodes one feature. */
    feature<Request extends LayerOptions = {}>(i: number, request?: Request): TileFeature<ShapeOf<Request>>;
    /** The raw tags of a feature (MVT 4.4): key and value numbers in turn, unchecked. */
    tags(i: number): Uint32Array;
    /** The raw command integers and parameters of a feature's geometry (MVT 4.3), unchecked. */
    geometryCommands(i: number): Uint32Array;
}

/**
 * Lazy access to a tile whose bytes lie in WebAssembly memory until `close`. What would read it throws `bad-handle` after that;
 * layers with their names and counts stay, and so does what was decoded, which owns its data.
 */
export declare class TileReader {
    private constructor();
    readonly layers: LayerReader[];
    /** The problems of layers; those of features show when they are decoded. */
    readonly problems: Problem[];
    readonly problemCount: number;
    /** A layer by its number, or the first of a name. */
    layer(nameOrIndex: string | number): LayerReader | undefined;
    /** Decodes the tile, or what the request asks of it. */
    decode<Request extends DecodeRequest = {}>(request?: Request): DecodedTile<ShapeOfRequest<Request>>;
    readonly closed: boolean;
    /** Gives the memory back. May be called again. */
    close(): void;
    [Symbol.dispose](): void;
}

/** What the library throws: bytes that are no tile, requests that make no sense, engines without WebAssembly. */
export declare class TileError extends Error {
    constructor(
        code: string,
        message: string,
        place?: { offset?: number; layer?: number; feature?: number; cause?: unknown },
    );
    /** The error again from what `toJSON` gave, on the other side of a postMessage, which strips errors of their fields. */
    static from(json: { code: string; message: string; offset?: number; layer?: number; feature?: number }): TileError;
    /** One of the table in docs/errors.md, as 'not-mvt:gzip' or 'truncated'. */
    readonly code: string;
    /** Byte of the tile where the fault was found. */
    readonly offset: number | undefined;
    /** Number of the layer in the tile. */
    readonly layer: number | undefined;
    /** Number of the feature in its layer. */
    readonly feature: number | undefined;
    /** The error behind this one. */
    readonly cause?: unknown;
    toJSON(): { name: string; code: string; message: string; offset?: number; layer?: number; feature?: number };
}

/** A decoder with a memory of its own. The functions of the module share one decoder among them. */
export interface Decoder {
    /** Decodes a tile. @throws {TileError} where the bytes are not a tile, or the request makes no sense */
    decode<Request extends DecodeRequest = {}>(bytes: Bytes, request?: Request): DecodedTile<ShapeOfRequest<Request>>;
    /** Decodes a tile that may be gzip-compressed: it is inflated once, to at most `INFLATE_LIMIT` bytes. */
    decodeAsync<Request extends DecodeRequest = {}>(
        bytes: Bytes | Promise<Bytes>,
        request?: Request,
    ): Promise<DecodedTile<ShapeOfRequest<Request>>>;
    /**
     * Decodes into a buffer that the caller recycles. The tile that used the buffer before is dead: its arrays show the new data. A
     * buffer that is too small is left alone and a new one is used, which `tile.buffer !== buffer` tells.
     */
    decodeInto<Request extends DecodeRequest = {}>(
        buffer: ArrayBuffer,
        bytes: Bytes,
        request?: Request,
    ): DecodedTile<ShapeOfRequest<Request>>;
    /** Opens a tile for lazy access. The bytes are copied. */
    open(bytes: Bytes): TileReader;
    triangulate(positions: Int16Array | Int32Array, ringOffsets: Offsets, polygonOffsets?: Offsets): Triangulation;
    triangulateInto(
        buffer: ArrayBuffer,
        positions: Int16Array | Int32Array,
        ringOffsets: Offsets,
        polygonOffsets?: Offsets,
    ): Triangulation;
}

/** Offsets into the level below, one more than there are pieces: they do not fall, and the last is the end of the last piece. */
export type Offsets = Uint32Array | readonly number[];

/** Triangles of polygons. Both arrays lie in one buffer, which is the caller's. */
export interface Triangulation {
    /** Vertex numbers, three a triangle; polygon by polygon. */
    readonly triangles: Uint32Array;
    /** Of each polygon the first entry in `triangles`, and the end of the last: one more than there are polygons. */
    readonly triangleOffsets: Uint32Array;
}

/** Most bytes that `decodeAsync` inflates a tile to. */
export declare const INFLATE_LIMIT: number;

/**
 * Compiles the decoder ahead of the first tile, or with options. Needed only where a page must not compile synchronously, or for
 * options. Memoised; tried again after a failure; rejects with 'already-initialized' when the decoder has other options already.
 */
export declare function init(options?: InitOptions): Promise<void>;

/**
 * Compiles the module that `createDecoder` would compile, to be sent to workers, which then need not: a module can be posted, and
 * `createDecoder({ wasm: module })` takes it.
 */
export declare function compile(options?: Pick<InitOptions, 'wasm' | 'simd'>): Promise<WasmModule>;

/** A decoder of its own, with a memory of its own. */
export declare function createDecoder(options?: InitOptions): Promise<Decoder>;

/** Decodes a tile. @throws {TileError} where the bytes are not a tile, or the request makes no sense */
export declare function decode<Request extends DecodeRequest = {}>(
    bytes: Bytes,
    request?: Request,
): DecodedTile<ShapeOfRequest<Request>>;

/** Decodes a tile that may be gzip-compressed: it is inflated once, to at most `INFLATE_LIMIT` bytes. */
export declare function decodeAsync<Request extends DecodeRequest = {}>(
    bytes: Bytes | Promise<Bytes>,
    request?: Request,
): Promise<DecodedTile<ShapeOfRequest<Request>>>;

/**
 * Decodes into a buffer that the caller recycles. The tile that used the buffer before is dead: its arrays show the new data. A buffer
 * that is too small is left alone and a new one is used, which `tile.buffer !== buffer` tells.
 */
export declare function decodeInto<Request extends DecodeRequest = {}>(
    buffer: ArrayBuffer,
    bytes: Bytes,
    request?: Request,
): DecodedTile<ShapeOfRequest<Request>>;

/** Opens a tile for lazy access. The bytes are copied. Close the reader when done. */
export declare function open(bytes: Bytes): TileReader;

/**
 * Triangulates polygons of integer coordinates; those of a tile come with `triangles: true` instead.
 *
 * The areas of a valid polygon's triangles sum to exactly its area; one that crosses itself gets at most n + 2h triangles (n vertices,
 * h holes). Triangles have the winding of exterior rings (MVT 4.3.3.3): clockwise where y points down, as in tiles.
 *
 * @param positions x, y, x, y, ... any values of int32
 * @param ringOffsets the first vertex of each ring, and the end of the last; a ring may or may not end with a copy of its first vertex
 * @param polygonOffsets the first ring of each polygon, and the end of the last; of its rings the first is the exterior, the others
 *     are holes, wound either way. Without it all rings are one polygon
 * @throws {TypeError} for positions of another type, as floats
 * @throws {TileError} 'bad-polygons' where offsets fall or leave the level below
 */
export declare function triangulate(positions: Int16Array | Int32Array, ringOffsets: Offsets, polygonOffsets?: Offsets): Triangulation;

/**
 * `triangulate` into a buffer that the caller recycles: new memory for results takes longer than small polygons do. What was in the
 * buffer before is overwritten. A buffer that is too small is left alone and a new one is used, which `triangles.buffer !== buffer`
 * tells: 12 bytes a triangle (n + 2h of them a polygon at most) and 4 a polygon and 4 more are enough.
 */
export declare function triangulateInto(
    buffer: ArrayBuffer,
    positions: Int16Array | Int32Array,
    ringOffsets: Offsets,
    polygonOffsets?: Offsets,
): Triangulation;
