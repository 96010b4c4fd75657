// DecodedLayer: what a layer of the result block holds, each thing made at first use. Made by tile.js.

import {
    COORDINATES,
    KIND_BBOXES,
    KIND_FEATURE_HAS_ID,
    KIND_FEATURE_IDS,
    KIND_FEATURE_TYPES,
    KIND_TAG_OFFSETS,
    KIND_TAG_PAIRS,
    LAYER_EXTENT,
    LAYER_FIRST_FEATURE,
    LAYER_INDEX,
    LAYER_LENGTH,
    LAYER_NAME_LENGTH,
    LAYER_NAME_OFFSET,
    LAYER_POSITION_TYPE,
    LAYER_ROW_COUNT,
    LAYER_TILE_KEY_COUNT,
    LAYER_TILE_VALUE_COUNT,
    LAYER_VERSION,
    POSITION_TYPES,
    assertAttached,
    column,
    view,
} from './block.js';
import { PairsByKey, makeColumn, makeNumbers } from './columns.js';
import { convertInteger, readKeys, readNumbers, readValues } from './dictionary.js';
import { noSuchFeature } from './error.js';
import { LINES, POINTS, POLYGONS, findRow, readGeometry, readGroup } from './group.js';
import { TileFeature } from './feature.js';
import { decodeText } from './text.js';

/** @import { GeometryGroup, IntegerMode, LineGroup, PointGroup, PolygonGroup, PropertyColumn, PropertyValue } from './index.mjs' */
/** @import { Tags } from './columns.js' */
/** @import { EmptyArrays } from './group.js' */
/** @import { DecodedTile } from './tile.js' */


/**
 * The class of property objects. They inherit from an object without anything in it, which V8 makes in two thirds of the time of objects
 * without a prototype: those it keeps as hash tables.
 *
 * @type {new () => Record<string, PropertyValue>}
 */
const Properties = /** @type {any} */ (function () {});
Properties.prototype = Object.freeze(Object.create(null));

export class DecodedLayer {
    #tile;
    #words;
    #empty;
    /** Word index of the layer's record. */
    #record;
    #integers;
    /** The number of the feature in row 0: 0 unless the block has a range of the features. */
    #firstFeature;
    #rowCount;

    /** @type {string | undefined} */
    #name;
    /** @type {(GeometryGroup | undefined)[]} by geometry type */
    #groups = [];
    /** The group rows that were found last, by geometry type. */
    #lastRows = [-1, -1, -1, -1];
    /** @type {Uint8Array | undefined} */
    #types;
    /** @type {{ low: Uint32Array, has: Uint8Array } | null | undefined} */
    #idParts;
    /** @type {Int32Array | undefined} */
    #bboxes;
    /** @type {string[] | undefined} */
    #keys;
    /** @type {PropertyValue[] | undefined} */
    #values;
    /** @type {Tags | undefined} */
    #tags;
    /** What properties are made of, in one place for speed. @type {(Tags & { keys: string[], values: PropertyValue[] }) | undefined} */
    #dictionary;
    /** @type {PairsByKey | undefined} */
    #pairsByKey;
    /** @type {Map<string, PropertyColumn | undefined> | undefined} */
    #columns;
    /** @type {Float64Array | undefined} */
    #numbers;

    /**
     * @param {DecodedTile} tile
     * @param {Uint32Array<ArrayBuffer>} words the block
     * @param {number} record word index of the layer's record
     * @param {IntegerMode} integers
     * @param {EmptyArrays} empty of the tile
     */
    constructor(tile, words, record, integers, empty) {
        this.#tile = tile;
        this.#words = words;
        this.#empty = empty;
        this.#record = record;
        this.#integers = integers;
        this.#firstFeature = words[record + LAYER_FIRST_FEATURE];
        this.#rowCount = words[record + LAYER_ROW_COUNT];
    }

    /** @param {number} field of the layer's record */
    #word(field) {
        const word = this.#words[this.#record + field];
        if (word === undefined) assertAttached(this.#words);
        return word;
    }

    get name() {
        return (this.#name ??= readName(this.#words, this.#record));
    }

    get index() {
        return this.#word(LAYER_INDEX);
    }

    get version() {
        return this.#word(LAYER_VERSION);
    }

    get extent() {
        return this.#word(LAYER_EXTENT);
    }

    get length() {
        return this.#word(LAYER_LENGTH);
    }

    get keyCount() {
        return this.#word(LAYER_TILE_KEY_COUNT);
    }

    get valueCount() {
        return this.#word(LAYER_TILE_VALUE_COUNT);
    }

    get positionType() {
        return POSITION_TYPES[this.#word(LAYER_POSITION_TYPE) & 255];
    }

    get coordinates() {
        return COORDINATES[(this.#word(LAYER_POSITION_TYPE) >> 8) & 255];
    }

    get problems() {
        const { index } = this;
        return this.#tile.problems.filter(({ layer }) => layer === index);
    }

    get types() {
        assertAttached(this.#words);
        return (this.#types ??= /** @type {Uint8Array} */ (this.#column(KIND_FEATURE_TYPES) ?? new Uint8Array(0)));
    }

    /** @returns {BigUint64Array | null} */
    get ids() {
        return this.#column(KIND_FEATURE_IDS) ?? null;
    }

    /** @returns {Uint8Array | null} */
    get hasIds() {
        return this.#column(KIND_FEATURE_HAS_ID) ?? null;
    }

    /** @returns {Int32Array | undefined} */
    get bboxes() {
        if (this.positionType === false) return undefined;
        return (this.#bboxes ??= /** @type {Int32Array} */ (this.#column(KIND_BBOXES) ?? new Int32Array(0)));
    }

    get points() {
        return /** @type {PointGroup | undefined} */ (this.#group(POINTS));
    }

    get lines() {
        return /** @type {LineGroup | undefined} */ (this.#group(LINES));
    }

    get polygons() {
        return /** @type {PolygonGroup | undefined} */ (this.#group(POLYGONS));
    }

    get keys() {
        return (this.#keys ??= readKeys(this.#words, this.#record));
    }

    get values() {
        return (this.#values ??= readValues(this.#words, this.#record, this.#integers));
    }

    get valueNumbers() {
        return (this.#numbers ??= readNumbers(this.#words, this.#record));
    }

    get tags() {
        assertAttached(this.#words);
        return (this.#tags ??= {
            offsets: /** @type {Uint32Array} */ (this.#column(KIND_TAG_OFFSETS) ?? new Uint32Array(this.#rowCount + 1)),
            pairs: /** @type {Uint16Array | Uint32Array} */ (this.#column(KIND_TAG_PAIRS) ?? new Uint16Array(0)),
        });
    }

    /** @param {number} i */
    id(i) {
        const row = this.#row(i);
        if (this.#idParts === undefined) this.#idParts = this.#readIdParts();
        if (this.#idParts === null || this.#idParts.has[row] === 0) return undefined;
        const low = this.#idParts.low[2 * row];
        const high = this.#idParts.low[2 * row + 1];
        if (high < 0x200000) return low + high * 0x100000000;
        return convertInteger((BigInt(high) << 32n) | BigInt(low), this.#integers);
    }

    /** @param {number} i */
    bbox(i) {
        const row = this.#row(i);
        const box = this.bboxes?.subarray(4 * row, 4 * row + 4);
        return box && box[0] <= box[2] ? box : undefined;
    }

    /**
     * @param {number} i
     * @returns {Record<string, PropertyValue>}
     */
    properties(i) {
        const row = this.#row(i);
        const { offsets, pairs, keys, values } = (this.#dictionary ??= this.#readDictionary());
        const properties = new Properties();
        for (let at = 2 * offsets[row], end = 2 * offsets[row + 1]; at < end; at += 2) properties[keys[pairs[at]]] = values[pairs[at + 1]];
        return properties;
    }

    /** @param {string} key */
    column(key) {
        const columns = (this.#columns ??= new Map());
        if (!columns.has(key)) {
            assertAttached(this.#words);
            columns.set(key, makeColumn(this.#byKey(), key, this.#rowCount, this.values));
        }
        return columns.get(key);
    }

    /** @param {string} key */
    numbers(key) {
        assertAttached(this.#words);
        return makeNumbers(this.#byKey(), key, this.#rowCount, this.valueNumbers);
    }

    /** @param {number} i */
    feature(i) {
        const row = this.#row(i);
        const type = this.types[row] ?? 0;
        const group = this.#group(type);
        const groupRow = group ? this.#rowInGroup(group, type, i) : -1;
        const geometry = readGeometry(group, type, groupRow);
        return new TileFeature(this.id(i), geometry.type, this.properties(i), geometry.coordinates);
    }

    *[Symbol.iterator]() {
        for (let i = 0; i < this.length; i++) yield this.feature(i);
    }

    toJSON() {
        const { name, version, extent } = this;
        return { name, version, extent, features: Array.from(this) };
    }

    /**
     * The row of a feature in the layer's columns: its number, unless the block has a range of the features only.
     *
     * @param {number} i
     */
    #row(i) {
        assertAttached(this.#words);
        const row = Number.isInteger(i) ? i - this.#firstFeature : -1;
        if (row >= 0 && row < this.#rowCount) return row;
        throw noSuchFeature(this, i);
    }

    /**
     * @param {any} group
     * @param {number} type
     * @param {number} i
     */
    #rowInGroup(group, type, i) {
        const row = findRow(group.featureIndex, i, this.#lastRows[type] + 1);
        if (row >= 0) this.#lastRows[type] = row;
        return row;
    }

    /** @param {number} type */
    #group(type) {
        if (type === 0 || this.positionType === false) return undefined;
        return (this.#groups[type] ??= readGroup(this.#words, this.#record, type, this.#empty));
    }

    /** @param {number} kind */
    #column(kind) {
        return column(this.#words, this.#record, kind);
    }

    #readIdParts() {
        const { ids, hasIds } = this;
        return ids && hasIds && { low: new Uint32Array(ids.buffer, ids.byteOffset, 2 * ids.length), has: hasIds };
    }

    /** A literal, so that all layers' have one shape in the engine. */
    #readDictionary() {
        const { offsets, pairs } = this.tags;
        return { offsets, pairs, keys: this.keys, values: this.values };
    }

    #byKey() {
        return (this.#pairsByKey ??= new PairsByKey(this.keys, this.tags));
    }
}

/**
 * @param {Uint32Array<ArrayBuffer>} words
 * @param {number} record
 */
export function readName(words, record) {
    return decodeText(view(words, 1, words[record + LAYER_NAME_OFFSET], words[record + LAYER_NAME_LENGTH]));
}
