// The lines of npm run bench:stages. Each prepares a pass over all tiles, which returns a number that depends on its work.

import { decode, open } from '../../dist/index.mjs';
import { copying, recycling } from '../support/recycle.js';
import { makePoints } from './objects.js';
import { touchGeometry, touchProperties, touchStructure, touchTags } from '../support/views.js';

/** @typedef {{ title: string, prepare: (tiles: Uint8Array[]) => () => number }} Kind */

/** A pass that adds up what `work` gives for each item. */
export const sumOver = (items, work) => () => items.reduce((sum, item) => sum + work(item), 0);

/** A decode into a recycled buffer, and what is done with the tile. */
function decoding(request, touch) {
    return (tiles) => {
        const decodeRecycled = recycling();
        return sumOver(tiles, (bytes) => touch(decodeRecycled(bytes, request)));
    };
}

function touchStrings(tile) {
    let sum = touchGeometry(tile) + touchTags(tile);
    for (const layer of tile.layers) sum += layer.keys.length + layer.values.length;
    return sum;
}

const onlyCopies = (tiles) => {
    const copy = copying(tiles.map(({ length }) => length), tiles.map((bytes) => decode(bytes).buffer.byteLength));
    return () => {
        copy();
        return 0;
    };
};

const opening = (tiles) =>
    sumOver(tiles, (bytes) => {
        const reader = open(bytes);
        const features = touchStructure(reader);
        reader.close();
        return features;
    });

/** @type {Record<string, Kind>} */
export const stages = {
    copy: { title: 'input copied in, result out, nothing decoded', prepare: onlyCopies },
    open: { title: 'opened: input copied in and scanned, layers described', prepare: opening },
    features: { title: '+ types and ids of features', prepare: decoding({ positions: false, properties: false }, touchStructure) },
    geometry: { title: '+ positions (int32), offsets, boxes', prepare: decoding({ properties: false }, (tile) => tile.layers.length) },
    tags: { title: '+ tag pairs, keys and values as bytes', prepare: decoding({}, (tile) => tile.layers.length) },
    views: { title: '+ a typed array for each column', prepare: decoding({}, (tile) => touchGeometry(tile) + touchTags(tile)) },
    strings: { title: '+ keys and values as strings and numbers', prepare: decoding({}, touchStrings) },
};

/** Tiles whose arrays have all been made. */
function ready(tiles) {
    const decoded = tiles.map((bytes) => decode(bytes));
    decoded.forEach(touchStrings);
    return decoded;
}

/** An array of points for each point, line and ring, as @mapbox/vector-tile has them. */
function pointsOf({ points, lines, polygons }) {
    let sum = 0;
    const make = (positions, start, end) => (sum += makePoints(positions, start, end).length);
    for (let i = 0; 2 * i < points.positions.length; i++) make(points.positions, i, i + 1);
    for (const [positions, offsets] of [[lines.positions, lines.partOffsets], [polygons.positions, polygons.ringOffsets]]) {
        for (let i = 0; i + 1 < offsets.length; i++) make(positions, offsets[i], offsets[i + 1]);
    }
    return sum;
}

/** @type {Record<string, Kind>} */
export const objects = {
    properties: { title: 'a property object a feature', prepare: (tiles) => sumOver(ready(tiles), touchProperties) },
    points: { title: 'a Point a vertex, an array a line or ring', prepare: (tiles) => sumOver(ready(tiles).flatMap(({ layers }) => layers), pointsOf) },
};
