// Makes the data that comes with the demo, into build/demo-data/data/: the world from Natural Earth, cut into tiles, and cities from the real
// tiles of @mapbox/mvt-fixtures. Called by scripts/demo.js.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import GeoJSONVT from 'geojson-vt';
import { feature, mesh } from 'topojson-client';
import { fromGeojsonVt } from '@maplibre/vt-pbf';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const WORLD_ZOOM = 5;
const OSM = '© OpenStreetMap contributors, ODbL; tiles by Mapbox, from @mapbox/mvt-fixtures';

const CITIES = [
    { id: 'chicago', name: 'Chicago' },
    { id: 'sanfrancisco', name: 'San Francisco' },
    { id: 'bangkok', name: 'Bangkok' },
    { id: 'norway', name: 'Norway' },
    { id: 'nepal', name: 'Nepal' },
];

/** @param {string} folder */
export function makeData(folder) {
    rmSync(folder, { recursive: true, force: true });
    const datasets = [makeWorld(join(folder, 'world')), ...CITIES.map((city) => copyCity(city, join(folder, city.id)))];
    writeFileSync(join(folder, 'index.json'), JSON.stringify(datasets));
}

/** @param {string} folder */
function makeWorld(folder) {
    const topology = JSON.parse(readFileSync(join(root, 'node_modules/world-atlas/countries-50m.json'), 'utf8'));
    const { countries, land } = topology.objects;
    const options = { maxZoom: WORLD_ZOOM, indexMaxZoom: WORLD_ZOOM, extent: 4096, buffer: 64, tolerance: 2 };
    const indexes = {
        land: new GeoJSONVT(singly(feature(topology, land)), options),
        countries: new GeoJSONVT(singly(feature(topology, countries)), options),
        borders: new GeoJSONVT({ type: 'Feature', properties: {}, geometry: mesh(topology, countries, (a, b) => a !== b) }, options),
    };
    const tiles = [];
    for (let z = 0; z <= WORLD_ZOOM; z++) {
        for (let x = 0; x < 2 ** z; x++) {
            for (let y = 0; y < 2 ** z; y++) if (writeTile(folder, indexes, z, x, y)) tiles.push(`${z}/${x}/${y}`);
        }
    }
    return {
        id: 'world',
        name: 'World (Natural Earth)',
        attribution: 'Made with Natural Earth, public domain',
        minZoom: 0,
        maxZoom: WORLD_ZOOM,
        bounds: [-170, -58, 178, 78],
        paper: '#cfe0ea', // the sea
        tiles,
    };
}

/**
 * Each polygon a feature of its own: where one of many turns over when it is simplified, the winding of the others would no longer tell
 * exteriors from holes. The ISO code of a country becomes a number, as the id of a tile's feature must be one.
 */
function singly(collection) {
    const features = collection.features ?? [collection];
    return {
        type: 'FeatureCollection',
        features: features.flatMap(({ id, properties, geometry }) => {
            const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
            return polygons.map((coordinates) => ({
                type: 'Feature',
                id: Number(id) || undefined,
                properties,
                geometry: { type: 'Polygon', coordinates: coordinates.map(unwrap) },
            }));
        }),
    };
}

/**
 * A ring of the sphere on the plane: across the antimeridian it goes on beyond 180 degrees instead of jumping back, and around the south pole
 * it closes along the edge of the map. geojson-vt brings what lies outside in again.
 */
function unwrap(ring) {
    let turns = 0;
    const flat = ring.map(([longitude, latitude], i) => {
        const step = i === 0 ? 0 : longitude - ring[i - 1][0];
        if (Math.abs(step) > 180) turns -= Math.sign(step);
        return [longitude + 360 * turns, latitude];
    });
    return turns === 0 ? flat : [...flat, [flat.at(-1)[0], -90], [flat[0][0], -90], flat[0]];
}

/** Whether there was anything to write. */
function writeTile(folder, indexes, z, x, y) {
    const layers = {};
    for (const [name, index] of Object.entries(indexes)) {
        const tile = index.getTile(z, x, y);
        if (tile?.features.length > 0) layers[name] = tile;
    }
    if (Object.keys(layers).length === 0) return false;
    const path = join(folder, String(z), String(x), `${y}.mvt`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, fromGeojsonVt(layers, { version: 2, extent: 4096 }));
    return true;
}

/** The tiles of a city: files named z-x-y.mvt. The zoom that has most of them is shown first. */
function copyCity({ id, name }, folder) {
    const from = join(root, 'node_modules/@mapbox/mvt-fixtures/real-world', id);
    if (!existsSync(from)) throw new Error(`${from} is missing; run npm ci`);
    const addresses = readdirSync(from)
        .filter((file) => /^\d+-\d+-\d+\.mvt$/.test(file))
        .map((file) => ({ file, address: basename(file, '.mvt').split('-').map(Number) }));
    for (const { file, address: [z, x, y] } of addresses) {
        const path = join(folder, String(z), String(x), `${y}.mvt`);
        mkdirSync(dirname(path), { recursive: true });
        cpSync(join(from, file), path);
    }
    const zooms = addresses.map(({ address }) => address[0]);
    return {
        id,
        name: `${name} (OpenStreetMap)`,
        attribution: OSM,
        minZoom: Math.min(...zooms),
        maxZoom: Math.max(...zooms),
        bounds: boundsOf(addresses.map(({ address }) => address)),
        tiles: addresses.map(({ address }) => address.join('/')),
    };
}

/** Degrees around all tiles of the deepest zoom. */
function boundsOf(addresses) {
    const deepest = Math.max(...addresses.map(([z]) => z));
    const at = addresses.filter(([z]) => z === deepest);
    const across = 2 ** deepest;
    const longitude = (x) => (x / across) * 360 - 180;
    const latitude = (y) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / across))) * 180) / Math.PI;
    const xs = at.map(([, x]) => x);
    const ys = at.map(([, , y]) => y);
    return [longitude(Math.min(...xs)), latitude(Math.max(...ys) + 1), longitude(Math.max(...xs) + 1), latitude(Math.min(...ys))];
}
