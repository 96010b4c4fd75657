// UTF-8 both ways. Called by request.js for names and keys, by block.js and dictionary.js for what a tile has.

/** @type {TextDecoder | undefined} made at first use: nothing happens at import */
let decoder;

/**
 * UTF-8 as WHATWG decodes it, a byte order mark kept.
 *
 * @param {Uint8Array} bytes
 */
export function decodeText(bytes) {
    if (typeof TextDecoder !== 'function') return decodeWithout(bytes);
    return (decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })).decode(bytes);
}

/** Up to so many bytes a loop takes no longer than TextDecoder, and wants no view of its own. */
const SHORT = 16;

/**
 * A piece of bytes as text; mostly a name.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function decodePiece(bytes, start, end) {
    let text = '';
    for (let at = start; at < end; at++) {
        if (bytes[at] > 127 || end - start > SHORT) return decodeText(bytes.subarray(start, end));
        text += String.fromCharCode(bytes[at]);
    }
    return text;
}

/**
 * The same where there is no TextDecoder, as under Jest with jsdom. https://encoding.spec.whatwg.org/#utf-8-decoder
 *
 * @param {Uint8Array} bytes
 */
function decodeWithout(bytes) {
    let text = '';
    let needed = 0;
    let code = 0;
    let lower = 0x80;
    let upper = 0xbf;
    for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i];
        if (needed === 0) {
            if (byte < 0x80) text += String.fromCharCode(byte);
            else if (byte < 0xc2 || byte > 0xf4) text += '\ufffd';
            else {
                needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
                code = byte & (0x3f >> needed);
                lower = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
                upper = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
            }
        } else if (byte < lower || byte > upper) {
            text += '\ufffd';
            needed = 0;
            i--; // the byte may begin a character of its own
        } else {
            lower = 0x80;
            upper = 0xbf;
            code = (code << 6) | (byte & 0x3f);
            if (--needed === 0) text += String.fromCodePoint(code);
        }
    }
    return needed > 0 ? text + '\ufffd' : text;
}

/**
 * Writes a string, a lone surrogate as U+FFFD. At most three bytes a UTF-16 unit.
 *
 * @param {string} text
 * @param {Uint8Array} bytes
 * @param {number} at where to
 * @returns {number} where it ends
 */
export function encodeText(text, bytes, at) {
    for (const character of text) {
        let code = /** @type {number} */ (character.codePointAt(0));
        if (code >> 11 === 0x1b) code = 0xfffd;
        const more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        bytes[at++] = more === 0 ? code : (0x100 - (0x80 >> more)) | (code >> (6 * more));
        for (let i = more; i-- > 0; ) bytes[at++] = 0x80 | ((code >> (6 * i)) & 0x3f);
    }
    return at;
}
