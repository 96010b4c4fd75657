// tilewasm/varint: every function against a reading and writing of varints with bigints, against pbf on the real tiles' geometry and
// tags, and the module with SIMD against the one without.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { PbfReader, PbfWriter } from 'pbf';
import * as varint from '../js/varint.js';
import { realTiles } from './support/tiles.js';

// ---- what varints mean, with bigints: https://protobuf.dev/programming-guides/encoding/ -----------------------------

const BITS = { Uint32: 32, Int32: 32, Sint32: 32, DeltaSint32: 32, Uint64: 64, Int64: 64, Sint64: 64, DeltaSint64: 64 };
const names = Object.keys(BITS);

const isZigzag = (name) => name.includes('Sint');
const isDelta = (name) => name.startsWith('Delta');
const cut = (name, value) => (name.startsWith('Uint') ? BigInt.asUintN(BITS[name], value) : BigInt.asIntN(BITS[name], value));

function plainVarint(bits) {
    const bytes = [];
    for (; bits >= 128n; bits >>= 7n) bytes.push(Number(bits & 127n) | 128);
    return [...bytes, Number(bits)];
}

/** @param {bigint[]} values */
function encodePlainly(name, values) {
    const bits = BITS[name];
    return Uint8Array.from(
        values.flatMap((value, i) => {
            if (!isZigzag(name)) return plainVarint(BigInt.asUintN(64, value));
            const number = isDelta(name) ? BigInt.asIntN(bits, value - (i > 0 ? values[i - 1] : 0n)) : value;
            return plainVarint(BigInt.asUintN(bits, number < 0n ? -2n * number - 1n : 2n * number));
        }),
    );
}

function* plainBits(bytes) {
    let bits = 0n;
    let shift = 0n;
    for (const byte of bytes) {
        bits |= BigInt(byte & 127) << shift;
        shift += 7n;
        if (byte >= 128) continue;
        yield BigInt.asUintN(64, bits);
        bits = shift = 0n;
    }
}

function decodePlainly(name, bytes) {
    let sum = 0n;
    return Array.from(plainBits(bytes), (wide) => {
        const bits = BigInt.asUintN(BITS[name], wide);
        if (!isZigzag(name)) return cut(name, bits);
        const number = bits & 1n ? -(bits >> 1n) - 1n : bits >> 1n;
        return (sum = cut(name, isDelta(name) ? sum + number : number));
    });
}

// ---- random numbers that are the same in each run ---------------------------------------------------------------------

let state = 0x9e3779b97f4a7c15n;

function random() {
    state = BigInt.asUintN(64, state ^ (state << 13n));
    state ^= state >> 7n;
    state = BigInt.asUintN(64, state ^ (state << 17n));
    return state;
}

const below = (limit) => Number(random() % BigInt(limit));

/** Bytes of `count` varints of sizes from `least` to `most`. */
function randomVarints(count, least, most) {
    const bytes = [];
    for (let i = 0; i < count; i++) {
        const size = least + below(most - least + 1);
        for (let k = 1; k < size; k++) bytes.push(128 + below(128));
        bytes.push(size === 10 ? below(2) : below(128));
    }
    return Uint8Array.from(bytes);
}

const toBigints = (values) => Array.from(values, BigInt);
const arrayOf = (name) => varint[`decode${name}`](new Uint8Array(0)).constructor;
const toArray = (name, values) => arrayOf(name).from(values, (value) => (BITS[name] === 64 ? value : Number(value)));

const EXTREMES = [0n, 1n, -1n, 63n, 64n, -64n, -65n, 127n, 128n, 8191n, 8192n, 16383n, 16384n, 2n ** 21n, 2n ** 28n, 2n ** 31n - 1n, -(2n ** 31n),
    2n ** 32n - 1n, 2n ** 32n, 2n ** 53n, 2n ** 56n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 64n - 1n];

for (const simd of [true, false]) {
    describe(`varints, ${simd ? 'with SIMD' : 'without SIMD'}`, () => {
        before(() => varint.init({ simd }));

        for (const name of names) {
            const decode = varint[`decode${name}`];
            const encode = varint[`encode${name}`];

            it(`${name}: decodes runs of every size of varints`, () => {
                for (let size = 1; size <= 10; size++) {
                    for (const count of [0, 1, 7, 40, 133]) {
                        const bytes = randomVarints(count, size, size);
                        assert.deepEqual(toBigints(decode(bytes)), decodePlainly(name, bytes));
                    }
                    const mixed = randomVarints(200, 1, size);
                    assert.deepEqual(toBigints(decode(mixed)), decodePlainly(name, mixed));
                }
            });

            it(`${name}: encodes as short as can be, and back`, () => {
                for (let size = 1; size <= 10; size++) {
                    for (const count of [0, 1, 15, 16, 17, 100]) {
                        const values = decodePlainly(name, randomVarints(count, below(2) ? size : 1, size));
                        const bytes = encode(toArray(name, values));
                        assert.deepEqual(bytes, encodePlainly(name, values));
                        assert.deepEqual(decode(bytes), toArray(name, values));
                    }
                }
                const extremes = EXTREMES.flatMap((a) => EXTREMES.flatMap((b) => [a, b])).map((value) => cut(name, value));
                assert.deepEqual(encode(toArray(name, extremes)), encodePlainly(name, extremes));
            });

            it(`${name}: cut-off and overlong varints, with their place`, () => {
                for (const count of [0, 3, 100, 1000]) {
                    const whole = randomVarints(count, 1, 3);
                    for (const tail of [1, 5, 9]) {
                        const bytes = Uint8Array.of(...whole, ...new Array(tail).fill(200));
                        assert.throws(() => decode(bytes), { name: 'TileError', code: 'truncated', offset: whole.length });
                    }
                    for (const tail of [10, 11, 200]) {
                        const bytes = Uint8Array.of(...whole, ...new Array(tail).fill(200), 1, 2, 3);
                        assert.throws(() => decode(bytes), { name: 'TileError', code: 'overlong', offset: whole.length });
                    }
                }
                assert.deepEqual(toBigints(decode(Uint8Array.of(5))), decodePlainly(name, [5]), 'the next call works');
            });

            it(`${name}: into a target`, () => {
                const bytes = randomVarints(50, 1, 4);
                const target = new (arrayOf(name))(60).fill(BITS[name] === 64 ? 7n : 7);
                const result = decode(bytes, { target });
                assert.equal(result.buffer, target.buffer);
                assert.deepEqual(toBigints(result), decodePlainly(name, bytes));
                assert.deepEqual(toBigints(target.subarray(50)), new Array(10).fill(7n));
                const small = target.subarray(0, varint.countVarints(bytes) - 1);
                assert.throws(() => decode(bytes, { target: small }), { code: 'bad-input', message: /room for 49 values, but the bytes hold 50/ });
            });
        }

        for (const name of names.filter((each) => BITS[each] === 64)) {
            const decode = varint[`decode${name}`];
            const encode = varint[`encode${name}`];

            it(`${name}: as numbers`, () => {
                const bytes = randomVarints(300, 1, 10);
                const numbers = decode(bytes, { as: 'number' });
                assert.ok(numbers instanceof Float64Array);
                assert.deepEqual(Array.from(numbers), decodePlainly(name, bytes).map(Number));
                const small = decodePlainly(name, randomVarints(300, 1, 4)).map(Number);
                assert.deepEqual(encode(Float64Array.from(small)), encodePlainly(name, small.map(BigInt)));
                assert.deepEqual(encode(Float64Array.of(2 ** 53, 0, -0)), encodePlainly(name, [2n ** 53n, 0n, 0n]));
                for (const bad of [1.5, NaN, Infinity, -Infinity, 2 ** 53 + 2, -(2 ** 53) - 2, 1e300]) {
                    assert.throws(() => encode(Float64Array.of(1, 2, bad)), { code: 'bad-input', message: `values[2] is ${bad}: numbers must be integers of the type up to 2^53; take a ${name === 'Uint64' ? 'BigUint64Array' : 'BigInt64Array'} beyond` });
                }
            });
        }

        it('refuses negative numbers as uint64', () => {
            assert.throws(() => varint.encodeUint64(Float64Array.of(-1)), { code: 'bad-input', message: /values\[0\] is -1/ });
        });

        it("equals pbf on the real tiles' geometry and tags", () => {
            let fields = 0;
            for (const { read } of Object.values(realTiles()).flat()) {
                for (const field of packedFields(read())) {
                    if (fields++ % 8 !== 0) continue;
                    const expected = Uint32Array.from(readByPbf(field));
                    assert.ok(same(varint.decodeUint32(field), expected));
                    assert.ok(same(varint.encodeUint32(expected), field));
                }
            }
            assert.ok(fields > 1000);
        });

        it('equals pbf on signed values', () => {
            const values = Array.from({ length: 5000 }, () => below(2 ** (1 + below(52))) * (below(2) ? 1 : -1));
            const pbf = new PbfWriter();
            pbf.writePackedSVarint(1, values);
            const field = packedField(pbf.finish());
            assert.deepEqual(Array.from(varint.decodeSint64(field, { as: 'number' })), values.map((value) => value + 0));
            assert.deepEqual(varint.encodeSint64(Float64Array.from(values)), field);
        });
    });
}

/** Faster than deepEqual. */
function same(a, b) {
    return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** The bytes of a message's only field, behind its tag and length. */
function packedField(message) {
    const pbf = new PbfReader(message);
    pbf.readVarint();
    return pbf.readBytes();
}

function readByPbf(field) {
    const pbf = new PbfWriter();
    pbf.writeBytes(field);
    const reader = new PbfReader(pbf.finish());
    reader.type = 2;
    return reader.readPackedVarint();
}

/** Tags and geometry of every feature of a tile, as they lie there. */
function packedFields(tile) {
    const fields = [];
    const message = (pbf, read) => pbf.readFields(read, undefined, pbf.readVarint() + pbf.pos);
    new PbfReader(tile).readFields((layer, _, pbf) => {
        if (layer !== 3) return;
        message(pbf, (feature) => {
            if (feature !== 2) return;
            message(pbf, (field) => {
                if (field === 2 || field === 4) fields.push(pbf.readBytes());
            });
        });
    });
    return fields;
}

describe('the two modules', () => {
    const load = (name) => {
        const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(new URL(`../build/wasm/${name}.wasm`, import.meta.url))));
        exports._initialize?.();
        return exports;
    };
    const [simd, scalar] = ['tilewasm-varint', 'tilewasm-varint-scalar'].map(load);

    /** Status, and the bytes of the result. */
    function run(exports, input, call) {
        const at = exports.tw_varint_reserve(input.length);
        new Uint8Array(exports.memory.buffer).set(input, at);
        const status = call(exports);
        const [output, length, fault] = new Uint32Array(exports.memory.buffer, exports.tw_varint_result(), 3);
        return { status, fault, bytes: Buffer.from(exports.memory.buffer, output, length) };
    }

    function runBoth(input, call) {
        const [a, b] = [simd, scalar].map((exports) => run(exports, input, call));
        if (a.status !== b.status || a.fault !== b.fault || !a.bytes.equals(b.bytes)) assert.fail(`differ on ${Buffer.from(input).toString('hex')}`);
        return Buffer.from(a.bytes);
    }

    /** Fast, since there are many streams. */
    let seed = 123456789;
    const next = () => {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        return seed >>> 0;
    };

    it('give the same for a million random streams', () => {
        const bytes = new Uint8Array(256);
        for (let i = 0; i < 125000; i++) {
            const length = next() % (i % 16 ? 100 : 256);
            const continued = next() % 256;
            for (let k = 0; k < length; k++) bytes[k] = (next() & 127) | (next() % 256 < continued ? 128 : 0);
            if (length > 0 && i % 4) bytes[length - 1] &= 127;
            const input = bytes.subarray(0, length);
            for (let type = 0; type < 8; type++) {
                const decoded = runBoth(input, (exports) => exports.tw_varint_decode(length, type));
                if (i % 8 === type) runBoth(decoded, (exports) => exports.tw_varint_encode(decoded.length / (type & 4 ? 8 : 4), type));
            }
        }
    });
});

describe('arguments', () => {
    it('bytes in every form', () => {
        const bytes = Uint8Array.of(9, 1, 150, 1);
        const expected = Uint32Array.of(1, 150);
        for (const form of [bytes.subarray(1), new DataView(bytes.buffer, 1), bytes.slice(1).buffer, new Uint8ClampedArray(bytes.buffer, 1)]) {
            assert.deepEqual(varint.decodeUint32(form), expected);
        }
        assert.equal(varint.countVarints(bytes), 3);
        assert.throws(() => varint.decodeUint32([1, 2]), { name: 'TileError', code: 'bad-input', message: /bytes must be a Uint8Array/ });
    });

    it('arrays of the wrong type', () => {
        assert.throws(() => varint.encodeUint32(Int32Array.of(1)), { code: 'bad-input', message: 'values must be a Uint32Array, not an object of type Int32Array' });
        assert.throws(() => varint.encodeSint64([1n]), { code: 'bad-input', message: 'values must be a BigInt64Array, not an object of type Array' });
        assert.throws(() => varint.encodeSint32(Float64Array.of(1)), { code: 'bad-input' });
        assert.throws(() => varint.decodeSint64(new Uint8Array(1), { target: new Float64Array(1) }), { code: 'bad-input', message: /options.target must be a BigInt64Array/ });
        assert.throws(() => varint.decodeSint64(new Uint8Array(1), { as: 'string' }), { code: 'bad-request', message: /options.as/ });
    });

    it('arrays that were transferred away', () => {
        for (const name of names) {
            const values = varint[`decode${name}`](new Uint8Array(3));
            const encoded = varint[`encode${name}`](values);
            structuredClone(values.buffer, { transfer: [values.buffer] });
            const expected = (what) => ({ name: 'TileError', code: 'bad-input', message: new RegExp(`^${what}: .*transferred`) });
            assert.throws(() => varint[`encode${name}`](values), expected('values'));
            assert.throws(() => varint[`decode${name}`](encoded, { target: values }), expected('options.target'));
            assert.equal(varint[`decode${name}`](encoded, null).length, 3, 'no options');
        }
    });

    it('arrays that say false things of themselves', () => {
        const values = Uint32Array.of(1, 2, 3);
        const encoded = varint.encodeUint32(values);
        assert.throws(() => varint.encodeUint32(Object.defineProperty(new Uint8Array(4), Symbol.toStringTag, { value: 'Uint32Array' })), { code: 'bad-input' });
        const reenters = { get: () => varint.decodeUint32(Uint8Array.of(7, 7, 7)).length };
        const target = Object.defineProperties(new Uint32Array(3), { BYTES_PER_ELEMENT: reenters, set: { value: () => assert.fail('was called') } });
        assert.deepEqual([...varint.decodeUint32(encoded, { target })], [1, 2, 3]);
        class Longer extends Uint32Array {
            get length() {
                return 64;
            }
        }
        assert.deepEqual(varint.encodeUint32(new Longer([1])), Uint8Array.of(1));
    });

    it('a view of a larger buffer, whose result is a buffer of its own', () => {
        const values = new Int32Array(8).fill(3).subarray(2, 5);
        const bytes = varint.encodeSint32(values);
        assert.deepEqual(bytes, Uint8Array.of(6, 6, 6));
        assert.equal(bytes.buffer.byteLength, 3);
        assert.equal(varint.decodeSint32(bytes).buffer.byteLength, 12);
    });

    it('an array of many megabytes, after which memory is given back', () => {
        const values = Uint32Array.from({ length: 6_000_000 }, (_, i) => i);
        const decoded = varint.decodeUint32(varint.encodeUint32(values));
        assert.equal(Buffer.compare(Buffer.from(decoded.buffer), Buffer.from(values.buffer)), 0);
        assert.deepEqual(varint.decodeUint32(Uint8Array.of(1)), Uint32Array.of(1));
    });
});

describe('arguments', () => {
    it('of a view whose buffer was made smaller are refused, not read as nothing', () => {
        const buffer = new /** @type {any} */ (ArrayBuffer)(16, { maxByteLength: 32 });
        const bytes = new Uint8Array(buffer, 0, 16);
        buffer.resize(12);
        for (const read of [varint.decodeUint32, varint.countVarints]) assert.throws(() => read(bytes), { code: 'bad-input', message: /made smaller/ });
    });

    it('that are no options are refused', () => {
        const bytes = Uint8Array.of(1);
        for (const options of [new Uint32Array(1), 1, 'x', true]) {
            assert.throws(() => varint.decodeUint32(bytes, /** @type {any} */ (options)), { code: 'bad-request', message: /options must be an object/ });
        }
        for (const target of [0, '', false]) assert.throws(() => varint.decodeUint32(bytes, { target: /** @type {any} */ (target) }), { code: 'bad-input' });
    });

    it('are read as they are, whatever properties they have been given', () => {
        const values = Object.defineProperties(Uint32Array.of(1, 300), { length: { value: 1 }, buffer: { value: 7 }, byteOffset: { value: 3 } });
        assert.deepEqual(varint.encodeUint32(values), Uint8Array.of(1, 0xac, 2));
        const bytes = Object.defineProperties(Uint8Array.of(1, 0xac, 2), { byteLength: { value: 99 }, buffer: { value: 5 } });
        assert.deepEqual(varint.decodeUint32(bytes), Uint32Array.of(1, 300));
    });

    it('beyond all memory are refused by name', (context) => {
        let values;
        try {
            values = new BigUint64Array(2 ** 29 + 1);
        } catch {
            return context.skip('this engine has no such array');
        }
        assert.throws(() => varint.encodeUint64(values), { name: 'TileError', code: 'out-of-memory' });
        assert.throws(() => varint.decodeUint32(values), { name: 'TileError', code: 'too-large' });
    });
});

describe('a crash of the kernels', () => {
    it('is named, and the next call works', async () => {
        const { Instance } = WebAssembly;
        await varint.init({ simd: false });
        await varint.init({ simd: true });
        let failing = true;
        /** @type {any} */ (WebAssembly).Instance = function (module) {
            const { exports } = new Instance(module);
            const decode = (...parts) => {
                if (failing) throw new WebAssembly.RuntimeError('unreachable');
                return /** @type {any} */ (exports).tw_varint_decode(...parts);
            };
            return { exports: { ...exports, tw_varint_decode: decode } };
        };
        try {
            assert.throws(() => varint.decodeUint32(Uint8Array.of(5)), { name: 'TileError', code: 'crashed', message: /unreachable/ });
            failing = false;
            assert.deepEqual(varint.decodeUint32(Uint8Array.of(5)), Uint32Array.of(5));
        } finally {
            WebAssembly.Instance = Instance;
            await varint.init();
        }
    });
});

describe('init', () => {
    it('refuses options that make no sense', async () => {
        for (const options of [null, 7, { simd: 'no' }, { simd: 1 }]) {
            await assert.rejects(varint.init(/** @type {any} */ (options)), { name: 'TileError', code: 'bad-request', message: /^options/ });
        }
    });

    it('of two at once does what the later one says', async () => {
        const { Instance } = WebAssembly;
        /** @type {WebAssembly.Module[]} */
        const modules = [];
        /** @type {any} */ (WebAssembly).Instance = function (module) {
            modules.push(module);
            return new Instance(module);
        };
        try {
            await varint.init({ simd: false });
            varint.decodeUint32(Uint8Array.of(5));
            await Promise.all([varint.init({ simd: true }), varint.init({ simd: false })]);
            varint.decodeUint32(Uint8Array.of(5));
            assert.equal(new Set(modules).size, 1);
            await varint.init({ simd: true });
            varint.decodeUint32(Uint8Array.of(5));
            assert.equal(new Set(modules).size, 2);
        } finally {
            WebAssembly.Instance = Instance;
        }
    });

    it('takes none', async () => {
        await varint.init();
        assert.deepEqual(varint.decodeUint32(Uint8Array.of(5)), Uint32Array.of(5));
    });
});
