// One WebAssembly module as a patch of another: what of it lies in the other, and the bytes in between. Called by
// scripts/generate.js; js/unpack.js applies it.
//
// A patch is a sequence of steps up to its end, numbers in LEB128: a count of new bytes, these bytes, a length to copy from
// the base, and where: the distance (zigzag) from where one would go on, had the base the same number of new bytes.

/** Bytes that must agree before a copy is thought of, and the shortest copies that pay: in place, and from elsewhere. */
const PROBE = 6;
const SHORTEST_IN_PLACE = 6;
const SHORTEST = 16;

/** The patch that makes `target` of `base`. */
export function makePatch(base, target) {
    const places = placesOf(base);
    const patch = [];
    let fresh = []; // new bytes since the last copy
    let expected = 0; // where in the base one would go on
    for (let at = 0; at < target.length; ) {
        const { length, from } = longestMatch(base, target, at, expected + fresh.length, places);
        if (length < (from === expected + fresh.length ? SHORTEST_IN_PLACE : SHORTEST)) {
            fresh.push(target[at++]);
            continue;
        }
        const distance = from - expected - fresh.length;
        patch.push(...varint(fresh.length), ...fresh, ...varint(length), ...varint(zigzag(distance)));
        fresh = [];
        expected = from + length;
        at += length;
    }
    if (fresh.length > 0) patch.push(...varint(fresh.length), ...fresh, ...varint(0), ...varint(0));
    return Uint8Array.from(patch);
}

/** Where each run of PROBE bytes stands in the base. */
function placesOf(base) {
    const places = new Map();
    for (let i = 0; i + PROBE <= base.length; i++) {
        const key = probe(base, i);
        if (!places.has(key)) places.set(key, []);
        places.get(key).push(i);
    }
    return places;
}

const probe = (bytes, at) => String.fromCharCode(...bytes.subarray(at, at + PROBE));

/** The longest run of the base that the target goes on with; of equals the one in place, then the first. */
function longestMatch(base, target, at, inPlace, places) {
    let best = { length: 0, from: 0 };
    for (const from of places.get(probe(target, at)) ?? []) {
        let length = 0;
        while (at + length < target.length && from + length < base.length && target[at + length] === base[from + length]) length++;
        if (length > best.length || (length === best.length && from === inPlace)) best = { length, from };
    }
    return best;
}

const zigzag = (value) => (value < 0 ? -2 * value - 1 : 2 * value);

function varint(value) {
    const bytes = [];
    for (; value > 0x7f; value >>= 7) bytes.push((value & 0x7f) | 0x80);
    bytes.push(value);
    return bytes;
}
