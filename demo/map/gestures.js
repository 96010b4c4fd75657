// Pan and zoom by wheel, drag, touch and keyboard. Called once by the map.

/** @import { Camera } from './camera.js' */

const WHEEL_PIXELS_PER_ZOOM = 240;
const KEY_STEP = 80;

/**
 * @param {HTMLElement} element
 * @param {Camera} camera
 * @param {{ moved: () => void, pointed: (x: number, y: number) => void, left: () => void, chosen: (x: number, y: number) => void }} listener
 */
export function listenToGestures(element, camera, listener) {
    /** Pointers that are down, by id. @type {Map<number, { x: number, y: number }>} */
    const pointers = new Map();
    let travelled = 0;

    const place = (/** @type {MouseEvent} */ event) => {
        const box = element.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    };

    element.addEventListener(
        'wheel',
        (event) => {
            event.preventDefault();
            const pixels = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
            const { x, y } = place(event);
            camera.zoomAround(-pixels / WHEEL_PIXELS_PER_ZOOM, x, y);
            listener.moved();
        },
        { passive: false },
    );

    element.addEventListener('pointerdown', (event) => {
        if (event.target instanceof HTMLButtonElement || event.button !== 0) return;
        element.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, place(event));
        travelled = pointers.size > 1 ? Infinity : 0;
    });

    element.addEventListener('pointermove', (event) => {
        const before = pointers.get(event.pointerId);
        const now = place(event);
        if (!before) {
            listener.pointed(now.x, now.y);
            return;
        }
        travelled += Math.hypot(now.x - before.x, now.y - before.y);
        element.classList.toggle('dragging', travelled > 3);
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
        if (other) pinch(camera, other, before, now);
        else camera.panBy(now.x - before.x, now.y - before.y);
        pointers.set(event.pointerId, now);
        listener.moved();
    });

    const up = (/** @type {PointerEvent} */ event) => {
        if (!pointers.delete(event.pointerId)) return;
        element.classList.remove('dragging');
        const { x, y } = place(event);
        if (event.type === 'pointerup' && travelled <= 3) listener.chosen(x, y);
    };
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('pointerleave', () => listener.left());

    element.addEventListener('keydown', (event) => {
        // With these the keys are the browser's, which enlarges the page or goes back.
        if (event.target !== element || event.ctrlKey || event.altKey || event.metaKey) return;
        const act = keyAction(camera, event.key, () => listener.chosen(camera.width / 2, camera.height / 2));
        if (!act) return;
        event.preventDefault();
        act();
        listener.moved();
    });
}

/**
 * @param {Camera} camera
 * @param {{ x: number, y: number }} fixed the finger that rests
 * @param {{ x: number, y: number }} before
 * @param {{ x: number, y: number }} now
 */
function pinch(camera, fixed, before, now) {
    const was = Math.hypot(before.x - fixed.x, before.y - fixed.y);
    const is = Math.hypot(now.x - fixed.x, now.y - fixed.y);
    if (was > 0 && is > 0) camera.zoomAround(Math.log2(is / was), (now.x + fixed.x) / 2, (now.y + fixed.y) / 2);
    camera.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
}

/**
 * @param {Camera} camera
 * @param {string} key
 * @param {() => void} choose
 * @returns {(() => void) | undefined}
 */
function keyAction(camera, key, choose) {
    /** @type {Record<string, () => void>} */
    const actions = {
        ArrowLeft: () => camera.panBy(KEY_STEP, 0),
        ArrowRight: () => camera.panBy(-KEY_STEP, 0),
        ArrowUp: () => camera.panBy(0, KEY_STEP),
        ArrowDown: () => camera.panBy(0, -KEY_STEP),
        '+': () => camera.zoomAround(0.5),
        '=': () => camera.zoomAround(0.5),
        '-': () => camera.zoomAround(-0.5),
        Enter: choose,
    };
    return Object.hasOwn(actions, key) ? actions[key] : undefined;
}
