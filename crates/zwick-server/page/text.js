// The page's language: chosen once, remembered, switched without a reload.

import { english } from "./text-english.js";
import { german } from "./text-german.js";
import { recall, remember } from "./memory.js";

/** @typedef {"en" | "de"} Language */
/** @typedef {keyof typeof english} TextKey */

/** @type {Record<Language, Record<TextKey, string>>} */
const TEXTS = { en: english, de: german };

/** @type {Language} */
let language = recall("language", navigator.language.startsWith("de") ? "de" : "en");

export const currentLanguage = () => language;

/** @param {Language} wanted */
export function setLanguage(wanted) {
    language = wanted;
    remember("language", wanted);
}

/**
 * A text of the page, with `{name}` replaced by what is given.
 * @param {TextKey} key
 * @param {Record<string, string | number>} [given]
 */
export function t(key, given = {}) {
    return TEXTS[language][key].replace(/\{(\w+)\}/g, (_, name) => String(given[name] ?? ""));
}

/**
 * The text for a word of the server, or the word itself if the page has none for it.
 * @param {string} prefix
 * @param {string} word
 * @param {Record<string, string | number>} [given]
 */
export function translated(prefix, word, given) {
    const key = `${prefix}.${word}`;
    return key in english ? t(/** @type {TextKey} */ (key), given) : word;
}

/**
 * A number as the language writes it.
 * @param {number} value
 * @param {number} [digits] after the point
 */
export function number(value, digits = 0) {
    return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Writes the texts of everything that is always on the page. */
export function translatePage() {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll("[data-text]")) {
        element.textContent = t(/** @type {TextKey} */ (element.getAttribute("data-text")));
    }
    for (const element of document.querySelectorAll("[data-label]")) {
        const label = t(/** @type {TextKey} */ (element.getAttribute("data-label")));
        element.setAttribute("aria-label", label);
        if (element.hasAttribute("title")) element.setAttribute("title", label);
    }
}
