// The layout of the result block, as docs/DESIGN.md ("The result block") has it, and views on its arrays.
// Read by tile.js, layer.js, group.js and dictionary.js; the block itself comes from C in one piece.

import { TileError } from './error.js';

export const MAGIC = 0x31425754;
export const VERSION = 1;

/** The lengths of records, in words of four bytes. */
export const HEADER_WORDS = 16;
export const LAYER_WORDS = 16;
export const COLUMN_WORDS = 4;
export const PROBLEM_WORDS = 4;

/** The words of the block header. */
export const Header = { magic: 0, version: 1, byteLength: 2, layerCount: 3, layersOffset: 4, problemsOffset: 5, problemsStored: 6, problemCount: 7 };

/** The words of a layer record. */
export const Layer = {
    index: 0,
    version: 1,
    extent: 2,
    length: 3,
    nameOffset: 4,
    nameLength: 5,
    columnsOffset: 6,
    columnCount: 7,
    positionType: 8, // its lowest byte; the next one is `coordinates`
    firstFeature: 11,
    rowCount: 12,
    tileKeyCount: 13,
    tileValueCount: 14,
};

/** Kinds of columns. */
export const Kind = {
    featureTypes: 1,
    featureIds: 2,
    featureHasId: 3,
    bboxes: 4,
    tagOffsets: 5,
    tagPairs: 6,
    keyBytes: 7,
    keyOffsets: 8,
    valueTypes: 9,
    valueNumbers: 10,
    stringBytes: 11,
    stringOffsets: 12,
    positions: 16,
    featureIndex: 17,
    geometryOffsets: 18,
    partOffsets: 19,
    polygonOffsets: 20,
    ringOffsets: 21,
    triangles: 22,
    triangleOffsets: 23,
    vertexFeature: 24,
};

/** Array classes by element type. */
const ARRAYS = [, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigUint64Array]; // eslint-disable-line no-sparse-arrays

/** Names of the element types that positions may have. @type {Record<number, 'int16' | 'int32' | 'float32' | 'float64' | false>} */
export const POSITION_TYPES = { 0: false, 2: 'int16', 4: 'int32', 6: 'float32', 7: 'float64' };

/** Names of what coordinates are. @type {('tile' | 'unit' | 'affine' | 'degrees')[]} */
export const COORDINATES = ['tile', 'unit', 'affine', 'degrees'];

/** @type {TextDecoder | undefined} made at first use: nothing happens at import */
let decoder;

/**
 * The block's words, checked: a block may come from another thread, and from another version.
 *
 * @param {ArrayBuffer} buffer
 * @returns {Uint32Array<ArrayBuffer> | undefined} undefined: not a block of this version
 */
export function wordsOf(buffer) {
    if (buffer.byteLength < 4 * HEADER_WORDS) return undefined;
    const header = new Uint32Array(buffer, 0, HEADER_WORDS);
    const length = header[Header.byteLength];
    if (header[Header.magic] !== MAGIC || header[Header.version] !== VERSION || length > buffer.byteLength) return undefined;
    return new Uint32Array(buffer, 0, length >> 2);
}

/** @param {ArrayBuffer} buffer */
export function assertAttached(buffer) {
    if (buffer.byteLength > 0) return;
    throw new TileError('detached', "this tile's buffer was transferred to another thread; use the tile made there by DecodedTile.from");
}

/**
 * An array of the block, as a view.
 *
 * @param {ArrayBuffer} buffer
 * @param {number} type element type
 * @param {number} offset
 * @param {number} count
 * @returns {any} an array of the class that `type` stands for
 */
export function view(buffer, type, offset, count) {
    assertAttached(buffer);
    const Type = ARRAYS[type];
    if (!Type) throw new TileError('bad-message', 'the tile is damaged: a column has an element type that does not exist');
    return new Type(buffer, offset, count);
}

/**
 * The word index of a column's record, or -1.
 *
 * @param {Uint32Array} words
 * @param {number} layer word index of the layer's record
 * @param {number} kind
 */
export function findColumn(words, layer, kind) {
    const start = words[layer + Layer.columnsOffset] >> 2;
    const end = start + COLUMN_WORDS * words[layer + Layer.columnCount];
    for (let at = start; at < end; at += COLUMN_WORDS) if ((words[at] & 255) === kind) return at;
    return -1;
}

/**
 * A column that belongs to the layer and not to a group.
 *
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} layer word index of the layer's record
 * @param {number} kind
 * @returns {any} a view, undefined where the block has no such column
 */
export function column(words, layer, kind) {
    const at = findColumn(words, layer, kind);
    return at < 0 ? undefined : columnAt(words, at);
}

/**
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} at word index of the column's record
 */
export function columnAt(words, at) {
    return view(words.buffer, (words[at] >> 8) & 255, words[at + 1], words[at + 2]);
}

/**
 * UTF-8 as WHATWG decodes it, a byte order mark kept.
 *
 * @param {Uint8Array} bytes
 */
export function decodeText(bytes) {
    return (decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })).decode(bytes);
}
