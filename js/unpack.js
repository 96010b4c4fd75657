// Turns the packed text of an inlined module back into bytes; scripts/pack.js says how the text is made.
// Called once, by the loader, at first use.

/**
 * @param {{ frequent: string, length: number, text: string }} packed from js/generated/modules.js
 * @returns {Uint8Array<ArrayBuffer>} the WebAssembly module
 */
export function unpack({ frequent, length, text }) {
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
