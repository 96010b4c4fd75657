// DecodedTile: a result block and the layers in it. Made by decoder.js, reader.js, and from messages.

import {
    HEADER_PROBLEMS_OFFSET,
    HEADER_PROBLEMS_STORED,
    HEADER_PROBLEM_COUNT,
    LAYER_INDEX,
    PROBLEM_WORDS,
    VERSION,
    assertAttached,
    layerRecords,
    wordsOf,
} from './block.js';
import { isArrayBuffer } from './bytes.js';
import { TileError, describe, describeStatus } from './error.js';
import { EmptyArrays } from './group.js';
import { DecodedLayer, readName } from './layer.js';

/** @import { IntegerMode, Problem, TileMessage } from './index.mjs' */

const NONE = 0xffffffff;

export class DecodedTile {
    // The enumerable fields are those of a message: a structured clone of a tile is one.
    /** The version of the block's layout. */
    tilewasm = VERSION;
    buffer;
    /** @type {IntegerMode | IntegerMode[]} one for all layers, or one a layer */
    integers;

    #words;
    /** @type {DecodedLayer[] | undefined} */
    #layers;
    /** @type {Problem[] | undefined} */
    #problems;

    /**
     * @param {ArrayBuffer} buffer begins with a result block
     * @param {IntegerMode | IntegerMode[] | ((name: string, index: number) => IntegerMode)} integers
     */
    constructor(buffer, integers) {
        const words = wordsOf(buffer);
        if (!words) throw badMessage('the buffer does not hold a tile of this version of tilewasm; load the same version on both sides');
        this.buffer = buffer;
        this.#words = words;
        this.integers =
            typeof integers !== 'function'
                ? integers
                : layerRecords(words).map((record) => integers(readName(words, record), words[record + LAYER_INDEX]));
    }

    /** @param {TileMessage} message */
    static from(message) {
        const { tilewasm, buffer, integers } = message ?? {};
        if (tilewasm !== VERSION) {
            const from = typeof tilewasm === 'number' ? `of version ${tilewasm}` : describe(message);
            throw badMessage(`expected what tile.toMessage() of this version of tilewasm gave, not ${from}; load the same version on both sides`);
        }
        if (!isArrayBuffer(buffer)) throw badMessage(`message.buffer must be an ArrayBuffer, not ${describe(buffer)}`);
        if (buffer.byteLength === 0) throw badMessage('message.buffer was transferred away already');
        return new DecodedTile(buffer, integers);
    }

    /** @returns {TileMessage} */
    toMessage() {
        const { tilewasm, buffer, integers } = this;
        assertAttached(this.#words);
        return { tilewasm, buffer, integers };
    }

    get layers() {
        return (this.#layers ??= this.#makeLayers());
    }

    #makeLayers() {
        const { integers } = this;
        const empty = new EmptyArrays();
        return layerRecords(this.#words).map(
            (record, i) => new DecodedLayer(this, this.#words, record, Array.isArray(integers) ? integers[i] : integers, empty),
        );
    }

    /** @param {string} name */
    layer(name) {
        return this.layers.find((layer) => layer.name === name);
    }

    get problemCount() {
        assertAttached(this.#words);
        return this.#words[HEADER_PROBLEM_COUNT];
    }

    get problems() {
        return (this.#problems ??= this.#readProblems());
    }

    #readProblems() {
        assertAttached(this.#words);
        return readProblems(this.#words);
    }

    toJSON() {
        return { layers: this.layers, problems: this.problems };
    }
}

/** @param {string} message */
function badMessage(message) {
    return new TileError('bad-message', message);
}

/** @param {Uint32Array} words of a block */
export function readProblems(words) {
    const first = words[HEADER_PROBLEMS_OFFSET] >> 2;
    return Array.from({ length: words[HEADER_PROBLEMS_STORED] }, (_, i) => {
        const at = first + PROBLEM_WORDS * i;
        const { code, message } = describeStatus(words[at] & 0xffff);
        return { code, message, layer: present(words[at + 1]), feature: present(words[at + 2]), offset: words[at + 3] };
    });
}

/** @param {number} number of a layer or feature */
function present(number) {
    return number === NONE ? undefined : number;
}
