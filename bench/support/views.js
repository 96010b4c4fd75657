// Makes the views that an application uses. Called in each timed pass: the library makes them when asked, so asking is part of the work.

/** The geometry groups of all layers; how many numbers their positions have. */
export function touchGeometry(tile) {
    let sum = 0;
    for (const layer of tile.layers) {
        sum += layer.points.positions.length + layer.lines.positions.length + layer.polygons.positions.length;
    }
    return sum;
}

/** Names and lengths of all layers; how many features there are. */
export function touchStructure(tile) {
    let sum = 0;
    for (const layer of tile.layers) sum += layer.length + (layer.name === '' ? 1 : 0);
    return sum;
}

/** The tag pairs of all layers; how many numbers they are. */
export function touchTags(tile) {
    let sum = 0;
    for (const { tags } of tile.layers) sum += tags.offsets.length + tags.pairs.length;
    return sum;
}

/** A property object for each feature of all layers; how many there are. */
export function touchProperties(tile) {
    let sum = 0;
    for (const layer of tile.layers) {
        for (let i = 0; i < layer.length; i++) sum += layer.properties(i) === undefined ? 0 : 1;
    }
    return sum;
}
