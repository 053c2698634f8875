// Light or dark: the system's setting until the user chooses.

import { recall, remember } from "./memory.js";
import { t } from "./text.js";

/** @typedef {"auto" | "light" | "dark"} Theme */

/** @type {Theme[]} */
const THEMES = ["auto", "light", "dark"];
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

/** @type {Theme} */
let theme = recall("theme", "auto");

/** @param {HTMLElement} button */
export function showTheme(button) {
    document.documentElement.dataset.theme = theme;
    const label = t(`theme.${theme}`);
    button.textContent = SIGNS[theme];
    button.setAttribute("aria-label", label);
    button.title = label;
}

/** @param {HTMLElement} button */
export function nextTheme(button) {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    remember("theme", theme);
    showTheme(button);
}
