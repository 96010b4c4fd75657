// What decoding a whole tile must give, made from what wire-model.js found in its bytes: columns of every layer and the list of
// problems, in the form that block-reader.js gives. Request: all layers, int32 positions, all properties.

import { modelGeometry } from './geometry-model.js';

const NO_BOX = [2147483647, 2147483647, -2147483648, -2147483648];

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function isUtf8(bytes) {
    try {
        strictDecoder.decode(bytes);
        return true;
    } catch {
        return false;
    }
}

function* vertices(parts) {
    if (typeof parts[0] === 'number') yield parts;
    else for (const part of parts) yield* vertices(part);
}

function boxOf(parts) {
    const box = [...NO_BOX];
    for (const [x, y] of vertices(parts)) {
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
    }
    return box;
}

/** The problems of a layer, noted in the order in which a tile is read. */
class Notes {
    #problems;
    #layer;

    constructor(problems, layer) {
        this.#problems = problems;
        this.#layer = layer;
    }

    add(code, feature = null) {
        this.#problems.push([code, this.#layer, feature]);
    }
}

function noteLayer(notes, layer, isDuplicate) {
    if (layer.name === null) notes.add('layer:no-name');
    else if (!isUtf8(layer.name)) notes.add('bad-utf8');
    if (isDuplicate) notes.add('layer:duplicate-name');
    if (layer.version === null) notes.add('layer:version');
    else if (layer.version !== 1 && layer.version !== 2) notes.add('layer:unknown-version');
}

function noteTypes(notes, features) {
    features.forEach(({ type, geometry }, i) => {
        if (type) return;
        notes.add(type === 0 ? 'geometry:unknown-type' : 'geometry:type', i);
        if (geometry.length === 0) notes.add('geometry:missing', i);
    });
}

/** Geometry of the features of one type: `[feature, parts]` of those that keep some. */
function modelGroup(notes, layer, type, boxes) {
    const kept = [];
    layer.features.forEach((feature, i) => {
        if (feature.type !== type) return;
        if (feature.geometry.length === 0) return void notes.add('geometry:missing', i);
        const { integers, fault } = feature.geometry;
        const { parts, problems } = modelGeometry(type, layer.version ?? 1, integers, fault);
        for (const code of problems) notes.add(code, i);
        if (parts.length === 0) return undefined;
        kept.push([i, parts]);
        boxes[i] = boxOf(parts);
        return undefined;
    });
    return kept;
}

function modelTags(notes, { integers, fault }, layer, feature) {
    const pairs = [];
    for (let at = 0; at < integers.length; at += 2) {
        if (at + 1 === integers.length) {
            // The last one has no value: it is odd, or the value is what is cut.
            if (!fault) notes.add('tags:odd', feature);
            break;
        }
        const [key, value] = [integers[at], integers[at + 1]];
        if (key >= layer.keys.length) notes.add('tags:key-out-of-range', feature);
        else if (value >= layer.values.length) notes.add('tags:value-out-of-range', feature);
        else pairs.push([key, value]);
    }
    if (fault) notes.add(`tags:${fault}`, feature);
    return pairs;
}

const MOST_SAFE = 2n ** 53n - 1n;

/** A value as block-reader.js gives it: numbers where a double holds them for sure, else bigints. */
function modelValue({ kind, value }) {
    if (kind === 0) return [0, null];
    if (typeof value !== 'bigint') return [kind, typeof value === 'boolean' ? Number(value) : value];
    const safe = value <= MOST_SAFE && value >= -MOST_SAFE;
    return [kind, safe ? Number(value) : value];
}

function noteValues(notes, values) {
    for (const { fields } of values) {
        if (fields === 0) notes.add('value:empty');
        if (fields > 1) notes.add('value:ambiguous');
    }
    if (values.some(({ kind, value }) => kind === 1 && !isUtf8(value))) notes.add('bad-utf8');
}

/**
 * @param {{ layers: object[] }} tile of wire-model.js
 * @returns {{ layers: object[], problems: [string, number, number | null][] }}
 */
export function modelTile({ layers }) {
    const problems = [];
    const seen = new Set();
    const models = layers.map((layer, index) => {
        const notes = new Notes(problems, index);
        const name = layer.name === null ? '' : Buffer.from(layer.name).toString('hex');
        const isDuplicate = layer.name !== null && seen.has(name);
        seen.add(name);
        noteLayer(notes, layer, isDuplicate);
        noteTypes(notes, layer.features);
        const boxes = layer.features.map(() => NO_BOX);
        const groups = [1, 2, 3].map((type) => modelGroup(notes, layer, type, boxes));
        const tags = layer.features.map((feature, i) => modelTags(notes, feature.tags, layer, i));
        if (layer.keys.some((key) => !isUtf8(key))) notes.add('bad-utf8');
        noteValues(notes, layer.values);
        return {
            index,
            name: layer.name ?? new Uint8Array(),
            version: layer.version ?? 1,
            extent: layer.extent,
            types: layer.features.map(({ type }) => type ?? 0),
            ids: layer.features.map(({ id }) => id),
            boxes,
            groups,
            tags,
            keys: layer.keys,
            values: layer.values.map(modelValue),
        };
    });
    return { layers: models, problems };
}
