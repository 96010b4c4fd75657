// Which layers of a tile make up the result, and in which order: those that MVTLoader would take. Called by loaders.js.

/**
 * MVTLoader keeps layers by name in a plain object. So layers without features are not there; of layers with one name the last counts,
 * in the place of the first; without a filter, names that are integers come first, in ascending order; and a name that the filter has
 * twice comes twice.
 *
 * @template {{ name: string, length: number }} Layer
 * @param {Layer[]} layers of the tile
 * @param {string[]} [names] the filter
 */
export function chooseLayers(layers, names) {
    /** @type {Map<string, Layer>} */
    const byName = new Map();
    for (const layer of layers) if (layer.length > 0) byName.set(layer.name, layer);
    return (names ?? inObjectOrder([...byName.keys()])).flatMap((name) => byName.get(name) ?? []);
}

/** @param {string[]} names */
function inObjectOrder(names) {
    return Object.keys(Object.fromEntries(names.map((name) => [name, true])));
}
