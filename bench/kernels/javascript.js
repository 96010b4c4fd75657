// The same work in JavaScript: plain loops as a reader of one kind of field would write them, and pbf's packed readers and writers.
// 64-bit values are numbers here, as in every JavaScript reader that wants to be fast; the kernels' are exact.

import { PbfReader, PbfWriter } from 'pbf';

/** Reads the varint at `at.pos` as a number. */
function readLong(bytes, at) {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
        const byte = bytes[at.pos++];
        value += (byte & 127) * scale;
        if (byte < 128) return value;
    }
}

function decodeUint32(bytes, start, end, values) {
    let count = 0;
    for (let at = start; at < end; ) {
        let byte = bytes[at++];
        let value = byte & 127;
        for (let shift = 7; byte >= 128; shift += 7) {
            byte = bytes[at++];
            value |= (byte & 127) << shift;
        }
        values[count++] = value;
    }
    return count;
}

function decodeSint32(bytes, start, end, values) {
    let count = 0;
    for (let at = start; at < end; ) {
        let byte = bytes[at++];
        let value = byte & 127;
        for (let shift = 7; byte >= 128; shift += 7) {
            byte = bytes[at++];
            value |= (byte & 127) << shift;
        }
        values[count++] = (value >>> 1) ^ -(value & 1);
    }
    return count;
}

function decodeDeltaSint32(bytes, start, end, values) {
    let count = 0;
    let sum = 0;
    for (let at = start; at < end; ) {
        let byte = bytes[at++];
        let value = byte & 127;
        for (let shift = 7; byte >= 128; shift += 7) {
            byte = bytes[at++];
            value |= (byte & 127) << shift;
        }
        sum = (sum + ((value >>> 1) ^ -(value & 1))) | 0;
        values[count++] = sum;
    }
    return count;
}

function decodeSint64(bytes, start, end, values) {
    const at = { pos: start };
    let count = 0;
    while (at.pos < end) {
        const byte = bytes[at.pos];
        if (byte < 128) {
            at.pos++;
            values[count++] = (byte >>> 1) ^ -(byte & 1);
            continue;
        }
        const value = readLong(bytes, at);
        values[count++] = value % 2 === 1 ? (value + 1) / -2 : value / 2;
    }
    return count;
}

function decodeDeltaSint64(bytes, start, end, values) {
    const at = { pos: start };
    let count = 0;
    let sum = 0;
    while (at.pos < end) {
        const byte = bytes[at.pos];
        if (byte < 128) {
            at.pos++;
            sum += (byte >>> 1) ^ -(byte & 1);
        } else {
            const value = readLong(bytes, at);
            sum += value % 2 === 1 ? (value + 1) / -2 : value / 2;
        }
        values[count++] = sum;
    }
    return count;
}

function putLong(bytes, at, value) {
    for (; value >= 128; value = Math.floor(value / 128)) bytes[at++] = (value % 128) | 128;
    bytes[at++] = value;
    return at;
}

function encodeUint32(values, start, end, bytes) {
    let at = 0;
    for (let i = start; i < end; i++) {
        let value = values[i];
        for (; value > 127; value >>>= 7) bytes[at++] = (value & 127) | 128;
        bytes[at++] = value;
    }
    return at;
}

function encodeSint32(values, start, end, bytes) {
    let at = 0;
    for (let i = start; i < end; i++) {
        let value = ((values[i] << 1) ^ (values[i] >> 31)) >>> 0;
        for (; value > 127; value >>>= 7) bytes[at++] = (value & 127) | 128;
        bytes[at++] = value;
    }
    return at;
}

function encodeDeltaSint32(values, start, end, bytes) {
    let at = 0;
    let before = 0;
    for (let i = start; i < end; i++) {
        const delta = (values[i] - before) | 0;
        before = values[i];
        let value = ((delta << 1) ^ (delta >> 31)) >>> 0;
        for (; value > 127; value >>>= 7) bytes[at++] = (value & 127) | 128;
        bytes[at++] = value;
    }
    return at;
}

function encodeSint64(values, start, end, bytes) {
    let at = 0;
    for (let i = start; i < end; i++) at = putLong(bytes, at, values[i] < 0 ? -2 * values[i] - 1 : 2 * values[i]);
    return at;
}

function encodeDeltaSint64(values, start, end, bytes) {
    let at = 0;
    let before = 0;
    for (let i = start; i < end; i++) {
        const delta = values[i] - before;
        before = values[i];
        at = putLong(bytes, at, delta < 0 ? -2 * delta - 1 : 2 * delta);
    }
    return at;
}

const decoders = { 0: decodeUint32, 2: decodeSint32, 3: decodeDeltaSint32, 6: decodeSint64, 7: decodeDeltaSint64 };
const encoders = { 0: encodeUint32, 2: encodeSint32, 3: encodeDeltaSint32, 6: encodeSint64, 7: encodeDeltaSint64 };

const arrayOf = (type, count) => (type & 4 ? new Float64Array(count) : type === 0 ? new Uint32Array(count) : new Int32Array(count));

/** Passes of the plain loops over a dataset; `check` compares one with the values. */
export function plainLoops({ type, bytes, fields, numbers, values }) {
    const most = fields.reduce((max, count, i) => (i % 4 === 3 ? Math.max(max, count) : max), 0);
    const output = arrayOf(type, most);
    const encoded = new Uint8Array(10 * most);
    const decode = decoders[type];
    const encode = encoders[type];
    const source = type & 4 ? (numbers ?? Float64Array.from(values, Number)) : values;
    return {
        decode() {
            for (let f = 0; f < fields.length; f += 4) decode(bytes, fields[f], fields[f] + fields[f + 1], output);
        },
        encode() {
            for (let f = 0; f < fields.length; f += 4) encode(source, fields[f + 2], fields[f + 2] + fields[f + 3], encoded);
        },
        check() {
            if (!numbers) return true;
            for (let f = 0; f < fields.length; f += 4) {
                const [byte, length, first, count] = fields.subarray(f, f + 4);
                if (decode(bytes, byte, byte + length, output) !== count) return false;
                for (let i = 0; i < count; i++) if (output[i] !== numbers[first + i]) return false;
                const end = encode(source, first, first + count, encoded);
                if (end !== length) return false;
                for (let i = 0; i < end; i++) if (encoded[i] !== bytes[byte + i]) return false;
            }
            return true;
        },
    };
}

/** A message in which every field of a dataset is a packed field. */
function toMessage(bytes, fields) {
    const pbf = new PbfWriter();
    for (let f = 0; f < fields.length; f += 4) pbf.writeBytesField(1, bytes.subarray(fields[f], fields[f] + fields[f + 1]));
    return pbf.finish();
}

/** The same by pbf: into arrays, which is what it gives, with a loop for the sums of differences. */
export function byPbf({ type, bytes, fields, numbers, values }) {
    const message = toMessage(bytes, fields);
    const isZigzag = (type & 3) >= 2;
    const isDelta = (type & 3) === 3;
    const plain = numbers ?? Float64Array.from(values, Number);
    const arrays = [];
    for (let f = 0; f < fields.length; f += 4) arrays.push(Array.from(plain.subarray(fields[f + 2], fields[f + 2] + fields[f + 3])));

    function readField(pbf) {
        pbf.readVarint();
        pbf.type = 2;
        const array = isZigzag ? pbf.readPackedSVarint() : pbf.readPackedVarint();
        if (isDelta) for (let i = 1; i < array.length; i++) array[i] += array[i - 1];
        return array;
    }
    const decode = (take) => {
        const pbf = new PbfReader(message);
        while (pbf.pos < message.length) take(readField(pbf));
    };
    const encode = () => {
        const pbf = new PbfWriter();
        for (const array of arrays) {
            const written = isDelta ? array.map((value, i) => (i > 0 ? value - array[i - 1] : value)) : array;
            if (isZigzag) pbf.writePackedSVarint(1, written);
            else pbf.writePackedVarint(1, written);
        }
        return pbf.finish();
    };
    return {
        decode: () => decode(() => {}),
        // pbf refuses numbers beyond 2^53.
        encode: numbers ? encode : undefined,
        check() {
            if (!numbers) return true;
            let index = 0;
            let right = true;
            const wrap = type & 4 ? (value) => value : type === 0 ? (value) => value >>> 0 : (value) => value | 0;
            decode((array) => array.forEach((value) => (right &&= wrap(value) === numbers[index++])));
            const encoded = encode();
            return right && index === numbers.length && (isDelta || (encoded.length === message.length && encoded.every((byte, i) => byte === message[i])));
        },
    };
}

/** Features by a single hand-written loop: int32 positions, rings closed, no checks, no boxes, no areas. */
export function positionsByLoop({ bytes, fields, count }) {
    const positions = new Int32Array(2 * count + 1000);
    return () => {
        let to = 0;
        for (let f = 0; f < fields.length; f += 4) {
            const end = fields[f] + fields[f + 1];
            to = 0;
            let x = 0;
            let y = 0;
            let first = 0;
            let left = 0;
            for (let at = fields[f]; at < end; ) {
                let byte = bytes[at++];
                let value = byte & 127;
                for (let shift = 7; byte >= 128; shift += 7) {
                    byte = bytes[at++];
                    value |= (byte & 127) << shift;
                }
                if (left === 0) {
                    if ((value & 7) === 7) {
                        positions[to++] = positions[first];
                        positions[to++] = positions[first + 1];
                        continue;
                    }
                    if ((value & 7) === 1) first = to;
                    left = 2 * (value >>> 3);
                    continue;
                }
                if (left-- % 2 === 0) positions[to++] = x += (value >>> 1) ^ -(value & 1);
                else positions[to++] = y += (value >>> 1) ^ -(value & 1);
            }
        }
        return to;
    };
}
