// Tiles as protobufjs reads them with the 2.1 schema, compared with what wire-model.js found in the same bytes.
// Used by tiles.js.

import protobuf from 'protobufjs';
import { readFileSync } from 'node:fs';
import { schemaPath } from '../support/tiles.js';
import { differ } from './differ.js';

// Required fields are optional here: one that is missing is a problem of its layer, and has its default.
const schemaText = readFileSync(schemaPath, 'utf8')
    .replace('package vector_tile', 'syntax = "proto2";\npackage vector_tile')
    .replaceAll('required', 'optional');
const { Tile } = protobuf.parse(schemaText).root.nested.vector_tile;

/** protobufjs follows 100 levels of messages and groups together, from the tile down. */
const SAFE_GROUP_DEPTH = 97;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const KINDS = [null, 'stringValue', 'floatValue', 'doubleValue', 'intValue', 'uintValue', 'sintValue', 'boolValue'];

const has = (message, field) => Object.hasOwn(message, field);

function plainLayer(layer) {
    return {
        name: has(layer, 'name') ? layer.name : null,
        version: has(layer, 'version') ? layer.version : null,
        extent: layer.extent,
        keys: layer.keys,
        values: layer.values.map((value) => KINDS.map((field) => (field && has(value, field) ? plainValue(value[field], field) : undefined))),
        features: layer.features.map((feature) => ({
            id: has(feature, 'id') ? plainInteger(feature.id, true) : null,
            type: has(feature, 'type') ? feature.type : null,
            tags: feature.tags,
            geometry: feature.geometry,
        })),
    };
}

function plainInteger(value, unsigned) {
    return typeof value === 'number' ? BigInt(value) : BigInt((unsigned ? value.toUnsigned() : value).toString());
}

const plainValue = (value, field) => (field.includes('int') ? plainInteger(value, field === 'uintValue') : value);

/**
 * What wire-model.js found, in the same form. Of a value only the last field is known to both; and of a bool that has bits beyond
 * the 64th protobufjs says true for those too, while protobuf drops them.
 */
function plainModel(layer, other, { beyond64 }) {
    return {
        name: layer.name && decoder.decode(layer.name),
        version: layer.version,
        extent: layer.extent,
        keys: layer.keys.map((key) => decoder.decode(key)),
        values: layer.values.map(({ kind, value }, i) => {
            const fields = [...(other.values[i] ?? [])];
            if (kind > 0 && !(kind === 7 && beyond64)) fields[kind] = kind === 1 ? decoder.decode(value) : value;
            return fields;
        }),
        features: layer.features.map(({ id, type, tags, geometry }) => ({ id, type, tags: tags.integers, geometry: geometry.integers })),
    };
}

/** Whether protobufjs may refuse what we read: tags and lengths of more than five bytes, faulty packed runs, deep groups. */
const mayRefuse = ({ longVarints, packedFault, groupDepth }) => longVarints || packedFault || groupDepth > SAFE_GROUP_DEPTH;

/**
 * @param {Uint8Array} bytes
 * @param {{ layers: object[], notes: object } | null} model what wire-model.js read, null where it found a fault
 * @returns {string | null} how the two differ
 */
export function differFromProtobuf(bytes, model) {
    let tile;
    try {
        tile = Tile.decode(bytes);
    } catch (error) {
        return model === null || mayRefuse(model.notes) ? null : `protobufjs refuses: ${error.message}`;
    }
    if (model === null) return null; // protobufjs lets pass what protobuf forbids, such as varints without an end in unknown fields
    const actual = tile.layers.map(plainLayer);
    return differ(
        model.layers.map((layer, i) => plainModel(layer, actual[i] ?? { values: [] }, model.notes)),
        actual,
        'protobufjs: layers',
    );
}
