// triangulate(): its arguments and errors, exact areas on every polygon of the real tiles, and the same triangles from decode.
// The kinds of polygons that are hard are in tests/c/triangulate_test.c.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import earcut, { deviation } from 'earcut';
import { classifyRings, VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { createDecoder, decode, triangulate, triangulateInto, TileError } from '../js/index.js';
import { realTiles } from './support/tiles.js';

const square = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0];
const hole = [3, 3, 6, 3, 6, 6, 3, 6, 3, 3];

describe('triangulateInto', () => {
    const positions = Int32Array.of(...square, ...hole);
    const fresh = triangulate(positions, [0, 5, 10]);
    const needed = fresh.triangles.byteLength + fresh.triangleOffsets.byteLength;

    it('gives what triangulate gives, in the buffer where that is large enough', () => {
        for (const size of [needed, needed + 1, 4096]) {
            const buffer = new ArrayBuffer(size);
            new Uint8Array(buffer).fill(0xa5); // what an earlier call left
            const result = triangulateInto(buffer, positions, [0, 5, 10]);
            assert.equal(result.triangles.buffer, buffer);
            assert.deepEqual(result, fresh);
        }
    });

    it('leaves a buffer alone that is too small, or was transferred away, and makes a new one', () => {
        const small = new ArrayBuffer(needed - 1);
        const gone = new ArrayBuffer(4096);
        structuredClone(gone, { transfer: [gone] });
        for (const buffer of [small, gone, new ArrayBuffer(0)]) {
            const result = triangulateInto(buffer, positions, [0, 5, 10]);
            assert.notEqual(result.triangles.buffer, buffer);
            assert.deepEqual(result, fresh);
        }
        assert.ok(new Uint8Array(small).every((byte) => byte === 0));
    });

    it('may be given the same buffer again and again: nothing of an earlier call shows', () => {
        const buffer = new ArrayBuffer(4096);
        for (let round = 0; round < 3; round++) {
            assert.deepEqual(triangulateInto(buffer, positions, [0, 5, 10]), fresh);
            assert.deepEqual(triangulateInto(buffer, positions, [0, 5]), triangulate(positions, [0, 5]));
        }
    });

    it('refuses what is no ArrayBuffer, and leaves the buffer as it is after an error', () => {
        for (const buffer of [undefined, null, 100, new Uint8Array(100), {}, new SharedArrayBuffer(1000)]) {
            assert.throws(() => triangulateInto(buffer, positions, [0, 5]), { name: 'TileError', code: 'bad-input', message: /the buffer must be an ArrayBuffer/ });
        }
        const buffer = new ArrayBuffer(4096);
        assert.throws(() => triangulateInto(buffer, positions, [0, 50]), { code: 'bad-polygons' });
        assert.ok(new Uint8Array(buffer).every((byte) => byte === 0));
    });
});

describe('triangulate', () => {
    it('takes all rings as one polygon when there are no polygon offsets', () => {
        const { triangles, triangleOffsets } = triangulate(Int32Array.of(...square, ...hole), [0, 5, 10]);
        assert.equal(triangles.length, 24);
        assert.deepEqual([...triangleOffsets], [0, 24]);
        assert.ok(triangles instanceof Uint32Array && triangleOffsets instanceof Uint32Array);
    });

    it('gives each polygon its triangles, numbered through all vertices', () => {
        const shifted = square.map((coordinate) => coordinate + 100);
        const { triangles, triangleOffsets } = triangulate(Int32Array.of(...square, ...hole, ...shifted), [0, 5, 10, 15], [0, 2, 2, 3]);
        assert.deepEqual([...triangleOffsets], [0, 24, 24, 30]);
        assert.ok(triangles.subarray(0, 24).every((vertex) => vertex < 10));
        assert.ok(triangles.subarray(24).every((vertex) => vertex >= 10 && vertex < 15));
    });

    it('gives the same for open rings, either winding, Int16Array, and any kind of offsets', () => {
        const expected = areaOf(Int32Array.of(...square, ...hole), triangulate(Int32Array.of(...square, ...hole), [0, 5, 10]).triangles);
        assert.equal(expected, 2n * (100n - 9n));
        const open = Int16Array.of(...square.slice(0, 8), ...hole.slice(0, 8));
        const backwards = Int32Array.of(0, 0, 0, 10, 10, 10, 10, 0, ...hole.slice(0, 8));
        assert.equal(areaOf(open, triangulate(open, Uint32Array.of(0, 4, 8)).triangles), expected);
        assert.equal(areaOf(backwards, triangulate(backwards, [0, 4, 8], Uint32Array.of(0, 2)).triangles), expected);
    });

    it('winds triangles as exterior rings, whatever the winding of the ring', () => {
        for (const positions of [Int32Array.of(0, 0, 9, 0, 0, 9), Int32Array.of(0, 0, 0, 9, 9, 0)]) {
            assert.equal(areaOf(positions, triangulate(positions, [0, 3]).triangles), 81n);
        }
    });

    it('takes views into larger buffers, and leaves them as they were', () => {
        const buffer = new Int32Array([1, 2, ...square, 3]);
        const untouched = buffer.slice();
        assert.equal(triangulate(buffer.subarray(2, 12), [0, 5]).triangles.length, 6);
        assert.deepEqual(buffer, untouched);
    });

    it('gives nothing for nothing', () => {
        for (const [positions, rings, polygons] of [
            [[], [0], undefined],
            [[], [0], [0]],
            [[], [0, 0], [0, 1]],
            [[1, 1], [0, 1], [0, 1]],
            [[0, 0, 5, 5, 9, 9], [0, 3], undefined],
        ]) {
            const { triangles, triangleOffsets } = triangulate(Int32Array.from(positions), rings, polygons);
            assert.equal(triangles.length, 0);
            assert.ok(triangleOffsets.every((offset) => offset === 0));
            assert.equal(triangleOffsets.length, polygons?.length ?? 2);
        }
    });

    it('is exact at the ends of int32', () => {
        const [low, high] = [-(2 ** 31), 2 ** 31 - 1];
        const positions = Int32Array.of(low, low, high, low, high, high, 0, -1, low, high);
        assert.equal(areaOf(positions, triangulate(positions, [0, 5]).triangles), ringArea(positions, 0, 5));
    });

    it('refuses positions that are not integers, with a word on what to do', () => {
        for (const [positions, named] of [
            [new Float64Array(6), /Float64Array/],
            [new Float32Array(6), /Float32Array/],
            [new Uint32Array(6), /Uint32Array/],
            [[0, 0, 1, 0, 0, 1], /Array/],
            [undefined, /undefined/],
            [null, /null/],
            ['0 0', /the string "0 0"/],
        ]) {
            assert.throws(() => triangulate(positions, [0, 3]), (error) => {
                assert.ok(error instanceof TypeError);
                assert.match(error.message, /^positions must be an Int16Array or Int32Array/);
                assert.match(error.message, /scale and round/);
                assert.match(error.message, named);
                return true;
            });
        }
        assert.throws(() => triangulate(new Int32Array(7), [0, 3]), { name: 'TypeError', message: /even length.* not 7$/ });
    });

    it('looks at the arrays themselves, whatever properties they have been given', () => {
        const honest = triangulate(Int32Array.from(square), Uint32Array.of(0, 5), Uint32Array.of(0, 1));
        const withLength = (array) => Object.defineProperty(array, 'length', { get: () => triangulate(Int32Array.of(...square, ...hole), [0, 5, 10]) && 1000 });
        const odd = triangulate(withLength(Int32Array.from(square)), withLength(Uint32Array.of(0, 5)), withLength(Uint32Array.of(0, 1)));
        assert.deepEqual(odd, honest);
    });

    it('names an array that was transferred away, and goes on', () => {
        const gone = (array) => {
            structuredClone(array.buffer, { transfer: [array.buffer] });
            return array;
        };
        const rings = () => Uint32Array.of(0, 5);
        const expected = (name) => ({ name: 'TileError', code: 'bad-input', message: new RegExp(`^${name}: .*transferred`) });
        assert.throws(() => triangulate(gone(Int32Array.from(square)), rings()), expected('positions'));
        assert.throws(() => triangulate(gone(Int16Array.from(square)), [0, 0]), expected('positions'));
        assert.throws(() => triangulate(gone(Int16Array.from(square)), [0, 5]), expected('positions'));
        assert.throws(() => triangulate(Int32Array.from(square), gone(rings())), expected('ringOffsets'));
        assert.throws(() => triangulate(Int32Array.from(square), rings(), gone(Uint32Array.of(0, 1))), expected('polygonOffsets'));
        const positions = Int32Array.from(square);
        const transfers = Object.defineProperty([0, 5], 0, { get: () => gone(positions) && 0 });
        assert.throws(() => triangulate(positions, transfers), expected('positions'));
        const disguised = Object.defineProperty(new BigInt64Array(8), Symbol.toStringTag, { value: 'Int32Array' });
        assert.throws(() => triangulate(disguised, rings()), { name: 'TypeError', message: /^positions must be/ });
        assert.equal(triangulate(Int32Array.from(square), rings()).triangles.length, 6);
    });

    it('refuses offsets that fall, leave the level below or are no numbers, and says which', () => {
        const positions = Int32Array.of(...square, ...hole);
        const refused = [
            [[0, 11], undefined, /^ringOffsets\[1\] is 11, .* from 0 to 10$/],
            [[0, 5, 4], undefined, /^ringOffsets\[2\] is 4, .* from 5 to 10$/],
            [[-1, 5], undefined, /^ringOffsets\[0\] is -1/],
            [[0, 5.5], undefined, /^ringOffsets\[1\] is 5.5/],
            [[0, NaN], undefined, /^ringOffsets\[1\] is NaN/],
            [[0, '5'], undefined, /^ringOffsets\[1\] is 5/],
            [[0, 5, 10], [0, 3], /^polygonOffsets\[1\] is 3, .* from 0 to 2$/],
            [[0, 5, 10], [2, 1], /^polygonOffsets\[1\] is 1, .* from 2 to 2$/],
        ];
        for (const [rings, polygons, message] of refused) {
            assert.throws(() => triangulate(positions, rings, polygons), { name: 'TileError', code: 'bad-polygons', message });
            if (![...rings, ...(polygons ?? [])].every((offset) => Number.isInteger(offset) && offset >= 0)) continue;
            const typed = [Uint32Array.from(rings), polygons && Uint32Array.from(polygons)];
            assert.throws(() => triangulate(positions, ...typed), { name: 'TileError', code: 'bad-polygons', message });
        }
        for (const rings of [[], undefined, null, 7, new Uint32Array()]) {
            assert.throws(() => triangulate(positions, rings), { name: 'TypeError', message: /^ringOffsets must be/ });
        }
        assert.throws(() => triangulate(positions, [0, 5], []), { name: 'TypeError', message: /^polygonOffsets must be/ });
        // And the decoder goes on.
        assert.equal(triangulate(positions, [0, 5, 10]).triangles.length, 24);
    });

    it('refuses what needs more memory than memoryLimit, and goes on', async () => {
        const small = await createDecoder({ memoryLimit: 1 << 20 });
        const ring = new Int32Array(200000);
        for (let i = 0; i < 100000; i++) ring.set([i, i % 2 ? 1000 : -1000], 2 * i);
        assert.throws(() => small.triangulate(ring, [0, 100000]), (error) => error instanceof TileError && error.code === 'memory-limit');
        assert.equal(small.triangulate(Int32Array.from(square), [0, 5]).triangles.length, 6);
    });
});

describe('growth', () => {
    it('takes 100,000 vertices in a ring, and 10,000 holes', () => {
        const comb = new Int32Array(200000);
        for (let i = 0; i < 99998; i++) comb.set([3 * i, i % 2 ? 5 : 100 + (i % 7)], 2 * i);
        comb.set([3 * 99998, 0, 0, 0], 2 * 99998);
        const { triangles } = triangulate(comb, [0, 100000]);
        assert.equal(triangles.length / 3, 99998);
        assert.equal(areaOf(comb, triangles), -ringArea(comb, 0, 100000));

        const size = 100;
        const positions = [0, 0, 5 * size, 0, 5 * size, 5 * size, 0, 5 * size, 0, 0];
        const rings = [0, 5];
        for (let i = 0; i < size * size; i++) {
            const [x, y] = [5 * (i % size) + 1, 5 * Math.floor(i / size) + 1];
            positions.push(x, y, x + 2, y + 1, x + 1, y + 3, x, y);
            rings.push(positions.length / 2);
        }
        const holes = Int32Array.from(positions);
        const many = triangulate(holes, rings);
        assert.equal(many.triangles.length / 3, 4 + 3 * size * size + 2 * size * size - 2);
        assert.equal(areaOf(holes, many.triangles), BigInt(2 * 25 * size * size - 5 * size * size));
    });
});

describe('rings of no sense', () => {
    // Deviation is a fraction of the polygon's area, and without bound where rings cancel out nearly; so compare what is bounded.
    it('come closer to their area than by earcut, in sum', () => {
        let state = 42;
        const random = (below) => {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            return Math.floor((state / 2 ** 32) * below);
        };
        let ours = 0;
        let earcuts = 0;
        for (let i = 0; i < 20000; i++) {
            const size = i % 2 ? 20 : 1000;
            const flat = Array.from({ length: 2 * (4 + random(i % 3 ? 8 : 40)) }, () => random(size));
            const triangles = triangulate(Int32Array.from(flat), [0, flat.length / 2]).triangles;
            const area = Math.abs(Number(ringArea(flat, 0, flat.length / 2)));
            if (area < size * size / 10) continue;
            ours += deviation(flat, [], 2, triangles);
            earcuts += deviation(flat, [], 2, earcut(flat));
        }
        assert.ok(ours > 0);
        assert.ok(ours <= earcuts, `${ours} and ${earcuts}`);
    });
});

for (const [group, tiles] of Object.entries(realTiles())) {
    describe(`every polygon of ${group}`, () => {
        let count = 0;
        let deviating = 0;
        let ours = 0;
        let earcuts = 0;

        before(() => {
            for (const { name, read } of tiles) {
                for (const polygons of layersOf(read())) {
                    const { positions, rings, groups } = polygons;
                    const { triangles, triangleOffsets } = triangulate(positions, rings, groups);
                    count += groups.length - 1;
                    for (let i = 0; i + 1 < groups.length; i++) {
                        const own = triangles.subarray(triangleOffsets[i], triangleOffsets[i + 1]);
                        const expected = polygonArea(polygons, i);
                        const area = areaOf(positions, own);
                        assertSound(polygons, i, own, name);
                        if (area === expected) continue;
                        deviating++;
                        ours += Math.abs(Number(area - expected) / Number(expected));
                        earcuts += earcutDeviation(polygons, i);
                    }
                }
            }
        });

        it('has the exact area, unless it crosses itself', () => {
            assert.ok(count > { streets: 91000, 'osm-qa': 42000, corpus: 0 }[group], `${count} polygons`);
            if (group !== 'corpus') assert.equal(deviating, 0);
            else assert.ok(deviating < count / 1000);
        });

        it('is closer to it than by earcut where it does', () => {
            assert.ok(ours <= earcuts, `${ours} and ${earcuts}`);
        });

        it('has the same triangles when it is decoded with them', () => {
            let compared = 0;
            for (const { name, read } of tiles) {
                for (const layer of decode(read(), { triangles: true, properties: false }).layers) {
                    const { positions, ringOffsets, polygonOffsets, geometryOffsets, triangles, triangleOffsets } = layer.polygons;
                    const own = triangulate(positions, ringOffsets, polygonOffsets);
                    assert.deepEqual(triangles, own.triangles, `${name}, layer ${layer.name}`);
                    const byFeature = geometryOffsets.map((polygon) => own.triangleOffsets[polygon]);
                    assert.deepEqual(triangleOffsets, byFeature, `${name}, layer ${layer.name}`);
                    compared += layer.polygons.length;
                }
            }
            assert.ok(compared > 0);
        });

        it('has the same triangles in the scalar build', async () => {
            const scalar = await createDecoder({ simd: false });
            for (const { read } of tiles.slice(0, 12)) {
                for (const { positions, rings, groups } of layersOf(read())) {
                    assert.deepEqual(scalar.triangulate(positions, rings, groups), triangulate(positions, rings, groups));
                }
            }
        });
    });
}

/** The polygons of each layer by @mapbox/vector-tile, as flat arrays. */
function layersOf(bytes) {
    const { layers } = new VectorTile(new PbfReader(bytes));
    return Object.values(layers).map((layer) => {
        const positions = [];
        const rings = [0];
        const groups = [0];
        for (let i = 0; i < layer.length; i++) {
            const feature = layer.feature(i);
            if (feature.type !== 3) continue;
            for (const polygon of classifyRings(feature.loadGeometry())) {
                for (const ring of polygon) {
                    for (const { x, y } of ring) positions.push(x, y);
                    rings.push(positions.length / 2);
                }
                groups.push(rings.length - 1);
            }
        }
        return { positions: Int32Array.from(positions), rings: Uint32Array.from(rings), groups: Uint32Array.from(groups) };
    });
}

/** Twice the area of all triangles, each of which is asserted to be positive. */
function areaOf(positions, triangles) {
    let sum = 0n;
    for (let i = 0; i < triangles.length; i += 3) {
        const area = triangleArea(positions, 2 * triangles[i], 2 * triangles[i + 1], 2 * triangles[i + 2]);
        assert.ok(area >= 0, 'a triangle is the wrong way around');
        sum += area;
    }
    return sum;
}

/** Twice the signed area of a ring. */
function ringArea(positions, first, end) {
    let sum = 0n;
    for (let i = first + 1; i + 1 < end; i++) sum += triangleArea(positions, 2 * first, 2 * i, 2 * (i + 1));
    return sum;
}

function triangleArea(positions, a, b, c) {
    const [abx, aby] = [positions[b] - positions[a], positions[b + 1] - positions[a + 1]];
    const [acx, acy] = [positions[c] - positions[a], positions[c + 1] - positions[a + 1]];
    const area = abx * acy - acx * aby;
    // In doubles where those are exact.
    return Math.max(Math.abs(abx * acy), Math.abs(acx * aby)) < 2 ** 52 ? BigInt(area) : BigInt(abx) * BigInt(acy) - BigInt(acx) * BigInt(aby);
}

/** Twice the area of a polygon's exterior less its holes. */
function polygonArea({ positions, rings, groups }, polygon) {
    let sum = 0n;
    for (let ring = groups[polygon]; ring < groups[polygon + 1]; ring++) {
        const area = ringArea(positions, rings[ring], rings[ring + 1]);
        sum += area > 0n === (ring === groups[polygon]) ? area : -area;
    }
    return sum;
}

/** Not too many triangles, and none of another polygon's vertices. */
function assertSound({ rings, groups }, polygon, triangles, where) {
    const [first, end] = [groups[polygon], groups[polygon + 1]];
    const vertices = rings[end] - rings[first] - (end - first);
    assert.ok(triangles.length <= 3 * (vertices + 2 * (end - first - 1)), where);
    assert.ok(triangles.every((vertex) => vertex >= rings[first] && vertex < rings[end]), where);
}

function earcutDeviation({ positions, rings, groups }, polygon) {
    const data = [];
    const holes = [];
    for (let ring = groups[polygon]; ring < groups[polygon + 1]; ring++) {
        if (ring > groups[polygon]) holes.push(data.length / 2);
        data.push(...positions.subarray(2 * rings[ring], 2 * rings[ring + 1] - 2));
    }
    return deviation(data, holes, 2, earcut(data, holes));
}
