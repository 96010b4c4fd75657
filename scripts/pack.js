// The packed ASCII form in which a WebAssembly module is inlined in JavaScript; js/unpack.js is its inverse.
// Called by scripts/generate.js.
//
// Each of the 86 most frequent bytes is one character, each other byte two. The characters are the 88 of ! to ~ that no string
// quoting, template or HTML parser minds; the last two of them announce a rare byte. Bytes keep their boundaries, so gzip
// and brotli find the module's repeats, which base64 hides from them.

const ALPHABET = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter((c) => !'"$\'<\\`'.includes(c));
const FREQUENT = 86;

/** The 86 most frequent bytes of all modules together, as 64 hexadecimal digits: bit b % 4 of digit b / 4. */
export function frequentBytes(modules) {
    const counts = new Array(256).fill(0);
    for (const module of modules) for (const byte of module) counts[byte]++;
    const byCount = counts.map((count, byte) => ({ count, byte })).sort((a, b) => b.count - a.count || a.byte - b.byte);
    const digits = new Array(64).fill(0);
    for (const { byte } of byCount.slice(0, FREQUENT)) digits[byte >> 2] |= 1 << (byte & 3);
    return digits.map((digit) => digit.toString(16)).join('');
}

/** The module as text; `frequent` is what frequentBytes returned. */
export function pack(module, frequent) {
    const isFrequent = (byte) => (parseInt(frequent[byte >> 2], 16) >> (byte & 3)) & 1;
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    const singles = bytes.filter(isFrequent);
    const pairs = bytes.filter((byte) => !isFrequent(byte));
    const codes = [];
    singles.forEach((byte, i) => (codes[byte] = ALPHABET[i]));
    pairs.forEach((byte, i) => (codes[byte] = ALPHABET[FREQUENT + Math.floor(i / 88)] + ALPHABET[i % 88]));
    return Array.from(module, (byte) => codes[byte]).join('');
}
