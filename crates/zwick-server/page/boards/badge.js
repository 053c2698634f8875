// Values on a board: symbol and number, thick outline for the best. Of estimates only the best three are told.

import { html } from "../app/dom.js";
import { kindOf, numberOf, signOf } from "./values.js";

/** @typedef {import("../app/api.js").RatedMove} RatedMove */
/**
 * How the values of all moves are told beside each other.
 * @typedef {object} Look
 * @property {boolean} hasBest whether some moves are better than others
 * @property {Set<string>} told the moves whose value stands on the board
 */

/** Estimates on a board. */
const MOST_ESTIMATES = 3;

/** @param {RatedMove} one */
const worthOf = ({ result, plies, points, mean }) => [result, plies, points, mean].join();

/** @param {RatedMove[]} moves best first @returns {Look} */
export function lookOf(moves) {
    const estimates = moves.filter(({ result }) => result === null).slice(0, MOST_ESTIMATES);
    const told = moves.filter((one) => one.result !== null || estimates.includes(one));
    return {
        hasBest: moves.some((one) => worthOf(one) !== worthOf(moves[0])),
        told: new Set(told.map(({ move }) => move)),
    };
}

/**
 * @param {RatedMove | undefined} rated
 * @param {Look} look
 * @returns {HTMLElement}
 */
export function badge(rated, { hasBest, told }) {
    if (!rated) return html("span", { class: "badge empty", "aria-hidden": "true" });
    if (!told.has(rated.move)) return html("span", { class: "badge dot", "aria-hidden": "true" });
    const classes = `badge ${kindOf(rated)}${rated.best && hasBest ? " best" : ""}`;
    return html(
        "span",
        { class: classes, "aria-hidden": "true" },
        html("span", { class: "sign" }, signOf(rated)),
        // A draw has no distance.
        rated.result === "draw" ? null : html("span", {}, numberOf(rated)),
    );
}
