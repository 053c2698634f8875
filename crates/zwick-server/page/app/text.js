// The page's language: chosen once, remembered, switched without a reload.

import * as languages from "../texts/languages.js";
import { recall, remember } from "./memory.js";

/** @typedef {keyof typeof languages} Language */
/** @typedef {keyof typeof languages.en.texts} TextKey */

const LANGUAGES = { ...languages };
const CODES = /** @type {Language[]} */ (Object.keys(LANGUAGES));

/** @type {Language} */
let language = recall("language", CODES.find((code) => navigator.language.startsWith(code)) ?? "en");

/** The wording of explanations in the current language. */
export const explainWords = () => LANGUAGES[language].explain;

/** The next language, with its name for the button that switches to it. */
export function nextLanguage() {
    const code = CODES[(CODES.indexOf(language) + 1) % CODES.length];
    return { code, name: LANGUAGES[code].name };
}

/** @param {Language} wanted */
export function setLanguage(wanted) {
    language = wanted;
    remember("language", wanted);
}

/**
 * A text of the page, with each `{name}` replaced by its value. If a value is 1, the text under `key.one` is used where
 * there is one.
 * @param {TextKey} key
 * @param {Record<string, string | number>} [given]
 */
export function t(key, given = {}) {
    /** @type {Record<string, string>} */
    const texts = LANGUAGES[language].texts;
    const isOne = Object.values(given).some((value) => String(value) === "1");
    return ((isOne && texts[`${key}.one`]) || texts[key]).replace(/\{(\w+)\}/g, (_, name) => String(given[name] ?? ""));
}

/**
 * The text for a word of the server, or the word itself if the page does not know it.
 * @param {string} prefix
 * @param {string} word
 * @param {Record<string, string | number>} [given]
 */
export function translated(prefix, word, given) {
    const key = `${prefix}.${word}`;
    return key in languages.en.texts ? t(/** @type {TextKey} */ (key), given) : word;
}

/**
 * A number in the format of the language.
 * @param {number} value
 * @param {number} [digits] after the point
 */
export function number(value, digits = 0) {
    return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A day in the format of the language, or the time if it is today. @param {number} milliseconds since 1970 */
export function whenText(milliseconds) {
    const [then, now] = [new Date(milliseconds), new Date()];
    return then.toDateString() === now.toDateString()
        ? then.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })
        : then.toLocaleDateString(language, { day: "numeric", month: "short" });
}

/** Sets the texts of everything that is always on the page. */
export function translatePage() {
    document.documentElement.lang = language;
    document.documentElement.classList.remove("untranslated");
    for (const element of document.querySelectorAll("[data-text]")) {
        element.textContent = t(/** @type {TextKey} */ (element.getAttribute("data-text")));
    }
    for (const element of document.querySelectorAll("[data-label]")) {
        const label = t(/** @type {TextKey} */ (element.getAttribute("data-label")));
        element.setAttribute("aria-label", label);
        if (element.hasAttribute("title")) element.setAttribute("title", label);
    }
}
