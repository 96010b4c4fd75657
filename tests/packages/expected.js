// What @mapbox/vector-tile makes of the real tile, in the forms that app/program.js and the programs of Node leave theirs in.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expectedParts, readByVectorTile } from '../support/oracle.js';
import { realTile } from './tarball.js';

const layers = readByVectorTile(readFileSync(realTile));
const TYPES = ['Unknown', 'Point', 'LineString', 'Polygon'];

/** A tile as `JSON.stringify(tile)` gives it. */
export const expectedTile = asJson({
    layers: layers.map(({ name, version, extent, features }) => ({ name, version, extent, features: features.map((feature) => toFeature(feature)) })),
    problems: [],
});

/** The lines of each feature of each layer, as `loadGeometry` gives them. */
const expectedVectorTile = layers.map(({ features }) => features.map(({ lines }) => lines));

/** Features as loaders.gl's MVTLoader gives them: coordinates from 0 to 1, the layer's name among the properties. */
const expectedFeatures = asJson(
    layers.flatMap(({ name, extent, features }) =>
        features.map((feature) => {
            const { id, type, properties, coordinates } = toFeature(feature, extent);
            return { type: 'Feature', id, geometry: { type, coordinates }, properties: { ...properties, layerName: name } };
        }),
    ),
);

function toFeature({ id, type, properties, lines }, divisor = 1) {
    const parts = expectedParts({ type, lines });
    const [coordinates, name] = parts.length === 1 ? [parts[0], TYPES[type]] : [parts, `Multi${TYPES[type]}`];
    return { id, type: name, properties, coordinates: divide(coordinates, divisor) };
}

function divide(coordinates, divisor) {
    return typeof coordinates === 'number' ? coordinates / divisor : coordinates.map((each) => divide(each, divisor));
}

function asJson(value) {
    return JSON.parse(JSON.stringify(value));
}

/** Every feature, vertex and property of a tile. */
export function assertTile(tile, where) {
    assert.ok(expectedTile.layers.length > 3);
    assert.deepEqual(tile, expectedTile, where);
}

/** Every feature of the real tile as loaders.gl's loaders give it. */
export function assertFeatures(features, where) {
    assert.deepEqual(features, expectedFeatures, where);
}

/** What app/program.js left: four times the right answer, two of them from workers. */
export function assertOutcome({ results, error }, where) {
    if (error) assert.fail(`${where}: ${error.code ?? ''} ${error.stack ?? error.message}`);
    assertTile(results.tile, `${where}, main thread`);
    assertTile(results.tileOfPool, `${where}, pool`);
    assert.deepEqual(results.vectorTile, expectedVectorTile, `${where}, tilewasm/vector-tile`);
    assertFeatures(results.loaded, `${where}, loaders worker`);
    assert.equal(results.workersStarted, 2, `${where}: a pool worker and a loaders worker`);
}
