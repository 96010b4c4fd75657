// The page of errors: it agrees with the table of statuses and with the wrapper, and every code on it comes from some input.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createDecoder, TileError } from '../js/index.js';
import { commandsOf, point, writeTile } from './support/write-tile.js';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

const statuses = [...read('c-src/base/statuses.inc').matchAll(/^TW_STATUS\((\d+), \w+, "([^"]+)", "([^"]+)"\)$/gm)].map(([, number, code, text]) => ({
    number: Number(number),
    code,
    text,
}));

const page = read('docs/errors.md');
const rows = [...page.slice(page.indexOf('\n## ')).matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, code, rest]) => ({ code, cells: rest.split(' | ') }));
const rowOf = (code) => rows.find((row) => row.code === code);

/** Codes that the wrapper throws by itself. */
const wrapperCodes = readdirSync(new URL('js/', root))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...read(`js/${name}`).matchAll(/new TileError\(\s*'([^']+)'/g)].map(([, code]) => code));

/** What breaks no MUST: strict mode lets it pass. */
const passes = ({ cells }) => cells[2] === 'passes';

describe('docs/errors.md', () => {
    it('has every status of C, with its number and its sentence', () => {
        for (const { number, code, text } of statuses) {
            if (number === 0) continue;
            const row = rowOf(code);
            assert.ok(row, code);
            assert.deepEqual(row.cells.slice(0, 2), [String(number), text]);
        }
    });

    it('has every code of the wrapper, none twice, and no other', () => {
        const known = new Set([...statuses.map(({ code }) => code), ...wrapperCodes]);
        known.delete('ok');
        assert.deepEqual(rows.map(({ code }) => code).sort(), [...known].sort());
    });
});

const latin1 = (text) => Uint8Array.from(Buffer.from(text, 'latin1'));
const hex = (text) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

const NAMED = '7802 0a016c'; // version 2, name 'l'
const byte = (number) => number.toString(16).padStart(2, '0');
const sized = (content) => byte(hex(content).length) + content;

/** A tile of one layer named 'l' of version 2 with these fields, as hex; short ones. */
const layerOf = (fields) => hex(`1a${sized(NAMED + fields)}`);

/** A tile of one feature. */
const featureOf = (fields) => layerOf(`12${sized(fields)}`);

const command = (id, count) => (count << 3) | id;
const geometryOf = (type, geometry, version = 2) => writeTile([{ name: 'l', version, features: [{ type, geometry }] }]);
const square = [[0, 0], [9, 0], [9, 9], [0, 9]];

/** Bytes that are no tile, by code. */
const errors = {
    'not-mvt:gzip': gzipSync(writeTile([])),
    'not-mvt:zlib': hex('78 9c cb c8 04 00'),
    'not-mvt:zstd': hex('28 b5 2f fd 04 58'),
    'not-mvt:brotli': hex('ce b2 cf 81 1b 15'),
    'not-mvt:png': latin1('\x89PNG\r\n\x1a\n'),
    'not-mvt:jpeg': hex('ff d8 ff e0'),
    'not-mvt:webp': latin1('RIFF\x24\0\0\0WEBPVP8 '),
    'not-mvt:html': latin1('<!DOCTYPE html>'),
    'not-mvt:json': latin1('{"message":"not found"}'),
    'not-mvt:xml': latin1('<?xml version="1.0"?>'),
    'not-mvt:osm-pbf': latin1('\0\0\0\x0d\x0a\x09OSMHeader'),
    'not-mvt:mlt': hex('04 01 61 62 63'),
    'not-mvt:pmtiles': latin1('PMTiles\x03'),
    'not-mvt:sqlite': latin1('SQLite format 3\0'),
    truncated: hex('1a 05 0a'),
    'bad-length': hex('1a 05 0a ff ff ff 0f'),
    'bad-wire-type': layerOf('0f'),
    'bad-field-number': layerOf('00 00'),
    'bad-varint': layerOf(`28 ${'80'.repeat(10)} 00`),
    'bad-group': layerOf('0c'),
    'too-deep': layerOf('0b'.repeat(101) + '0c'.repeat(4)),
};

/** Those that lie inside a layer. */
const inLayers = new Set(['bad-length', 'bad-wire-type', 'bad-field-number', 'bad-varint', 'bad-group', 'too-deep']);

/** Tiles with a problem, by code. */
const problems = {
    'layer:no-name': writeTile([{ name: null }]),
    'layer:duplicate-name': writeTile([{ name: 'l' }, { name: 'l' }]),
    'layer:version': writeTile([{ name: 'l', version: null }]),
    'layer:unknown-version': writeTile([{ name: 'l', version: 3 }]),
    'layer:extent': writeTile([{ name: 'l', extent: 0, features: [point(1, 1)] }]),
    'bad-utf8': layerOf('1a 02 c3 28'),
    'value:empty': layerOf('22 00'),
    'value:ambiguous': layerOf('22 04 38 01 28 07'),
    'tags:odd': featureOf('12 01 00 18 01 22 03 09 02 02'),
    'tags:key-out-of-range': featureOf('12 02 00 00 18 01 22 03 09 02 02'),
    'tags:value-out-of-range': layerOf('1a 01 6b 12 0b 12 02 00 00 18 01 22 03 09 02 02'),
    'tags:truncated': featureOf('12 01 80 18 01 22 03 09 02 02'),
    'tags:bad-varint': featureOf(`12 0b ${'80'.repeat(11)} 18 01 22 03 09 02 02`),
    'geometry:missing': geometryOf('point', undefined),
    'geometry:truncated': geometryOf('line', [command(1, 1), 2, 2, command(2, 3), 2, 2]),
    'geometry:bad-varint': featureOf(`18 01 22 0b ${'80'.repeat(11)}`),
    'geometry:unknown-command': geometryOf('point', [command(4, 1), 2, 2]),
    'geometry:zero-count': geometryOf('point', [command(1, 0)]),
    'geometry:bad-moveto-count': geometryOf('line', [command(1, 2), 2, 2, 2, 2, command(2, 1), 2, 2]),
    'geometry:bad-closepath-count': geometryOf('polygon', [...commandsOf([square]), command(7, 2)]),
    'geometry:unexpected-lineto': geometryOf('point', [command(2, 1), 2, 2]),
    'geometry:unexpected-closepath': geometryOf('point', [command(7, 1)]),
    'geometry:too-few-points': geometryOf('line', [command(1, 1), 2, 2]),
    'geometry:missing-closepath': geometryOf('polygon', commandsOf([square])),
    'geometry:zero-area': geometryOf('polygon', commandsOf([square, [[0, 0], [1, 1], [2, 2]]], true)),
    'geometry:interior-without-exterior': geometryOf('polygon', commandsOf([square.toReversed()], true)),
    'geometry:overflow': geometryOf('point', [command(1, 2), 0xfffffffe, 0, 2, 0]),
    'geometry:type': geometryOf(undefined, [command(1, 1), 2, 2]),
    'geometry:unknown-type': geometryOf('unknown', [command(1, 1), 2, 2]),
    'geometry:repeated-command': geometryOf('point', [command(1, 1), 2, 2, command(1, 1), 2, 2]),
};

/** What asks for the problem to be met. */
const requestFor = (code) => (code === 'layer:extent' ? { coordinates: 'unit' } : {});

/** A call that gives the code. */
const calls = {
    'memory-limit': (decoder) => decoder.decode(new Uint8Array(1 << 21)),
    'bad-request': (decoder) => decoder.decode(new Uint8Array(), { positions: 'int8' }),
    'bad-handle': (decoder) => {
        const reader = decoder.open(writeTile([{ name: 'l' }]));
        reader.close();
        return reader.layers[0].decode();
    },
    'bad-feature': (decoder) => decoder.decode(writeTile([{ name: 'l' }])).layers[0].feature(0),
    'bad-polygons': (decoder) => decoder.triangulate(new Int32Array(8), [0, 5]),
};

describe('every code', () => {
    let decoder;
    before(async () => {
        decoder = await createDecoder({ memoryLimit: 1 << 20 });
    });

    for (const [code, bytes] of Object.entries(errors)) {
        it(`${code} is thrown, with its sentence and its place`, () => {
            assert.throws(
                () => decoder.decode(bytes),
                (error) => {
                    assert.ok(error instanceof TileError);
                    assert.equal(error.code, code);
                    assert.ok(error.message.startsWith(rowOf(code).cells[1]), error.message);
                    assert.ok(error.offset <= bytes.length);
                    assert.equal(error.layer, inLayers.has(code) ? 0 : undefined);
                    return true;
                },
            );
            assert.throws(() => decoder.open(bytes), { code });
        });
    }

    for (const [code, bytes] of Object.entries(problems)) {
        it(`${code} is listed, or thrown when strict`, () => {
            const tile = decoder.decode(bytes, requestFor(code));
            const found = tile.problems.find((problem) => problem.code === code);
            assert.ok(found, JSON.stringify(tile.problems));
            assert.equal(found.message, rowOf(code).cells[1]);
            assert.equal(found.layer, code === 'layer:duplicate-name' ? 1 : 0);
            assert.equal(found.feature, /^(tags|geometry):/.test(code) ? 0 : undefined);
            assert.ok(found.offset <= bytes.length);
            assert.equal(tile.problemCount, tile.problems.length);
            const strict = () => decoder.decode(bytes, { ...requestFor(code), strict: true });
            const first = tile.problems.find((problem) => !passes(rowOf(problem.code)));
            assert.equal(first === undefined, passes(rowOf(code)), JSON.stringify(tile.problems));
            if (first === undefined) strict();
            else assert.throws(strict, { name: 'TileError', code: first.code, layer: first.layer, feature: first.feature, offset: first.offset });
        });
    }

    for (const [code, call] of Object.entries(calls)) {
        it(`${code} is thrown`, () => assert.throws(() => call(decoder), { name: 'TileError', code }));
    }

    it('too-large, of which nothing is copied', async () => {
        const large = await createDecoder();
        assert.throws(() => large.decode(new Uint8Array(2 ** 30 + 1)), { code: 'too-large' });
    });

    it('too-many-tiles', async () => {
        const many = await createDecoder();
        const tile = writeTile([{ name: 'l'.repeat(22_000) }]); // one page of memory, well filled
        const readers = Array.from({ length: 2048 }, () => many.open(tile));
        assert.throws(() => many.open(tile), { code: 'too-many-tiles' });
        readers.pop().close();
        readers.push(many.open(tile));
        for (const reader of readers) reader.close();
    });

    it('too-many-tiles, also of tiles whose instance was replaced', async () => {
        const many = await createDecoder({ memoryLimit: 2 ** 28 });
        const tile = writeTile([{ name: 'l', features: [point(1, 2)] }]);
        const waiting = [many.open(tile), many.open(tile)];
        assert.throws(() => many.decode(new Uint8Array(2 ** 28)), { code: 'memory-limit' });
        const readers = Array.from({ length: 2046 }, () => many.open(tile));
        assert.throws(() => many.open(tile), { code: 'too-many-tiles' });
        for (const reader of waiting) assert.equal(reader.decode().layers[0].length, 1);
        waiting[0].close();
        readers.push(many.open(tile));
        assert.throws(() => many.open(tile), { code: 'too-many-tiles' });
        for (const reader of [...waiting, ...readers]) reader.close();
    });

    it('a good tile decodes after all of that', () => {
        assert.equal(decoder.decode(writeTile([{ name: 'l', features: [point(1, 2)] }])).layers[0].length, 1);
    });

});

describe('codes that are met elsewhere', () => {
    it('all have a test', () => {
        const here = new Set([...Object.keys(errors), ...Object.keys(problems), ...Object.keys(calls), 'too-large', 'too-many-tiles']);
        here.add('bad-layer'); // only C can ask for a layer that is not there: tests/c/handles_test.c
        const tests = readdirSync(new URL('tests/', root)).filter((name) => name.endsWith('.test.js') && name !== 'errors.test.js');
        const text = tests.map((name) => read(`tests/${name}`)).join('\n');
        const unknown = rows.map(({ code }) => code).filter((code) => !here.has(code) && !text.includes(`'${code}'`));
        assert.deepEqual(unknown, []);
    });
});
