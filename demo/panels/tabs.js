// The tabs of the panels: arrow keys move, as screen readers expect. Called once by main.js.

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
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const at = tabs.findIndex((tab) => tab === document.activeElement);
        const next = tabs[(at + step + tabs.length) % tabs.length];
        next.focus();
        select(next);
    });
    return { select: (/** @type {string} */ id) => select(/** @type {HTMLButtonElement} */ (tabs.find((tab) => panelOf(tab).id === id))) };
}
