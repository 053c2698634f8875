// The parts of an area as tabs.

import { recall, remember } from "./memory.js";

/**
 * Makes the tabs of this list show their panels; arrows move between them. The one marked as selected is the default.
 * @param {HTMLElement} list
 * @param {string} name under which the choice is remembered
 * @param {() => void} [onChoice]
 * @returns {{ choose: (id: string) => void, current: () => string }} chooses a tab by its id, and says which one is chosen
 */
export function makeTabs(list, name, onChoice) {
    const tabs = [...list.querySelectorAll("[role=tab]")].map((tab) => /** @type {HTMLElement} */ (tab));
    const usual = tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0];
    const panel = (/** @type {HTMLElement} */ tab) => document.getElementById(tab.getAttribute("aria-controls") ?? "");
    const open = (/** @type {HTMLElement} */ chosen) => {
        for (const tab of tabs) {
            const isChosen = tab === chosen;
            tab.setAttribute("aria-selected", String(isChosen));
            tab.tabIndex = isChosen ? 0 : -1;
            panel(tab)?.toggleAttribute("hidden", !isChosen);
        }
    };
    const choose = (/** @type {HTMLElement} */ chosen) => {
        open(chosen);
        remember(name, chosen.id);
        onChoice?.();
    };
    list.addEventListener("keydown", (event) => {
        const at = tabs.indexOf(/** @type {HTMLElement} */ (event.target));
        const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
        if (at < 0 || next === undefined) return;
        const tab = tabs[(next + tabs.length) % tabs.length];
        choose(tab);
        tab.focus();
        event.preventDefault();
    });
    for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
    open(tabs.find((tab) => tab.id === recall(name, "")) ?? usual);
    return {
        choose: (id) => choose(tabs.find((tab) => tab.id === id) ?? usual),
        current: () => tabs.find((tab) => tab.getAttribute("aria-selected") === "true")?.id ?? usual.id,
    };
}
