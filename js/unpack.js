// Turns the packed text of an inlined module back into bytes; scripts/pack.js says how the text is made, scripts/patch.js how
// one module is a patch of the other. Called once, by the loader, at first use.

/**
 * From js/generated/modules.js: the module, or, where there is a base, the patch that makes it of the base.
 *
 * @typedef {{ frequent: string, length: number, text: string, base?: Packed }} Packed
 */

/**
 * @param {Packed} packed
 * @returns {Uint8Array<ArrayBuffer>} the WebAssembly module
 */
export function unpack(packed) {
    const bytes = unpackText(packed);
    return packed.base ? applyPatch(unpack(packed.base), bytes) : bytes;
}

/** @param {Packed} packed */
function unpackText({ frequent, length, text }) {
    /** @type {number[]} */
    const singles = [];
    /** @type {number[]} */
    const pairs = [];
    for (let byte = 0; byte < 256; byte++) {
        ((parseInt(frequent[byte >> 2], 16) >> (byte & 3)) & 1 ? singles : pairs).push(byte);
    }
    const byteOf = singles.concat(pairs);
    /** @type {number[]} */
    const digitOf = [];
    for (let code = 33, digit = 0; code < 127; code++) {
        if (!'"$\'<\\`'.includes(String.fromCharCode(code))) digitOf[code] = digit++;
    }
    const bytes = new Uint8Array(length);
    for (let at = 0, i = 0; i < length; i++) {
        let digit = digitOf[text.charCodeAt(at++)];
        if (digit > 85) digit = 86 + (digit - 86) * 88 + digitOf[text.charCodeAt(at++)];
        bytes[i] = byteOf[digit];
    }
    return bytes;
}

/**
 * @param {Uint8Array} base
 * @param {Uint8Array} patch
 */
function applyPatch(base, patch) {
    const bytes = [];
    let at = 0;
    let from = 0;
    const next = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = patch[at++];
            value |= (byte & 127) << shift;
            if (byte < 128) return value;
        }
    };
    while (at < patch.length) {
        const fresh = next();
        for (const end = at + fresh; at < end; ) bytes.push(patch[at++]);
        const length = next();
        const distance = next();
        from += fresh + ((distance >> 1) ^ -(distance & 1));
        for (const end = from + length; from < end; ) bytes.push(base[from++]);
    }
    return new Uint8Array(bytes);
}
