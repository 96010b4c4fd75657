// Compares decoded layers with what an independent decoder says, and decoded layers with each other.

import assert from 'node:assert/strict';
import { expectedParts } from './oracle.js';

/**
 * Every feature, vertex, id and property of a layer.
 *
 * @param {object} layer a DecodedLayer with positions in tile units
 * @param {object} expected a layer of oracle.js
 * @param {string} where for messages
 * @param {object} [options] `exact` false: `expected` has nearest numbers for integers beyond 2^53; `geometry` false: not compared
 */
export function assertLayer(layer, expected, where, { exact = true, geometry = true } = {}) {
    assert.equal(layer.name, expected.name, where);
    assert.equal(layer.version, expected.version, where);
    assert.equal(layer.extent, expected.extent, where);
    assert.equal(layer.length, expected.features.length, where);
    expected.features.forEach((feature, i) => {
        const place = `${where}, layer ${layer.name}, feature ${i}`;
        const actual = layer.feature(i);
        assert.equal(layer.types[i], feature.type, place);
        assert.ok(sameValue(actual.id, feature.id, exact), `${place}: id ${actual.id}, expected ${feature.id}`);
        assertProperties(actual.properties, feature.properties, place, exact);
        if (!geometry) return;
        assertParts(partsOf(actual), expectedParts(feature), place);
        assertBox(layer.bbox(i), partsOf(actual), place);
    });
}

/** A feature's points, lines or polygons, of one or of many. */
export function partsOf({ type, coordinates }) {
    return type.startsWith('Multi') ? coordinates : coordinates === undefined ? [] : [coordinates];
}

function sameValue(actual, expected, exact) {
    return Object.is(actual, expected) || (!exact && typeof actual === 'bigint' && Number(actual) === expected);
}

function assertProperties(actual, expected, place, exact) {
    const keys = Object.keys(expected);
    assert.equal(Object.keys(actual).length, keys.length, `${place}: number of properties`);
    for (const key of keys) {
        assert.ok(
            Object.hasOwn(actual, key) && sameValue(actual[key], expected[key], exact),
            `${place}: property ${key} is ${actual[key]}, expected ${expected[key]}`,
        );
    }
}

function assertParts(actual, expected, place) {
    if (!sameParts(actual, expected)) assert.deepEqual(actual, expected, place);
}

function sameParts(a, b) {
    if (!Array.isArray(b)) return a === b;
    return a.length === b.length && b.every((part, i) => sameParts(a[i], part));
}

function assertBox(box, parts, place) {
    const [x, y] = [[], []];
    for (const vertex of vertices(parts)) {
        x.push(vertex[0]);
        y.push(vertex[1]);
    }
    if (x.length === 0) return assert.equal(box, undefined, `${place}: box`);
    const bounds = (numbers, pick) => numbers.reduce((best, number) => pick(best, number));
    return assert.deepEqual([...box], [bounds(x, Math.min), bounds(y, Math.min), bounds(x, Math.max), bounds(y, Math.max)], `${place}: box`);
}

function* vertices(parts) {
    if (typeof parts[0] === 'number') yield parts;
    else for (const part of parts) yield* vertices(part);
}

const GROUPS = ['points', 'lines', 'polygons'];

/** Two decodings of the same tile: all arrays have the same elements. `expected` has int32 positions. */
export function assertSameTile(actual, expected, where) {
    assert.deepEqual(actual.problems, expected.problems, where);
    assert.equal(actual.layers.length, expected.layers.length, where);
    expected.layers.forEach((layer, number) => assertSameLayer(actual.layers[number], layer, `${where}, layer ${number}`));
}

export function assertSameLayer(actual, expected, where) {
    for (const field of ['name', 'index', 'version', 'extent', 'length', 'keyCount', 'valueCount']) {
        assert.equal(actual[field], expected[field], `${where}: ${field}`);
    }
    for (const field of ['types', 'ids', 'hasIds', 'bboxes']) assertSameArray(actual[field], expected[field], `${where}: ${field}`);
    for (const name of GROUPS) assertSameGroup(actual[name], expected[name], `${where}: ${name}`);
}

/** Properties of every feature of two decodings of the same tile. */
export function assertSameProperties(actual, expected, where) {
    expected.layers.forEach((layer, number) => {
        const other = actual.layers[number];
        assert.deepEqual(other.keys, layer.keys, where);
        for (let i = 0; i < layer.length; i++) {
            assertProperties(other.properties(i), layer.properties(i), `${where}, layer ${number}, feature ${i}`, true);
        }
    });
}

function assertSameGroup(actual, expected, where) {
    assert.deepEqual(Object.keys(actual), Object.keys(expected), `${where}: fields`);
    for (const [field, value] of Object.entries(expected)) {
        if (typeof value === 'number') assert.equal(actual[field], value, `${where}.${field}`);
        else if (field !== 'positions') assertSameArray(actual[field], value, `${where}.${field}`);
        else assertSameArray(actual.positions, new actual.positions.constructor(value), `${where}.positions`);
    }
}

function assertSameArray(actual, expected, where) {
    if (expected === null || expected === undefined) return assert.equal(actual, expected, where);
    assert.equal(actual.constructor, expected.constructor, where);
    return bytesOf(actual).equals(bytesOf(expected)) || assert.deepEqual(actual, expected, where);
}

function bytesOf({ buffer, byteOffset, byteLength }) {
    return Buffer.from(buffer, byteOffset, byteLength);
}
