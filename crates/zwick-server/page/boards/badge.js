// A value on a board: symbol and number, thick outline for the best.

import { html } from "../app/dom.js";
import { kindOf, numberOf, signOf } from "./values.js";

/** @typedef {import("../app/api.js").RatedMove} RatedMove */

/**
 * @param {RatedMove | undefined} rated
 * @returns {HTMLElement}
 */
export function badge(rated) {
    if (!rated) return html("span", { class: "badge empty", "aria-hidden": "true" });
    const classes = `badge ${kindOf(rated)}${rated.best ? " best" : ""}`;
    return html(
        "span",
        { class: classes, "aria-hidden": "true" },
        html("span", { class: "sign" }, signOf(rated)),
        html("span", {}, numberOf(rated)),
    );
}
