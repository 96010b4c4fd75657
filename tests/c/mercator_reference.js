// Prints tests/c/mercator_reference.inc: longitudes and latitudes computed with 320-bit fixed-point numbers, for mercator_test.c.
//
//     node tests/c/mercator_reference.js > tests/c/mercator_reference.inc
//
// A row is a tile, a vertex, and for each of longitude and latitude the nearest double and what it misses, in units of its
// last place: the true value is nearest + missed * ulp(nearest).

const BITS = 320n;
const ONE = 1n << BITS;

const multiply = (a, b) => (a * b) >> BITS;
const divide = (a, b) => (a << BITS) / b;

function squareRoot(value) {
    const target = value << BITS;
    let root = 1n << BigInt(target.toString(2).length / 2 + 1 | 0);
    for (;;) {
        const next = (root + target / root) >> 1n;
        if (next >= root) return root;
        root = next;
    }
}

// exp(-x), x >= 0: the series for x / 2^24, squared 24 times.
function powerOfMinus(x) {
    const small = x >> 24n;
    let sum = ONE;
    let term = ONE;
    for (let n = 1n; term !== 0n; n++) {
        term = -multiply(term, small) / n;
        sum += term;
    }
    for (let i = 0; i < 24; i++) sum = multiply(sum, sum);
    return sum;
}

// atan(u), 0 <= u <= 1: the argument halved eight times, then the series.
function arctangent(u) {
    for (let i = 0; i < 8; i++) u = divide(u, ONE + squareRoot(ONE + multiply(u, u)));
    const square = multiply(u, u);
    let sum = 0n;
    let power = u;
    for (let n = 1n; power !== 0n; n += 2n) {
        sum += n % 4n === 1n ? power / n : -power / n;
        power = multiply(power, square);
    }
    return sum << 8n;
}

const PI = 4n * arctangent(ONE);

// atan(sinh(x)) in degrees is 90 - 360/pi * atan(exp(-x)). It loses as many bits as the latitude is small: 70 of 320 at most.
function latitude(extent, y, z, row) {
    const world = extent << z;
    const distance = world - 2n * (y * extent + row);
    const x = (PI * (distance < 0n ? -distance : distance)) / world;
    const degrees = 90n * ONE - divide(360n * arctangent(powerOfMinus(x)), PI);
    return distance < 0n ? -degrees : degrees;
}

function longitude(extent, x, z, column) {
    const world = extent << z;
    return (180n * (2n * (x * extent + column) - world) * ONE) / world;
}

// The nearest double, and the rest in units of its last place.
function split(value) {
    if (value === 0n) return { nearest: 0, missed: 0 };
    const magnitude = value < 0n ? -value : value;
    const shift = BigInt(magnitude.toString(2).length - 53);
    const mantissa = magnitude >> shift;
    const rest = magnitude - (mantissa << shift);
    let missed = Number((rest << 60n) >> shift) / 2 ** 60;
    let rounded = mantissa;
    if (missed > 0.5 || (missed === 0.5 && mantissa % 2n === 1n)) {
        rounded += 1n;
        missed -= 1;
        if (rounded === 1n << 53n) missed /= 2; // the last place of a power of 2 is twice as large
    }
    const sign = value < 0n ? -1 : 1;
    return { nearest: sign * Number(rounded) * 2 ** Number(shift - BITS), missed: sign * missed };
}

function hexadecimal(number) {
    if (number === 0) return '0.0';
    let exponent = Math.floor(Math.log2(Math.abs(number)));
    let fraction = Math.abs(number) / 2 ** exponent;
    if (fraction < 1) (exponent -= 1), (fraction *= 2);
    if (fraction >= 2) (exponent += 1), (fraction /= 2);
    const digits = Math.round((fraction - 1) * 2 ** 52).toString(16).padStart(13, '0').replace(/0+$/, '') || '0';
    return `${number < 0 ? '-' : ''}0x1.${digits}p${exponent < 0 ? '' : '+'}${exponent}`;
}

// Numbers that look random and never change.
let state = 20211n;
function random(below) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return (state >> 20n) % below;
}

const least = -(2n ** 31n);
const most = 2n ** 31n - 1n;
const rows = [];

const clamp = (value) => (value < least ? least : value > most ? most : value);

function add(extent, x, y, z, column, row) {
    rows.push([BigInt(extent), BigInt(x), BigInt(y), BigInt(z), clamp(BigInt(column)), clamp(BigInt(row))]);
}

// The middle and the edges of the world; places where the tables and formulas of mercator.c change hands.
for (const [column, row] of [[0, 0], [2048, 2048], [2047, 2049], [4096, 4096], [-1, 4097], [1024, 3072]]) add(4096, 0, 0, 0, column, row);
for (let sixteenth = -17n; sixteenth <= 34n; sixteenth++) add(4096, 0, 0, 0, 128n * sixteenth, 2048n - 128n * sixteenth);
for (let k = 0n; k < 100n; k += 7n) add(16, 1, 1, 1, 8n * k, -k - 16n);
// Odd extents: the middle of the world lies between two units.
for (const extent of [1n, 3n, 255n, 2n ** 32n - 1n]) {
    for (const step of [-1n, 0n, 1n, 2n]) add(extent, 0, 0, 0, extent / 2n + step, extent / 2n + step);
}
// Everything that fits, at its extremes.
for (const z of [0n, 1n, 31n, 32n]) {
    for (const extent of [1n, 4096n, 2n ** 32n - 1n]) {
        const last = (1n << z) - 1n;
        add(extent, 0, last, z, least, most);
        add(extent, last, 0, z, most, least);
        add(extent, last / 2n, (last + 1n) / 2n, z, 1n, 0n);
        add(extent, (last + 1n) / 2n, last / 2n, z, 1n, extent - 1n);
    }
}
// Any tile, any vertex: near the tile first, then any int32.
for (let i = 0; i < 160; i++) {
    const z = random(33n);
    const extent = i % 2 ? 4096n : 1n + random((1n << (1n + random(32n))) - 1n);
    const near = () => random(extent + extent / 8n + 2n) - extent / 16n;
    const any = () => (random(2n ** 32n) - 2n ** 31n) >> random(31n);
    const coordinate = i < 100 ? near : any;
    add(extent, random(1n << z), random(1n << z), z, coordinate(), coordinate());
}

// Worlds of more than 2^53 units, where a place needs more than a double.
for (let i = 0; i < 60; i++) {
    const z = 24n + random(9n);
    const extent = 2n ** 31n + random(2n ** 31n);
    add(extent, random(1n << z), random(1n << z), z, random(2n ** 32n) - 2n ** 31n, random(2n ** 32n) - 2n ** 31n);
}

const lines = rows.map(([extent, x, y, z, column, row]) => {
    const [east, north] = [split(longitude(extent, x, z, column)), split(latitude(extent, y, z, row))];
    const place = `${extent}u, ${x}u, ${y}u, ${z}u, ${column === least ? 'INT32_MIN' : column}, ${row === least ? 'INT32_MIN' : row}`;
    const number = ({ nearest, missed }) => `${hexadecimal(nearest)}, ${missed.toFixed(4)}`;
    return `    {${place}, ${number(east)}, ${number(north)}},`;
});
console.log('/* Made by mercator_reference.js: extent, x, y, z, column, row, longitude, missed, latitude, missed. */');
console.log(lines.join('\n'));
