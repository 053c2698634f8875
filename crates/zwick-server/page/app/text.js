// The page's language: chosen once, remembered, switched without a reload.

import { LANGUAGES } from "../texts/languages.js";

/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {typeof LANGUAGES["en"]} Loaders */
/** @typedef {keyof Loaders} Part */
/** @typedef {{ [P in Part]: keyof Awaited<ReturnType<Loaders[P]>>["texts"] }[Part]} TextKey */

/** How long a browser keeps the choice, in seconds: a year. */
const KEPT = 31_536_000;
const CODES = /** @type {Language[]} */ (Object.keys(LANGUAGES));

/** @type {Language} */
let language = "en";
/** @type {Record<string, string>} */
let texts = {};
/** @type {import("../texts/languages.js").Words} */
let explain;
/** The parts of the page whose texts are needed. @type {Set<Exclude<Part, "page">>} */
const parts = new Set();

/** @type {Promise<void>} */
let loading = Promise.resolve();
/** Loads texts one after the other, so that what was wanted last holds. @param {() => Promise<void>} load */
function inTurn(load) {
    const loaded = loading.then(load);
    loading = loaded.catch(() => {});
    return loaded;
}

/** @param {Language} wanted */
async function load(wanted) {
    const { page, ...others } = LANGUAGES[wanted];
    const [loaded, ...more] = await Promise.all([page(), ...[...parts].map((part) => others[part]())]);
    texts = Object.assign({}, loaded.texts, ...more.map((part) => part.texts));
    ({ explain } = loaded);
    language = wanted;
}

/** Speaks this language, once its texts are there. @param {Language} wanted */
export const speak = (wanted) => inTurn(() => load(wanted));

/** The texts of a part, in every language that is spoken from now on. @param {Exclude<Part, "page">} part */
export function addTexts(part) {
    parts.add(part);
    return inTurn(() => load(language));
}

/** Speaks another language, also on the next visit: the server reads the choice. @param {Language} wanted */
export async function setLanguage(wanted) {
    await speak(wanted);
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
    document.cookie = `language=${wanted}; path=/; max-age=${KEPT}; samesite=lax`;
}

/** The language that the button offers. */
export const nextLanguage = () => CODES[(CODES.indexOf(language) + 1) % CODES.length];

/** The wording of explanations in the current language. */
export const explainWords = () => explain;

/**
 * A text of the page, with each `{name}` replaced by its value. If a value is 1, the text under `key.one` is used where
 * there is one.
 * @param {TextKey} key
 * @param {Record<string, string | number>} [given]
 */
export function t(key, given = {}) {
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
    return key in texts ? t(/** @type {TextKey} */ (key), given) : word;
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
    for (const element of document.querySelectorAll("[data-text]")) {
        element.textContent = t(/** @type {TextKey} */ (element.getAttribute("data-text")));
    }
    for (const element of document.querySelectorAll("[data-label]")) {
        const label = t(/** @type {TextKey} */ (element.getAttribute("data-label")));
        element.setAttribute("aria-label", label);
        if (element.hasAttribute("title")) element.setAttribute("title", label);
    }
}
