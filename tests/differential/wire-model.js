// A vector tile's protobuf read by the rules of https://protobuf.dev/programming-guides/encoding/ and of MVT 2.1, plainly: every byte
// checked, nothing skipped, one pass after the other. It says what a tile holds, or the class of its first fault. Written from the
// documents and not from the C code, whose result it judges; it is itself judged by protobufjs.

/** A fault of the bytes: its class, and the layer and feature it lies in where it does. */
export class WireFault extends Error {
    constructor(code, layer, feature) {
        super(code);
        this.code = code;
        this.layer = layer;
        this.feature = feature;
    }
}

const MOST_GROUPS = 100;

/** A message being read: a part of the tile's bytes. */
class Message {
    /** @param {Uint8Array} bytes */
    constructor(bytes, start = 0, end = bytes.length, outermost = false) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
        this.outermost = outermost;
    }

    /** The 64 bits of a varint; sets varintLength, and beyond64 where there were more. */
    varint() {
        let value = 0n;
        for (let length = 1; length <= 10; length++) {
            if (this.at === this.end) throw new WireFault('truncated');
            const byte = this.bytes[this.at++];
            value |= BigInt(byte & 127) << BigInt(7 * (length - 1));
            if (byte < 128) {
                this.varintLength = length;
                if (length === 10 && byte > 1) this.beyond64 = true;
                return BigInt.asUintN(64, value);
            }
        }
        throw new WireFault('bad-varint');
    }

    tag() {
        const tag = this.varint();
        const number = tag >> 3n;
        if (number === 0n || number >= 1n << 29n) throw new WireFault('bad-field-number');
        return { number: Number(number), wireType: Number(tag & 7n), tagLength: this.varintLength };
    }

    fixed(size) {
        if (this.end - this.at < size) throw new WireFault('truncated');
        this.at += size;
        return this.bytes.subarray(this.at - size, this.at);
    }

    /** Where a length-delimited field's payload begins and ends. */
    payload(notes) {
        const length = this.varint();
        if (this.varintLength > 5) notes.longVarints = true;
        if (length > BigInt(this.end - this.at)) {
            throw new WireFault(this.outermost && length < 1n << 31n ? 'truncated' : 'bad-length');
        }
        const start = this.at;
        this.at += Number(length);
        return { start, end: this.at };
    }

    #value(field, notes) {
        switch (field.wireType) {
            case 0:
                field.start = this.at;
                field.value = this.varint();
                field.end = this.at;
                return field;
            case 1:
                field.fixed = this.fixed(8);
                return field;
            case 2:
                return Object.assign(field, this.payload(notes));
            case 5:
                field.fixed = this.fixed(4);
                return field;
            default:
                throw new WireFault(field.wireType === 4 ? 'bad-group' : 'bad-wire-type');
        }
    }

    #skipGroup(first, notes) {
        const open = [first];
        while (open.length > 0) {
            if (this.at === this.end) throw new WireFault('bad-group');
            const field = this.tag();
            if (field.tagLength > 5) notes.longVarints = true;
            if (field.wireType === 3) {
                if (open.length === MOST_GROUPS) throw new WireFault('too-deep');
                open.push(field.number);
                notes.groupDepth = Math.max(notes.groupDepth, open.length);
            } else if (field.wireType === 4) {
                if (open.pop() !== field.number) throw new WireFault('bad-group');
            } else {
                this.#value(field, notes);
            }
        }
    }

    /** All fields but groups, in order. */
    *fields(notes) {
        while (this.at < this.end) {
            const field = this.tag();
            if (field.tagLength > 5) notes.longVarints = true;
            if (field.wireType === 3) {
                this.#skipGroup(field.number, notes);
                continue;
            }
            this.#value(field, notes);
            if (this.beyond64) notes.beyond64 = true;
            yield field;
        }
    }
}

/** The integers of packed runs, as uint32; `fault` where the last one read is cut or too long, and then nothing follows. */
class PackedRuns {
    integers = [];
    fault = null;
    length = 0;

    add(bytes, start, end) {
        this.length += end - start;
        if (this.fault) return;
        const run = new Message(bytes, start, end);
        try {
            while (run.at < run.end) this.integers.push(Number(BigInt.asUintN(32, run.varint())));
        } catch (fault) {
            this.fault = fault.code;
        }
    }
}

function readFeature(bytes, { start, end }, notes) {
    const feature = { id: null, type: null, tags: new PackedRuns(), geometry: new PackedRuns() };
    for (const field of new Message(bytes, start, end).fields(notes)) {
        const { number, wireType } = field;
        const packed = number === 2 ? feature.tags : number === 4 ? feature.geometry : null;
        if (packed && (wireType === 2 || wireType === 0)) packed.add(bytes, field.start, field.end);
        if (number === 1 && wireType === 0) feature.id = field.value;
        // A closed enum of proto2: other numbers are unknown fields.
        if (number === 3 && wireType === 0 && BigInt.asUintN(32, field.value) <= 3n) feature.type = Number(BigInt.asUintN(32, field.value));
    }
    if (feature.tags.fault || feature.geometry.fault) notes.packedFault = true;
    return feature;
}

const WIRE_TYPES = [undefined, 2, 5, 1, 0, 0, 0, 0];

/** A value: `{ kind, value, fields }`, kind the number of its last field of known type, 0 for none. */
function readValue(bytes, { start, end }, notes) {
    const value = { kind: 0, value: null, fields: 0 };
    for (const field of new Message(bytes, start, end).fields(notes)) {
        if (field.number > 7 || WIRE_TYPES[field.number] !== field.wireType) continue;
        value.fields++;
        value.kind = field.number;
        value.value = valueOf(bytes, field);
    }
    return value;
}

function valueOf(bytes, { number, start, end, value, fixed }) {
    switch (number) {
        case 1:
            return bytes.subarray(start, end);
        case 2:
            return new DataView(fixed.buffer, fixed.byteOffset).getFloat32(0, true);
        case 3:
            return new DataView(fixed.buffer, fixed.byteOffset).getFloat64(0, true);
        case 4:
            return BigInt.asIntN(64, value);
        case 5:
            return value;
        case 6:
            return value & 1n ? -(value >> 1n) - 1n : value >> 1n;
        default:
            return value !== 0n;
    }
}

/** The fields of a layer; features and values are places to be read later. */
function readLayerFields(bytes, { start, end }, notes) {
    const layer = { name: null, version: null, extent: 4096, keys: [], values: [], features: [] };
    for (const field of new Message(bytes, start, end).fields(notes)) {
        const { number, wireType } = field;
        if (wireType === 2) {
            if (number === 1) layer.name = bytes.subarray(field.start, field.end);
            if (number === 2) layer.features.push(field);
            if (number === 3) layer.keys.push(bytes.subarray(field.start, field.end));
            if (number === 4) layer.values.push(field);
        } else if (wireType === 0) {
            if (number === 5) layer.extent = Number(BigInt.asUintN(32, field.value));
            if (number === 15) layer.version = Number(BigInt.asUintN(32, field.value));
        }
    }
    return layer;
}

/** Runs `read`, and says in its fault where it was. */
function inside(layer, feature, read) {
    try {
        return read();
    } catch (fault) {
        if (fault instanceof WireFault) throw new WireFault(fault.code, layer, feature);
        throw fault;
    }
}

/**
 * Reads a tile. Faults are looked for in the tile's own fields first, then in those of each layer, then layer by layer in its features
 * and its values. Throws a WireFault.
 *
 * @param {Uint8Array} bytes
 * @returns {{ layers: object[], notes: { longVarints: boolean, packedFault: boolean, beyond64: boolean, groupDepth: number } }}
 *     `notes` tell what other protobuf readers may refuse, or read in another way
 */
export function readTile(bytes) {
    const notes = { longVarints: false, packedFault: false, beyond64: false, groupDepth: 0 };
    const places = [];
    for (const field of new Message(bytes, 0, bytes.length, true).fields(notes)) {
        if (field.number === 3 && field.wireType === 2) places.push(field);
    }
    const layers = places.map((place, i) => inside(i, undefined, () => readLayerFields(bytes, place, notes)));
    layers.forEach((layer, i) => {
        layer.features = layer.features.map((place, f) => inside(i, f, () => readFeature(bytes, place, notes)));
        layer.values = layer.values.map((place) => inside(i, undefined, () => readValue(bytes, place, notes)));
    });
    return { layers, notes };
}
