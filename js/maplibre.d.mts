// The published declarations of tilewasm/maplibre.

/**
 * Makes the workers of MapLibre GL JS 6 load `tilewasm/maplibre-worker`. Await it before the first vector source is added. Experimental: it
 * reaches a private method of MapLibre, looks for it first, and leaves MapLibre's own decoder in place where it is missing.
 *
 * @param maplibregl the module `maplibre-gl`
 * @param workerUrl where the application serves the file; it must end in `.mjs`, which MapLibre imports as a module:
 *   `new URL('tilewasm/maplibre-worker', import.meta.url)` in bundlers that resolve packages there, or a copy of dist/maplibre-worker.mjs
 */
export function useTileWasm(maplibregl: { importScriptInWorkers?: (url: string) => Promise<unknown> }, workerUrl: string | URL): Promise<void>;
