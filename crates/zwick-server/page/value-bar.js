// The bar beside the board: how much of it is the first side's.

import { firstHeight } from "./graph.js";
import { html } from "./dom.js";
import { headline } from "./status.js";
import { t } from "./text.js";
import { sideName, wordsOf } from "./values.js";

/** @typedef {import("./api.js").Analysis} Analysis */
/** @typedef {import("./api.js").State} State */

export class ValueBar {
    #first = html("span", { class: "first" });

    /** @param {HTMLElement} root */
    constructor(root) {
        this.root = root;
        root.append(this.#first);
    }

    /** @param {State | undefined} state @param {Analysis | null} analysis none if hidden or unknown */
    show(state, analysis) {
        const height = state?.over ? endHeight(state.over.winner) : analysis && firstHeight(analysis);
        this.root.classList.toggle("unknown", height === null);
        this.#first.style.setProperty("--share", String((1 + (height ?? 0)) / 2));
        const words = state?.over ? headline(state) : analysis && `${sideName(analysis.state.game, analysis.state.turn)} ${wordsOf(analysis.answer)}`;
        const label = words ? t("bar.label", { value: words }) : t("bar.hidden");
        this.root.setAttribute("aria-label", label);
        this.root.title = label;
    }
}

/** @param {import("./api.js").Side | null} winner */
function endHeight(winner) {
    if (winner === null) return 0;
    return winner === "first" ? 1 : -1;
}
