// Requests as bytes (docs/DESIGN.md, "The request"), made without js/. Used by tiles.js and geometry.js.

/**
 * @param {object} [options] fields of the options record; `strict` is the header's flag
 * @returns {Uint8Array} a request for all layers
 */
export function requestBytes({ positions = 4, coordinates = 0, types = 15, flags = 0, properties = 1, first = 0, count = 0xffffffff, strict = false } = {}) {
    const bytes = new Uint8Array(96);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 1, true);
    view.setUint32(4, bytes.length, true);
    view.setUint32(8, strict ? 1 : 0, true);
    bytes.set([positions, coordinates, types, flags, properties], 16);
    view.setUint32(32, first, true);
    view.setUint32(36, count, true);
    [2, -3, 0.5, 10].forEach((number, i) => view.setFloat64(40 + 8 * i, number, true));
    view.setUint32(72, 8529, true); // the address z/x/y 14/8529/5974
    view.setUint32(76, 5974, true);
    view.setUint32(80, 14, true);
    return bytes;
}

/** Any request that is valid: every element type, coordinates, what to leave out, strict or not. */
export function randomRequest(random) {
    const positions = random.pick([0, 2, 4, 6, 7]);
    return requestBytes({
        positions,
        coordinates: positions > 4 ? random.below(4) : 0,
        types: random.once(4) ? random.below(16) : 15,
        flags: random.below(4),
        properties: random.below(2),
        first: random.once(8) ? random.below(3) : 0,
        count: random.once(8) ? random.below(4) : 0xffffffff,
        strict: random.once(4),
    });
}
