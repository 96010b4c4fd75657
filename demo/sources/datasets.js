// The data sets that come with the page: data/index.json, made by demo/make-data.js. Called by main.js.

import { fromTemplate } from './address.js';
import { worldBounds } from './source.js';

/** @typedef {{ id: string, name: string, attribution: string, minZoom: number, maxZoom: number, bounds: number[], zoom?: number, paper?: string, tiles: string[] }} Dataset */

/** @returns {Promise<Dataset[]>} */
export async function listDatasets() {
    const response = await fetch(new URL('data/index.json', document.baseURI));
    if (!response.ok) throw new Error(`the page's own data is missing (${response.url}: ${response.status}); build the demo again: ./build.sh demo`);
    return response.json();
}

/** @param {Dataset} dataset */
export function openDataset({ id, bounds, ...rest }) {
    return fromTemplate({ template: new URL(`data/${id}/{z}/{x}/{y}.mvt`, document.baseURI).href.replaceAll('%7B', '{').replaceAll('%7D', '}'), bounds: worldBounds(bounds), ...rest });
}
