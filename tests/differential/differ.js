// Where two plain structures differ first. Used by tiles.js and geometry.js.

/** @returns {string | null} the place and both sides, null where they are equal */
export function differ(actual, expected, place = '') {
    if (Object.is(actual, expected)) return null;
    const bothObjects = actual && expected && typeof actual === 'object' && typeof expected === 'object';
    if (!bothObjects) return `${place}: ${show(actual)}, expected ${show(expected)}`;
    if (actual.length !== undefined || expected.length !== undefined) {
        if (actual.length !== expected.length) return `${place}: ${actual.length} elements, expected ${expected.length}`;
        for (let i = 0; i < expected.length; i++) {
            const difference = differ(actual[i], expected[i], `${place}[${i}]`);
            if (difference) return difference;
        }
        return null;
    }
    for (const key of Object.keys(expected)) {
        const difference = differ(actual[key], expected[key], `${place}.${key}`);
        if (difference) return difference;
    }
    return null;
}

function show(value) {
    if (typeof value === 'bigint') return `${value}n`;
    if (Object.is(value, -0)) return '-0';
    return JSON.stringify(value);
}
