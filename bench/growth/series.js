// What grows in each chart, and what is counted. Called by growth.js.

const sizes = [1e3, 4e3, 16e3, 64e3, 256e3, 1e6, 4e6, 16e6];

/** About the bytes of a feature's geometry and tags, to reach a size. */
const featuresFor = (bytes, aFeature) => Math.max(1, Math.round(bytes / aFeature));

/**
 * Each point: x (what the chart grows in), the tile's shape, and how many of the counted things the tile has.
 *
 * @type {Record<string, { title: string, axis: string, unit: string, request: object, points: { x: number, shape: object, count: number }[] }>}
 */
export const series = {
    vertices: {
        title: 'a vertex, lines of 50 vertices',
        axis: 'bytes of the tile',
        unit: 'vertex',
        request: { positions: 'int16', properties: false },
        points: sizes.map((bytes) => {
            const features = featuresFor(bytes, 125);
            return { x: bytes, shape: { features, vertices: 50 }, count: 50 * features };
        }),
    },
    features: {
        title: 'a feature, single points without tags',
        axis: 'bytes of the tile',
        unit: 'feature',
        request: { positions: 'int16', properties: false },
        points: sizes.map((bytes) => {
            const features = featuresFor(bytes, 11);
            return { x: bytes, shape: { features }, count: features };
        }),
    },
    layers: {
        title: 'a layer of one line and one tag',
        axis: 'layers',
        unit: 'layer',
        request: {},
        points: [1, 3, 10, 30, 100, 300, 1000].map((layers) => ({ x: layers, shape: { layers, features: 1, vertices: 5, tags: 1 }, count: layers })),
    },
    tags: {
        title: 'a tag, 1,000 points',
        axis: 'tags a feature',
        unit: 'tag',
        request: { positions: false },
        points: [1, 3, 10, 30, 100, 365].map((tags) => ({ x: tags, shape: { features: 1000, tags }, count: 1000 * tags })),
    },
    tagBytes: {
        title: 'a tag, 10 tags a point',
        axis: 'bytes of the tile',
        unit: 'tag',
        request: { positions: false },
        points: sizes.map((bytes) => {
            const features = featuresFor(bytes, 34);
            return { x: bytes, shape: { features, tags: 10, keyCount: 50, valueCount: Math.max(40, features >> 3) }, count: 10 * features };
        }),
    },
};
