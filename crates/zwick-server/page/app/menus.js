// The menus of the header and of the controls: a click elsewhere, a choice or Escape closes them.

import { byId } from "./dom.js";

export function connectMenus() {
    const [menu, tools, more] = [byId("menu"), byId("tools"), /** @type {HTMLDetailsElement} */ (byId("more"))];
    const open = (/** @type {boolean} */ isOpen) => {
        tools.classList.toggle("open", isOpen);
        menu.setAttribute("aria-expanded", String(isOpen));
    };
    menu.addEventListener("click", () => open(!tools.classList.contains("open")));
    document.addEventListener("click", ({ target }) => {
        const at = target instanceof Element ? target : null;
        if (!at?.closest("#menu") && !(at?.closest("#tools") && !at.closest("button"))) open(false);
        if (!at?.closest("#more") || at.closest(".menu-body button")) more.open = false;
    });
    document.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape") return;
        open(false);
        more.open = false;
    });
}
