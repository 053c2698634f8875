// Light or dark: the system's setting until the user chooses.

import { fill, html, svg } from "./dom.js";
import { recall, remember } from "./memory.js";
import { t } from "./text.js";

/** @typedef {"auto" | "light" | "dark"} Theme */

/** @type {Theme[]} */
const THEMES = ["auto", "light", "dark"];
const SIGNS = {
    auto: "M12 4a8 8 0 1 0 0 16ZM12 4a8 8 0 0 1 0 16",
    light: "M12 8a4 4 0 1 0 .01 0M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4 -1.4M17.6 6.4L19 5",
    dark: "M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10Z",
};

/** @type {Theme} */
let theme = recall("theme", "auto");

/** @param {HTMLElement} button */
export function showTheme(button) {
    document.documentElement.dataset.theme = theme;
    const label = t(`theme.${theme}`);
    const sign = svg(
        "svg",
        { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
        svg("path", { d: SIGNS[theme] }),
    );
    fill(button, sign, html("span", { class: "name" }, label));
    button.setAttribute("aria-label", label);
    button.title = label;
}

/** @param {HTMLElement} button */
export function nextTheme(button) {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    remember("theme", theme);
    showTheme(button);
}
