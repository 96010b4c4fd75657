// UTF-8 both ways, against TextDecoder and TextEncoder.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeText, encodeText } from '../js/text.js';

const { TextDecoder } = globalThis;
const reference = new TextDecoder('utf-8', { ignoreBOM: true });

/** Pseudo-random numbers below `n`, the same in every run. */
let state = 1;
function random(n) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
}

function withoutTextDecoder(test) {
    globalThis.TextDecoder = undefined;
    try {
        test();
    } finally {
        globalThis.TextDecoder = TextDecoder;
    }
}

describe('decodeText', () => {
    it('is what WHATWG says, with TextDecoder and without', () => {
        const edges = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff];
        const check = (bytes) => {
            const expected = reference.decode(bytes);
            assert.equal(decodeText(bytes), expected);
            withoutTextDecoder(() => assert.equal(decodeText(bytes), expected, Buffer.from(bytes).toString('hex')));
        };
        check(new Uint8Array(0));
        check(new TextEncoder().encode('\ufeffZürich 東京 👍\u0000\uffff'));
        for (const a of edges) for (const b of edges) for (const c of edges) check(Uint8Array.of(a, b, c));
        for (let i = 0; i < 20000; i++) check(Uint8Array.from({ length: random(12) }, () => (random(4) === 0 ? random(256) : edges[random(edges.length)])));
    });
});

describe('encodeText', () => {
    it('is what TextEncoder writes, lone surrogates too', () => {
        const units = [0x00, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xfeff, 0xfffd, 0xffff];
        for (let i = 0; i < 20000; i++) {
            const text = String.fromCharCode(...Array.from({ length: random(8) }, () => (random(3) === 0 ? random(65536) : units[random(units.length)])));
            const expected = new TextEncoder().encode(text);
            const bytes = new Uint8Array(3 * text.length + 2).fill(0xaa);
            const end = encodeText(text, bytes, 1);
            assert.deepEqual(bytes.slice(1, end), expected);
            assert.deepEqual([bytes[0], bytes[end]], [0xaa, 0xaa]);
        }
    });
});
