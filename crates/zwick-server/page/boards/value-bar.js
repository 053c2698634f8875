// The bar beside the board: how much of it is the first side's.

import { html } from "../app/dom.js";
import { t } from "../app/text.js";
import { sideName } from "./names.js";
import { headline } from "./status.js";
import { endHeight, firstHeight, knownOf } from "./values.js";

/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/api.js").State} State */

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
        const words = state?.over
            ? headline(state)
            : analysis && `${sideName(analysis.state.game, analysis.state.turn)} ${knownOf(analysis)}`;
        const label = words ? t("bar.label", { value: words }) : t("bar.hidden");
        this.root.setAttribute("aria-label", label);
        this.root.title = label;
    }
}
