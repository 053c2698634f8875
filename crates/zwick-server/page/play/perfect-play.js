// Whether a perfect player can move in a position, and what is missing if not: requested once per position.

import { addressOf } from "../app/address.js";
import { api } from "../app/api.js";
import { html } from "../app/dom.js";
import { t } from "../app/text.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/api.js").Perfection} Perfection */

/** The only board on which a perfect player can move in every position. */
const ALWAYS = "connect-four";
export const PERFECT = "perfect";
/** The player to use where perfect play is impossible. */
export const NEXT_BEST = "level 10";

/** @param {string} spec */
export const isPerfect = (spec) => spec === PERFECT || spec.startsWith(`${PERFECT}:`);

/** Dispatches `change` when something was learned. */
export class PerfectPlay extends EventTarget {
    /** @type {Map<string, Perfection | null>} none while the server is asked */
    #known = new Map();

    /** What is missing for perfect play here; null while unknown. @param {Place} place */
    missing(place) {
        if (place.game === ALWAYS) return null;
        const key = addressOf(place);
        if (!this.#known.has(key)) this.#ask(key, place);
        return this.#known.get(key)?.missing ?? null;
    }

    /** @param {string} key @param {Place} place */
    async #ask(key, place) {
        this.#known.set(key, null);
        try {
            this.#known.set(key, await api.perfect(place));
            this.dispatchEvent(new Event("change"));
        } catch {
            // A failed request is repeated with the next position; the server refuses in any case.
        }
    }

    /** Tables may have been built since: forget earlier answers. */
    forget() {
        this.#known.clear();
    }
}

/** Why perfect play is impossible here, and how to get what is missing. @param {"tables" | "time" | "rules"} missing */
export function perfectNote(missing) {
    const way = { "data-key": "perfect-tables", "data-area": "databases", "data-part": "tables" };
    const link = html("button", { type: "button", class: "link", ...way }, t("play.perfect.get"));
    return html(
        "p",
        { class: "quiet", "data-key": "perfect-note" },
        `${t(`play.perfect.${missing}`)} `,
        missing === "tables" && link,
    );
}
