// Arbitrary geometry streams: commands that are mostly in order, coordinates of every size.
// Used by make-tile.js and geometry.js.

const zigzag = (value) => ((value << 1) ^ (value >> 31)) >>> 0;

const EXTREMES = [0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/** How wide steps are, for one stream. */
function stepsOf(random) {
    const bits = random.pick([3, 6, 6, 6, 7, 8, 10, 13, 14, 15, 16, 20, 24, 31]);
    const extreme = random.once(30);
    return () => {
        if (extreme && random.once(3)) return random.pick(EXTREMES);
        const size = random.below(2 ** bits);
        return zigzag(random.once(2) ? size : -size);
    };
}

const command = (id, count) => ((count << 3) | id) >>> 0;

/** A count: the right one, or once in a while none, another or a huge one. */
function countOf(random, right) {
    if (!random.once(40)) return right;
    return random.pick([0, 1, 2, 3, right + 1, 1000, 2 ** 29 - 1]);
}

function addRun(random, integers, id, count, step) {
    integers.push(command(id, countOf(random, count)));
    for (let i = 0; i < 2 * count; i++) integers.push(step());
}

/** A small rectangle, one way around or the other: rings whose winding counts. */
function addRectangle(random, integers, step) {
    const width = random.between(1, 60);
    const height = random.once(12) ? 0 : random.between(1, 60);
    addRun(random, integers, 1, 1, step);
    integers.push(command(2, 3));
    const steps = random.once(2) ? [width, 0, 0, height, -width, 0] : [0, height, width, 0, 0, -height];
    for (const one of steps) integers.push(zigzag(one));
    integers.push(command(7, 1));
}

function addPart(random, integers, type, step) {
    if (type === 3 && random.once(2)) return addRectangle(random, integers, step);
    addRun(random, integers, 1, type === 1 ? random.between(1, 6) : 1, step);
    if (type === 1 && !random.once(20)) return undefined;
    const runs = random.once(15) ? random.below(4) : 1;
    const longest = random.pick([2, 4, 4, 8, 30]);
    for (let i = 0; i < runs; i++) addRun(random, integers, 2, random.between(type === 3 ? 2 : 1, longest), step);
    if (type === 3 && !random.once(20)) integers.push(command(7, countOf(random, 1)));
    return undefined;
}

/** Changes an integer, leaves some out, or puts one in. */
function spoil(random, integers) {
    const at = random.below(integers.length);
    switch (random.below(5)) {
        case 0:
            integers[at] = random.sized(32);
            break;
        case 1:
            integers[at] = command(random.below(8), random.below(4));
            break;
        case 2:
            integers.length = at;
            break;
        case 3:
            integers.splice(at, random.between(1, 3));
            break;
        default:
            integers.splice(at, 0, command(random.below(8), random.below(3)));
    }
}

/**
 * @param {import('./random.js').Random} random
 * @param {number} type the feature's geometry type; others than 1 to 3 get any
 * @returns {number[]} command integers and parameters
 */
export function makeGeometry(random, type) {
    const integers = [];
    const step = stepsOf(random);
    const kind = type >= 1 && type <= 3 && !random.once(50) ? type : random.between(1, 3);
    const parts = random.pick([0, 1, 1, 1, 1, 2, 3, 5]);
    for (let i = 0; i < parts; i++) addPart(random, integers, kind, step);
    while (integers.length > 0 && random.once(5)) spoil(random, integers);
    return integers;
}
