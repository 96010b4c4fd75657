// The rows of the table, in its order. Each file says what it compares:
//
//   title, peer   what is done, and against whom
//   goals         the ratio aimed at, by group
//   prepare(tiles, { group, clock })  the work, a function of a tile's bytes each, that returns a number which depends on all of it
//       recycled      the library, into a buffer that the caller recycles (graded where it is there)
//       fresh         the library, each result in a buffer of its own
//       theirs        the peer; theirsFresh likewise, where the peer has two ways
//       outputLengths bytes of the result, for the time of merely copying input in and output out; where results are objects, the
//                     bytes of the block that they are made of
//       inputLengths  bytes that go in, where it is not the tile
//       check(comparison, bytes)   throws unless both give the same
//       sides         further sides of the run, as measure.js takes them
//       end()         called at last

export const rows = {
    structure: () => import('./structure.js'),
    dictionary: () => import('./dictionary.js'),
    'geometry-int16': () => import('./geometry-int16.js'),
    geometry: () => import('./geometry.js'),
    properties: () => import('./properties.js'),
    tags: () => import('./tags.js'),
    binary: () => import('./binary.js'),
    triangulate: () => import('./triangulate.js'),
    openlayers: () => import('./openlayers.js'),
    'openlayers-properties': () => import('./openlayers-properties.js'),
    'vector-tile': () => import('./vector-tile.js'),
    simd: () => import('./simd.js'),
    native: () => import('./native.js'),
};

/** Rows that pages cannot run. */
export const nodeOnly = new Set(['native']);
