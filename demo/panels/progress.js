// How far long work has come: a bar across the map, and what is being done. Called by main.js.

/**
 * @param {HTMLElement} place holds a progress element and a paragraph
 * @param {{ text: string, share?: number } | undefined} work `share` 0 to 1, where it is known; undefined: nothing is under way
 */
export function showProgress(place, work) {
    place.hidden = !work;
    if (!work) return;
    const bar = /** @type {HTMLProgressElement} */ (place.querySelector('progress'));
    if (work.share === undefined) bar.removeAttribute('value');
    else bar.value = work.share;
    /** @type {HTMLElement} */ (place.querySelector('p')).textContent = work.text;
}

/** @param {number} share 0 to 1 */
export function percent(share) {
    return `${Math.round(100 * share)} %`;
}
