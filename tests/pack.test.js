// The form in which modules are inlined: packing and patching are undone exactly, and the text is safe in a script.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { unpack } from '../js/unpack.js';
import { frequentBytes, pack } from '../scripts/pack.js';
import { makePatch } from '../scripts/patch.js';

/** Bytes that repeat in parts, as code does; the same on every run. */
function bytes(length, seed) {
    let state = seed;
    const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 16;
    const result = new Uint8Array(length);
    for (let i = 0; i < length; i++) result[i] = i > 64 && next() % 4 ? result[i - 64] : next();
    return result;
}

function roundTrip(base, target) {
    const patch = makePatch(base, target);
    const frequent = frequentBytes([base, patch]);
    const packed = (content) => ({ frequent, length: content.length, text: pack(content, frequent) });
    const packedBase = packed(base);
    assert.deepEqual(unpack(packedBase), base);
    assert.deepEqual(unpack({ ...packed(patch), base: packedBase }), target);
    return patch;
}

test('every byte value survives, in characters that no script minds', () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    const frequent = frequentBytes([all]);
    const text = pack(all, frequent);
    assert.deepEqual(unpack({ frequent, length: 256, text }), all);
    assert.match(text, /^[!-~]*$/);
    assert.doesNotMatch(text, /["'$<\\`]/);
});

test('a patch makes the other module, however much they share', () => {
    const base = bytes(5000, 1);
    const edited = Uint8Array.from([...base.subarray(0, 700), 1, 2, 3, ...base.subarray(690, 2000), ...base.subarray(2400), ...bytes(50, 9)]);
    assert.ok(roundTrip(base, edited).length < 200, 'what is shared is copied');
    const swapped = Uint8Array.from([...base.subarray(2500), ...base.subarray(0, 2500)]);
    assert.ok(roundTrip(base, swapped).length < 50, 'from anywhere');
    roundTrip(base, base);
    roundTrip(base, bytes(3000, 2));
    roundTrip(base, new Uint8Array(0));
    roundTrip(new Uint8Array(0), base);
    roundTrip(bytes(3, 4), bytes(3, 5));
});

for (const name of ['modules', 'varint-modules']) {
    const source = new URL(`../js/generated/${name}.js`, import.meta.url);
    test(`js/generated/${name}.js holds the modules of build/wasm`, { skip: !existsSync(source) }, async () => {
        const { simd, scalar } = await import(source);
        const file = name === 'modules' ? 'tilewasm' : 'tilewasm-varint';
        for (const [packed, suffix] of [[simd, ''], [scalar, '-scalar']]) {
            const built = readFileSync(new URL(`../build/wasm/${file}${suffix}.wasm`, import.meta.url));
            assert.ok(built.equals(unpack(packed)), `${file}${suffix}.wasm`);
        }
    });
}
