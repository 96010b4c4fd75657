// Decoded arrays straight into deck.gl's layers, without loaders.gl: positions, triangles and vertexFeature are attributes as they are.

import { COORDINATE_SYSTEM, Deck, OrthographicView } from '@deck.gl/core';
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers';
import { decode } from 'tilewasm';

const url = new URL('../../data/chicago/13/2102/3044.mvt', document.baseURI);
const tile = decode(await (await fetch(url)).arrayBuffer(), {
    layers: ['water', 'landuse', 'building', 'road'],
    positions: 'float32', // what deck.gl gives to the GPU
    coordinates: { scale: [512, 512], offset: [0, 0] }, // all layers in one square, whatever their extents
    triangles: true,
    vertexFeature: true,
});

/** @type {Record<string, [number, number, number]>} */
const COLORS = { water: [157, 195, 221], landuse: [201, 220, 180], building: [203, 185, 172], road: [217, 142, 83] };

const layers = tile.layers.flatMap((layer) => [polygonsOf(layer), linesOf(layer)]);

const deck = new Deck({
    parent: /** @type {HTMLDivElement} */ (document.getElementById('map')),
    views: new OrthographicView({ flipY: true }),
    initialViewState: { target: [256, 256, 0], zoom: 0 },
    controller: true,
    useDevicePixels: false,
    layers,
    onAfterRender: () => (document.documentElement.dataset.ready = 'true'),
});

/** @param {import('tilewasm').DecodedLayer<{ positions: 'float32', triangles: true, vertexFeature: true, integers: 'exact' }>} layer */
function polygonsOf({ name, polygons }) {
    const { positions, triangles, vertexFeature, polygonOffsets, ringOffsets } = polygons;
    return new SolidPolygonLayer({
        id: `${name}-polygons`,
        data: {
            length: polygonOffsets.length - 1,
            startIndices: polygonOffsets.map((ring) => ringOffsets[ring]),
            attributes: { getPolygon: { value: positions, size: 2 }, indices: triangles, rowIndexes: { value: vertexFeature, size: 1, type: 'uint32' } },
        },
        _normalize: false, // rings are closed and triangulated already
        coordinateSystem: COORDINATE_SYSTEM.CARTESIAN,
        getFillColor: COLORS[name],
        pickable: true,
    });
}

/** @param {import('tilewasm').DecodedLayer<{ positions: 'float32', triangles: true, vertexFeature: true, integers: 'exact' }>} layer */
function linesOf({ name, lines }) {
    const { positions, vertexFeature, partOffsets } = lines;
    return new PathLayer({
        id: `${name}-lines`,
        data: {
            length: partOffsets.length - 1,
            startIndices: partOffsets,
            attributes: { getPath: { value: positions, size: 2 }, rowIndexes: { value: vertexFeature, size: 1, type: 'uint32' } },
        },
        _pathType: 'open',
        coordinateSystem: COORDINATE_SYSTEM.CARTESIAN,
        getColor: COLORS[name],
        getWidth: 1.5,
        widthUnits: 'pixels',
        pickable: true,
    });
}

// For the browser test: all features that can be picked in the picture, with the properties of each.
Object.assign(globalThis, {
    picked: () =>
        deck.pickObjects({ x: 0, y: 0, width: deck.width, height: deck.height }).map(({ layer, index }) => {
            const name = layer.id.split('-')[0];
            return { name, index, properties: { ...tile.layer(name)?.properties(index) } };
        }),
});
