// Scores as a search tells them, shown like every other value: proven ends in moves, estimates in points.

import { html } from "./dom.js";
import { number, t } from "./text.js";
import { kindOf, numberOf, signOf, wordsOf } from "./values.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {"exact" | "at most" | "at least" | null} Bound */

const BOUNDS = { exact: "", "at most": "≤ ", "at least": "≥ " };

/**
 * The score as an answer. A search counts plies until the end, people count their own moves.
 * @param {string} text `win in 5`, `loss in 4`, `+120`
 * @param {string | null} [value] what is proven about it
 * @returns {Answer}
 */
export function answerOf(text, value = null) {
    const end = /^(win|loss) in (\d+)/.exec(text);
    const common = { kind: /** @type {"exact" | "estimate"} */ (end || value ? "exact" : "estimate"), source: "" };
    if (end) {
        const plies = Number(end[2]);
        return { ...common, result: /** @type {"win" | "loss"} */ (end[1]), plies, moves: Math.ceil(plies / 2), points: null };
    }
    if (value?.startsWith("draw")) return { ...common, result: "draw", plies: null, moves: null, points: null };
    return { ...common, result: null, plies: null, moves: null, points: Number(text) };
}

/** Points with their sign, such as −1,200. @param {number} points */
function points(points) {
    if (points === Infinity) return "+∞";
    if (points === -Infinity) return "−∞";
    return `${points < 0 ? "−" : points > 0 ? "+" : ""}${number(Math.abs(points))}`;
}

/**
 * A score in few signs: `▲ 3`, `≥ +120`, `−∞`.
 * @param {string} text
 * @param {string | null} [value]
 * @param {Bound} [bound]
 */
export function shortScore(text, value = null, bound = "exact") {
    const before = BOUNDS[bound ?? "exact"];
    if (/^[+-]?inf/.test(text)) return text.startsWith("-") ? "−∞" : "+∞";
    const answer = answerOf(text, value);
    return answer.result === null ? before + points(answer.points ?? 0) : `${before}${signOf(answer)} ${numberOf(answer)}`;
}

/**
 * The score in words, with its unit.
 * @param {string} text
 * @param {string | null} [value]
 */
export function longScore(text, value = null) {
    const answer = answerOf(text, value);
    return answer.result === null ? t("lab.points", { points: points(answer.points ?? 0) }) : wordsOf(answer);
}

/**
 * A score for the eye, and the same in words for those who listen.
 * @param {string} text
 * @param {string | null} [value]
 * @param {Bound} [bound]
 */
export function scoreCell(text, value = null, bound = "exact") {
    const words = longScore(text, value);
    return html("span", { class: `value ${kindOf(answerOf(text, value))}`, title: words }, html("span", { "aria-hidden": "true" }, shortScore(text, value, bound)), html("span", { class: "for-readers" }, words));
}

/** A proven value or an estimate of the server, likewise. @param {Answer} answer */
export function answerCell(answer) {
    const words = wordsOf(answer);
    return html("span", { class: `value ${kindOf(answer)}`, title: words }, html("span", { "aria-hidden": "true" }, `${signOf(answer)} ${numberOf(answer)}`), html("span", { class: "for-readers" }, words));
}
