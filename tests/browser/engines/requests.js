// The request that makes a decoder do everything. Used in pages and in Node.

export const RICH = /** @type {const} */ ({ positions: 'float32', coordinates: 'unit', triangles: true, vertexFeature: true });
