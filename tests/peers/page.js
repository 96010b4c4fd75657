// The page of recipes.long.js: the recipes of docs/vector-tile.md as written there, beside what the libraries do by themselves.

import L from 'leaflet';
import 'leaflet.vectorgrid';
import { CesiumMVTImageryProvider } from 'cesium-mvt-imagery-provider';
import { VectorTile } from 'tilewasm/vector-tile';

const template = `${globalThis.location.origin}/{z}/{x}/{y}.mvt`;
const urlOf = (x, y, z) => `${globalThis.location.origin}/${z}/${x}/${y}.mvt`;

const Grid = L.VectorGrid.Protobuf.extend({
    async _getVectorTilePromise({ x, y, z }) {
        const bytes = await (await fetch(urlOf(x, y, z))).arrayBuffer();
        const { layers } = new VectorTile(bytes);
        for (const layer of Object.values(layers)) {
            layer.features = Array.from({ length: layer.length }, (_, i) => {
                const feature = layer.feature(i);
                return { type: feature.type, properties: feature.properties, geometry: feature.loadGeometry() };
            });
        }
        return { layers };
    },
});

const styles = {
    road: { color: '#c63', weight: 1 },
    building: { fill: true, fillColor: '#69c', fillOpacity: 1, weight: 0 },
    landuse: { fill: true, fillColor: '#9c6', fillOpacity: 0.5, color: '#363', weight: 1 },
    water: { fill: true, fillColor: '#36c', fillOpacity: 1, weight: 0 },
};

const options = { rendererFactory: L.canvas.tile, vectorTileLayerStyles: styles, maxNativeZoom: 13, minNativeZoom: 13 };

/** Draws a map into #map, and waits until all of its tiles are there. */
const drawLeaflet = (isOurs) =>
    new Promise((resolve) => {
        const map = L.map('map', { center: [41.87, -87.69], zoom: 13, zoomControl: false, attributionControl: false, fadeAnimation: false });
        const grid = isOurs ? new Grid(template, options) : L.vectorGrid.protobuf(template, options);
        grid.on('load', () => resolve(undefined)).addTo(map);
    });

const provider = (isOurs) =>
    new CesiumMVTImageryProvider({
        urlTemplate: /** @type {any} */ (template),
        layerName: 'landuse,building,road,water',
        style: () => ({ fillStyle: '#69c', strokeStyle: '#c63', lineWidth: 1 }),
        onSelectFeature: ({ properties }) => /** @type {any} */ ({ data: { ...properties } }),
        ...(isOurs && { parseTile: async (url, headers) => new VectorTile(await (await fetch(url, { headers })).arrayBuffer()) }),
    });

/** The picture of a tile, and the properties of what is picked in its middle. */
async function drawCesium(isOurs, x, y, z) {
    const imagery = provider(isOurs);
    const canvas = await imagery.requestImage(x, y, z);
    const tile = imagery.tilingScheme.tileXYToRectangle(x, y, z);
    const picked = await imagery.pickFeatures(x, y, z, (tile.west + tile.east) / 2, (tile.south + tile.north) / 2);
    return { picture: /** @type {HTMLCanvasElement} */ (canvas).toDataURL(), picked: (picked ?? []).map(({ data }) => data) };
}

Object.assign(globalThis, { drawLeaflet, drawCesium });
