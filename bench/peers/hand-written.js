// The best that we could write in plain JavaScript for "all geometry": one pass over the bytes into one Int32Array, x and y in turn,
// rings closed. No checks, no offsets, no properties, nothing allocated: what a careful programmer would write for one known file.
// What it gives is less than the library gives; it is here as the fastest that JavaScript goes.

/**
 * @param {Uint8Array} bytes a valid tile
 * @param {Int32Array} out with room for bytes.length numbers
 * @returns {number} how many numbers were written
 */
export function readPositions(bytes, out) {
    const end = bytes.length;
    let at = 0;
    let n = 0;
    let b;
    while (at < end) {
        // The tile's fields: layers, and others to be skipped.
        const tileTag = bytes[at++];
        let layerLength = (b = bytes[at++]) & 0x7f;
        for (let shift = 7; b >= 0x80; shift += 7) layerLength |= ((b = bytes[at++]) & 0x7f) << shift;
        if (tileTag !== 0x1a) {
            at += layerLength;
            continue;
        }
        const layerEnd = at + layerLength;
        while (at < layerEnd) {
            const tag = bytes[at++];
            let length = (b = bytes[at++]) & 0x7f;
            if (b >= 0x80) {
                length |= ((b = bytes[at++]) & 0x7f) << 7;
                for (let shift = 14; b >= 0x80; shift += 7) length |= ((b = bytes[at++]) & 0x7f) << shift;
            }
            if (tag !== 0x12) {
                // Names, keys and values have a length; extent and version are a varint that has just been read.
                if ((tag & 7) === 2) at += length;
                continue;
            }
            const featureEnd = at + length;
            while (at < featureEnd) {
                const field = bytes[at++];
                let value = (b = bytes[at++]) & 0x7f;
                if (b >= 0x80) {
                    value |= ((b = bytes[at++]) & 0x7f) << 7;
                    for (let shift = 14; b >= 0x80; shift += 7) value |= ((b = bytes[at++]) & 0x7f) << shift;
                }
                if (field !== 0x22) {
                    if ((field & 7) === 2) at += value;
                    continue;
                }
                const geometryEnd = at + value;
                let x = 0;
                let y = 0;
                let first = n;
                while (at < geometryEnd) {
                    let command = (b = bytes[at++]) & 0x7f;
                    if (b >= 0x80) {
                        command |= ((b = bytes[at++]) & 0x7f) << 7;
                        for (let shift = 14; b >= 0x80; shift += 7) command |= ((b = bytes[at++]) & 0x7f) << shift;
                    }
                    if ((command & 7) === 7) {
                        out[n++] = out[first];
                        out[n++] = out[first + 1];
                        continue;
                    }
                    if ((command & 7) === 1) first = n;
                    for (let count = command >>> 3; count > 0; count--) {
                        let dx = bytes[at++];
                        if (dx >= 0x80) {
                            b = bytes[at++];
                            dx = (dx & 0x7f) | ((b & 0x7f) << 7);
                            if (b >= 0x80) {
                                b = bytes[at++];
                                dx |= (b & 0x7f) << 14;
                                if (b >= 0x80) {
                                    b = bytes[at++];
                                    dx |= (b & 0x7f) << 21;
                                    if (b >= 0x80) dx |= bytes[at++] << 28;
                                }
                            }
                        }
                        let dy = bytes[at++];
                        if (dy >= 0x80) {
                            b = bytes[at++];
                            dy = (dy & 0x7f) | ((b & 0x7f) << 7);
                            if (b >= 0x80) {
                                b = bytes[at++];
                                dy |= (b & 0x7f) << 14;
                                if (b >= 0x80) {
                                    b = bytes[at++];
                                    dy |= (b & 0x7f) << 21;
                                    if (b >= 0x80) dy |= bytes[at++] << 28;
                                }
                            }
                        }
                        x = (x + ((dx >>> 1) ^ -(dx & 1))) | 0;
                        y = (y + ((dy >>> 1) ^ -(dy & 1))) | 0;
                        out[n++] = x;
                        out[n++] = y;
                    }
                }
            }
        }
    }
    return n;
}
