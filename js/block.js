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

// Names that begin with HEADER_, LAYER_ are words of the block header and of a layer record; KIND_ kinds of columns. Each a constant of its
// own, which bundlers write in place.

export const HEADER_MAGIC = 0;
export const HEADER_VERSION = 1;
export const HEADER_BYTE_LENGTH = 2;
export const HEADER_LAYER_COUNT = 3;
export const HEADER_LAYERS_OFFSET = 4;
export const HEADER_PROBLEMS_OFFSET = 5;
export const HEADER_PROBLEMS_STORED = 6;
export const HEADER_PROBLEM_COUNT = 7;

export const LAYER_INDEX = 0;
export const LAYER_VERSION = 1;
export const LAYER_EXTENT = 2;
export const LAYER_LENGTH = 3;
export const LAYER_NAME_OFFSET = 4;
export const LAYER_NAME_LENGTH = 5;
export const LAYER_COLUMNS_OFFSET = 6;
export const LAYER_COLUMN_COUNT = 7;
export const LAYER_POSITION_TYPE = 8; // its lowest byte; the next one is `coordinates`
export const LAYER_FIRST_FEATURE = 11;
export const LAYER_ROW_COUNT = 12;
export const LAYER_TILE_KEY_COUNT = 13;
export const LAYER_TILE_VALUE_COUNT = 14;

export const KIND_FEATURE_TYPES = 1;
export const KIND_FEATURE_IDS = 2;
export const KIND_FEATURE_HAS_ID = 3;
export const KIND_BBOXES = 4;
export const KIND_TAG_OFFSETS = 5;
export const KIND_TAG_PAIRS = 6;
export const KIND_KEY_BYTES = 7;
export const KIND_KEY_OFFSETS = 8;
export const KIND_VALUE_TYPES = 9;
export const KIND_VALUE_NUMBERS = 10;
export const KIND_STRING_BYTES = 11;
export const KIND_STRING_OFFSETS = 12;

/** The columns of geometry groups, by kind less KIND_GROUP. */
export const KIND_GROUP = 16;
export const POSITIONS = 0;
export const FEATURE_INDEX = 1;
export const GEOMETRY_OFFSETS = 2;
export const PART_OFFSETS = 3;
export const POLYGON_OFFSETS = 4;
export const RING_OFFSETS = 5;
export const TRIANGLES = 6;
export const TRIANGLE_OFFSETS = 7;
export const VERTEX_FEATURE = 8;

/** Array classes by element type. */
const ARRAYS = [, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigUint64Array]; // eslint-disable-line no-sparse-arrays

/** Names of the element types that positions may have. @type {Record<number, 'int16' | 'int32' | 'float32' | 'float64' | false>} */
export const POSITION_TYPES = { 0: false, 2: 'int16', 4: 'int32', 6: 'float32', 7: 'float64' };

/** Names of what coordinates are. @type {('tile' | 'unit' | 'affine' | 'degrees')[]} */
export const COORDINATES = ['tile', 'unit', 'affine', 'degrees'];

/**
 * The block's words, checked: a block may come from another thread, and from another version.
 *
 * @param {ArrayBuffer} buffer
 * @returns {Uint32Array<ArrayBuffer> | undefined} undefined: not a block of this version
 */
export function wordsOf(buffer) {
    const { byteLength } = new Uint8Array(buffer); // not the buffer's own, which may be a property that the caller has given it
    if (byteLength < 4 * HEADER_WORDS) return undefined;
    const header = new Uint32Array(buffer, 0, HEADER_WORDS);
    const length = header[HEADER_BYTE_LENGTH];
    if (header[HEADER_MAGIC] !== MAGIC || header[HEADER_VERSION] !== VERSION) return undefined;
    if (length < 4 * HEADER_WORDS || length > byteLength) return undefined;
    const layersEnd = header[HEADER_LAYERS_OFFSET] + 4 * LAYER_WORDS * header[HEADER_LAYER_COUNT];
    const problemsEnd = header[HEADER_PROBLEMS_OFFSET] + 4 * PROBLEM_WORDS * header[HEADER_PROBLEMS_STORED];
    return layersEnd <= length && problemsEnd <= length ? new Uint32Array(buffer, 0, length >> 2) : undefined;
}

/**
 * Word indices of the layer records.
 *
 * @param {Uint32Array<ArrayBuffer>} words
 */
export function layerRecords(words) {
    assertAttached(words);
    const first = words[HEADER_LAYERS_OFFSET] >> 2;
    const records = [];
    for (let i = 0; i < words[HEADER_LAYER_COUNT]; i++) records.push(first + LAYER_WORDS * i);
    return records;
}

/** @param {Uint32Array} words of a block: none where its buffer was transferred away, or made smaller than the block */
export function assertAttached(words) {
    // Not by their length, which V8 11 (Node 20) takes from before the transfer where code is hot and has met resizable buffers.
    if (words[HEADER_MAGIC] !== undefined) return;
    throw new TileError('detached', "this tile's buffer was transferred to another thread, or made smaller; use the tile made there by DecodedTile.from");
}

/**
 * An array of the block, as a view.
 *
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} type element type
 * @param {number} offset
 * @param {number} count
 * @returns {any} an array of the class that `type` stands for
 */
export function view(words, type, offset, count) {
    assertAttached(words);
    const Type = ARRAYS[type];
    if (!Type) throw new TileError('bad-message', 'the tile is damaged: a column has an element type that does not exist');
    return new Type(words.buffer, offset, count);
}

/**
 * The word index of a column's record, or -1.
 *
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} layer word index of the layer's record
 * @param {number} kind
 */
export function findColumn(words, layer, kind) {
    const end = columnsEnd(words, layer);
    for (let at = words[layer + LAYER_COLUMNS_OFFSET] >> 2; at < end; at += COLUMN_WORDS) if ((words[at] & 255) === kind) return at;
    assertAttached(words); // words that are gone hold no column either
    return -1;
}

/**
 * Behind the last column record of a layer. Not behind the block, whatever a damaged record says.
 *
 * @param {Uint32Array} words
 * @param {number} layer word index of the layer's record
 */
export function columnsEnd(words, layer) {
    return Math.min((words[layer + LAYER_COLUMNS_OFFSET] >> 2) + COLUMN_WORDS * words[layer + LAYER_COLUMN_COUNT], words.length);
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
    return view(words, (words[at] >> 8) & 255, words[at + 1], words[at + 2]);
}
