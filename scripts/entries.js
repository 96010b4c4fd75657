// What the package consists of: one line an entry point. Read by scripts/bundle.js and scripts/size.js.
//
//   name     source js/NAME.js, declarations js/NAME.d.mts, output dist/NAME.*
//   formats  esm (.mjs), cjs (.cjs), iife (.js, a classic script), workerd (.workerd.mjs: Cloudflare forbids compiling bytes, so
//            these import the .wasm files instead of holding them)
//   alone    true: self-contained; else it imports what js/index.js exports from dist/index.*
//   peers    packages that stay imports: the application's own copy is used
//   banner   the first line of the output, for the licence of what is bundled
//   moduleIsSent  true: a worker that gets the compiled module by message, and holds none
//   budget   most bytes after gzip -9, by format

export const core = 'index';

export const entries = [
    { name: 'index', formats: ['esm', 'cjs', 'workerd'], alone: true, budget: { esm: 18 * 1024, cjs: 18 * 1024 } },
    { name: 'geojson', formats: ['esm', 'cjs', 'workerd'] },
    { name: 'vector-tile', formats: ['esm', 'cjs', 'workerd'], banner: '/*! Point: @mapbox/point-geometry, Copyright (c) 2024 Mapbox, ISC License: LICENSE-point-geometry */' },
    { name: 'varint', formats: ['esm', 'cjs', 'workerd'], alone: true, budget: { esm: 12 * 1024, cjs: 12 * 1024 } },
    { name: 'loaders', formats: ['esm', 'cjs', 'workerd'] },
    { name: 'loaders-worker', formats: ['iife'], alone: true },
    { name: 'openlayers', formats: ['esm'], peers: ['ol/*'] },
    { name: 'maplibre', formats: ['esm'] },
    { name: 'maplibre-worker', formats: ['esm'], alone: true },
    { name: 'pool', formats: ['esm', 'cjs'] },
    { name: 'pool-worker', formats: ['esm', 'iife'], alone: true, moduleIsSent: true },
];

/** The WebAssembly modules, with SIMD and without, by the file of js/generated/ that holds a pair in packed form. */
export const wasmPairs = {
    modules: ['tilewasm', 'tilewasm-scalar'],
    'varint-modules': ['tilewasm-varint', 'tilewasm-varint-scalar'],
};

export const wasmModules = Object.values(wasmPairs).flat();

export const extensions = { esm: 'mjs', cjs: 'cjs', iife: 'js', workerd: 'workerd.mjs' };
