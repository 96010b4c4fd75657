// Deep equality of results, quick for typed arrays. Used by the rows whose results are large objects.

/** Whether two values have the same shape and the same content; NaN equals itself, 0 and -0 differ. */
export function sameValue(a, b) {
    if (Object.is(a, b)) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (ArrayBuffer.isView(a)) return sameNumbers(a, b);
    if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, i) => sameValue(value, b[i]));
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]));
}

function sameNumbers(a, b) {
    if (a.constructor !== b.constructor || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
    return true;
}
