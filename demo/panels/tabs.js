// The tabs of the panels: arrow keys, Home and End move, as screen readers expect. Called once by main.js.

/**
 * @param {HTMLElement} list with role tablist
 * @param {(id: string) => void} shown is told the panel that is now to be seen
 */
export function makeTabs(list, shown) {
    const tabs = /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll('[role=tab]')]);
    const panelOf = (/** @type {HTMLElement} */ tab) => /** @type {HTMLElement} */ (document.getElementById(tab.getAttribute('aria-controls') ?? ''));
    const select = (/** @type {HTMLButtonElement} */ chosen) => {
        for (const tab of tabs) {
            tab.setAttribute('aria-selected', String(tab === chosen));
            tab.tabIndex = tab === chosen ? 0 : -1;
            panelOf(tab).hidden = tab !== chosen;
        }
        shown(panelOf(chosen).id);
    };
    for (const tab of tabs) tab.addEventListener('click', () => select(tab));
    list.addEventListener('keydown', (event) => {
        const at = tabs.findIndex((tab) => tab === document.activeElement);
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        const next = tabs[(to + tabs.length) % tabs.length];
        next.focus();
        select(next);
    });
    return { select: (/** @type {string} */ id) => select(/** @type {HTMLButtonElement} */ (tabs.find((tab) => panelOf(tab).id === id))) };
}
