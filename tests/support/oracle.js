// What independent decoders make of a tile: @mapbox/vector-tile 3, and protobufjs with the 2.1 schema for what the former is known
// to get wrong (layers of one name, layers without features, fields in pieces). Both in one form:
//
//   layers: [{ name, version, extent, features: [{ id, type, properties, lines }] }]
//
// `id` is undefined, a number or a bigint; `lines` are arrays of [x, y], one a point, part or ring.

import { classifyRings, VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import protobuf from 'protobufjs';
import { readFileSync } from 'node:fs';
import { schemaPath } from './tiles.js';

/** The layers that @mapbox/vector-tile keeps: the last of a name, those with features. Ids and integers are nearest numbers. */
export function readByVectorTile(bytes) {
    const { layers } = new VectorTile(new PbfReader(bytes));
    return Object.values(layers).map((layer) => ({
        name: layer.name,
        version: layer.version,
        extent: layer.extent,
        features: Array.from({ length: layer.length }, (_, i) => {
            const feature = layer.feature(i);
            return {
                id: feature.id,
                type: feature.type,
                properties: feature.properties,
                lines: feature.loadGeometry().map((line) => line.map(({ x, y }) => [x, y])),
            };
        }),
    }));
}

// Required fields are optional here: one that is missing is a problem of its layer, and has its default.
const schemaText = readFileSync(schemaPath, 'utf8').replace('package vector_tile', 'syntax = "proto2";\npackage vector_tile').replaceAll('required', 'optional');
const { vector_tile: schema } = protobuf.parse(schemaText).root.nested;

/** All layers, as protobuf reads them; tags that name nothing are left out. Throws where the bytes are not a tile. */
export function readByProtobuf(bytes) {
    const { layers } = schema.Tile.decode(bytes);
    return layers.map(({ name, version, extent, keys, values, features }) => {
        const plainValues = values.map(readValue);
        return {
            name,
            version,
            extent,
            features: features.map((feature) => ({
                id: Object.hasOwn(feature, 'id') ? readInteger(feature.id, true) : undefined,
                type: feature.type > 3 ? 0 : feature.type,
                properties: readTags(feature.tags, keys, plainValues),
                get lines() {
                    return readCommands(feature.geometry);
                },
            })),
        };
    });
}

function readValue(value) {
    const [field] = Object.keys(value);
    if (field === undefined) return null;
    return /int/.test(field) ? readInteger(value[field], field === 'uintValue') : value[field];
}

/** A number, beyond 2^53 a bigint. */
function readInteger(value, unsigned) {
    if (typeof value === 'number') return value;
    const exact = BigInt(unsigned ? value.toUnsigned().toString() : value.toString());
    return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

function readTags(tags, keys, values) {
    const properties = Object.create(null);
    for (let i = 0; i + 1 < tags.length; i += 2) {
        if (tags[i] < keys.length && tags[i + 1] < values.length) properties[keys[tags[i]]] = values[tags[i + 1]];
    }
    return properties;
}

/** MVT 4.3: the commands of a geometry that breaks no rule. */
function readCommands(commands) {
    const lines = [];
    let x = 0;
    let y = 0;
    for (let at = 0; at < commands.length; ) {
        const command = commands[at] & 7;
        const count = commands[at++] >>> 3;
        for (let i = 0; i < count; i++) {
            if (command === 7) {
                lines.at(-1).push(lines.at(-1)[0]);
                continue;
            }
            x += unzigzag(commands[at++]);
            y += unzigzag(commands[at++]);
            if (command === 1) lines.push([]);
            lines.at(-1).push([x, y]);
        }
    }
    return lines;
}

function unzigzag(value) {
    return (value >>> 1) ^ -(value & 1);
}

/** What a feature's lines are as nested coordinates of a MultiPoint, MultiLineString or MultiPolygon, less what MVT 4.3.4 forbids. */
export function expectedParts({ type, lines }) {
    if (type === 1) return lines.map(([point]) => point);
    if (type === 2) return lines.filter((line) => line.length > 1);
    if (type !== 3) return [];
    const points = lines.map((ring) => ring.map(([x, y]) => ({ x, y })));
    return classifyRings(points)
        .map((polygon) => polygon.filter((ring) => ring.length > 3).map((ring) => ring.map(({ x, y }) => [x, y])))
        .filter((polygon) => polygon.length > 0);
}
