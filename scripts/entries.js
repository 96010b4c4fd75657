// What the package consists of: one line an entry point. Read by scripts/bundle.js and scripts/size.js.
//
//   name     source js/NAME.js, declarations js/NAME.d.mts, output dist/NAME.*
//   formats  esm (.mjs), cjs (.cjs), iife (.js, a classic script), workerd (.workerd.mjs: Cloudflare forbids compiling bytes, so
//            these import the .wasm files instead of holding them)
//   alone    true: self-contained; else it imports what js/index.js exports from dist/index.*
//   peers    packages that stay imports: the application's own copy is used
//   banner   the first line of the output, for the licence of what is bundled
//   moduleIsSent  true: a worker that gets the compiled module by message, and holds none
//   budget   most bytes after gzip -9, in every format: a few percent above what was measured when it was last set
//   goal     bytes after gzip -9 that we want to come to, where they are not reached

export const core = 'index';

export const entries = [
    { name: 'index', formats: ['esm', 'cjs', 'workerd'], alone: true, budget: 41_200, goal: 18 * 1024 },
    { name: 'geojson', formats: ['esm', 'cjs', 'workerd'], budget: 1150 },
    {
        name: 'vector-tile',
        formats: ['esm', 'cjs', 'workerd'],
        banner: '/*! Point: @mapbox/point-geometry, Copyright (c) 2024 Mapbox, ISC License: LICENSE-point-geometry */',
        budget: 4000,
    },
    { name: 'varint', formats: ['esm', 'cjs', 'workerd'], alone: true, budget: 12_200 },
    { name: 'loaders', formats: ['esm', 'cjs', 'workerd'], budget: 4500 },
    { name: 'loaders-worker', formats: ['iife'], alone: true, budget: 45_000 },
    { name: 'openlayers', formats: ['esm'], peers: ['ol/*'], budget: 1700 },
    { name: 'maplibre', formats: ['esm'], budget: 300 },
    { name: 'maplibre-worker', formats: ['esm'], alone: true, budget: 44_200 },
    { name: 'pool', formats: ['esm', 'cjs'], budget: 17_200 },
    { name: 'pool-worker', formats: ['esm', 'iife'], alone: true, moduleIsSent: true, budget: 14_300 },
];

/** The WebAssembly modules, with SIMD and without, by the file of js/generated/ that holds a pair in packed form. */
export const wasmPairs = {
    modules: ['tilewasm', 'tilewasm-scalar'],
    'varint-modules': ['tilewasm-varint', 'tilewasm-varint-scalar'],
};

export const wasmModules = Object.values(wasmPairs).flat();

export const extensions = { esm: 'mjs', cjs: 'cjs', iife: 'js', workerd: 'workerd.mjs' };
