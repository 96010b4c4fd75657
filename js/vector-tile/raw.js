// The geometry of single features from a tile's bytes, command by command. Called by vector-tile.js for features that are not as the
// specification wants them: what @mapbox/vector-tile makes of those differs from what the decoded arrays keep. MVT 4.3.

import Point from '@mapbox/point-geometry';

const TILE_LAYER = 26;
const LAYER_FEATURE = 18;
const FEATURE_GEOMETRY = 34;

/** Reads protobuf fields of a message that has been decoded already, so its lengths are known to be right. */
class Bytes {
    /**
     * @param {Uint8Array} bytes
     * @param {number} at
     */
    constructor(bytes, at) {
        this.bytes = bytes;
        this.at = at;
    }

    varint() {
        let value = 0;
        for (let factor = 1; factor < 2 ** 70; factor *= 128) {
            const byte = this.bytes[this.at++];
            value += (byte & 127) * factor;
            if (!(byte >= 128)) return value;
        }
        throw new Error('Expected varint not more than 10 bytes');
    }

    zigzag() {
        const value = this.varint() % 2 ** 32;
        return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    }

    /** @param {number} tag */
    skip(tag) {
        const wireType = tag % 8;
        if (wireType === 0) this.varint();
        else if (wireType === 1) this.at += 8;
        else if (wireType === 5) this.at += 4;
        else if (wireType === 2) {
            const length = this.varint();
            this.at += length;
        } else this.#skipGroup();
    }

    #skipGroup() {
        for (let tag = this.varint(); tag % 8 !== 4; tag = this.varint()) this.skip(tag);
    }
}

/** The bytes of a tile, and where its layers are. */
export class RawTile {
    /** Where the message of each layer begins, with its length; all of them at once, so that many layers are not many walks. @type {number[] | undefined} */
    #layers;

    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.bytes = bytes;
    }

    /** @param {number} index number of the layer */
    layerAt(index) {
        return (this.#layers ??= this.#findLayers())[index];
    }

    #findLayers() {
        /** @type {number[]} */
        const layers = [];
        const tile = new Bytes(this.bytes, 0);
        while (tile.at < this.bytes.length) {
            const tag = tile.varint();
            if (tag === TILE_LAYER) layers.push(tile.at);
            tile.skip(tag);
        }
        return layers;
    }
}

export class RawLayer {
    #tile;
    #index;
    /** Where the message of each feature begins, with its length. @type {number[] | undefined} */
    #features;

    /**
     * @param {RawTile} tile
     * @param {number} index number of the layer
     */
    constructor(tile, index) {
        this.#tile = tile;
        this.#index = index;
    }

    /**
     * @param {number} feature
     * @returns {Point[][]}
     */
    geometry(feature) {
        /** @type {Point[][]} */
        const lines = [];
        /** @type {Point[] | undefined} */
        let line;
        this.#commands(feature, (command, x, y) => {
            if (command === 1) lines.push((line = [new Point(x, y)]));
            else if (command === 2) line?.push(new Point(x, y));
            else line?.push(line[0].clone());
        });
        return lines;
    }

    /** @param {number} feature */
    bbox(feature) {
        const box = [Infinity, Infinity, -Infinity, -Infinity];
        this.#commands(feature, (command, x, y) => {
            if (command === 7) return;
            box[0] = Math.min(box[0], x);
            box[1] = Math.min(box[1], y);
            box[2] = Math.max(box[2], x);
            box[3] = Math.max(box[3], y);
        });
        return box;
    }

    /**
     * Calls back for every step of the pen.
     *
     * @param {number} feature
     * @param {(command: number, x: number, y: number) => void} step
     */
    #commands(feature, step) {
        const reader = this.#geometryOf(feature);
        const length = reader.varint();
        const end = reader.at + length;
        let x = 0;
        let y = 0;
        let command = 0;
        let count = 0;
        while (reader.at < end) {
            if (count <= 0) {
                const integer = reader.varint();
                command = integer % 8;
                count = integer >> 3;
                if (count === 0) continue;
            }
            count--;
            if (command === 1 || command === 2) {
                x += reader.zigzag();
                y += reader.zigzag();
            } else if (command === 7) {
                count = 0; // a ring is closed once, however often it is said
            } else {
                throw new Error(`unknown command ${command}`);
            }
            step(command, x, y);
        }
    }

    /** @param {number} feature */
    #geometryOf(feature) {
        const reader = new Bytes(this.#tile.bytes, (this.#features ??= this.#findFeatures())[feature]);
        const length = reader.varint();
        const end = reader.at + length;
        let found = -1;
        while (reader.at < end) {
            const tag = reader.varint();
            if (tag === FEATURE_GEOMETRY) found = reader.at;
            reader.skip(tag);
        }
        if (found < 0) throw new Error('feature has no geometry');
        return new Bytes(this.#tile.bytes, found);
    }

    #findFeatures() {
        /** @type {number[]} */
        const features = [];
        const layer = new Bytes(this.#tile.bytes, this.#tile.layerAt(this.#index));
        const length = layer.varint();
        const end = layer.at + length;
        while (layer.at < end) {
            const field = layer.varint();
            if (field === LAYER_FEATURE) features.push(layer.at);
            layer.skip(field);
        }
        return features;
    }
}
