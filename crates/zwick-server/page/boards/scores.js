// Scores of a search, shown like every other value: proven ends in moves, estimates in points, random games in per cent:
// their mean, or how many of them are won.

import { html } from "../app/dom.js";
import { number, t } from "../app/text.js";
import { kindOf, numberOf, signOf, wordsOf } from "./values.js";

/** @typedef {import("../app/api.js").Worth} Worth */
/** @typedef {import("../app/api.js").Schemas["Bound"]} Bound */

const BOUNDS = { exact: "", "at-most": "≤ ", "at-least": "≥ " };

/** An estimate as the search reports it: −1.25, or −37 % for random games; 37 % of them won. @param {Worth} worth */
function estimate({ points, mean, wins }) {
    if (wins !== null) return `${number(100 * wins, 0)} %`;
    const value = points ?? 100 * (mean ?? 0);
    const size = number(Math.abs(value), points === null ? 0 : 2);
    return `${value < 0 ? "−" : value > 0 ? "+" : ""}${size}${points === null ? " %" : ""}`;
}

/** A score in few signs: `▲ 3`, `≥ +1.25`, `+37 %`. @param {Worth} worth @param {Bound} [bound] */
export function shortScore(worth, bound = "exact") {
    return BOUNDS[bound] + (worth.result === null ? estimate(worth) : `${signOf(worth)} ${numberOf(worth)}`);
}

/** The end of a window in a search, which may be open. @param {Worth | null} alpha */
export const alphaText = (alpha) => (alpha === null ? "−∞" : shortScore(alpha));

/** @param {Worth | null} beta */
export const betaText = (beta) => (beta === null ? "+∞" : shortScore(beta));

/** The score in words, with its unit. @param {Worth} worth @param {Bound} [bound] */
export function longScore(worth, bound = "exact") {
    const words = worth.result === null ? estimateWords(worth) : wordsOf(worth);
    if (bound === "at-most") return t("lab.bound.most", { words });
    return bound === "at-least" ? t("lab.bound.least", { words }) : words;
}

/** An estimate in words, with its unit. @param {Worth} worth */
function estimateWords(worth) {
    if (worth.wins !== null) return t("lab.wins", { wins: estimate(worth) });
    return worth.points === null
        ? t("lab.mean", { mean: estimate(worth) })
        : t("lab.points", { points: estimate(worth) });
}

/** A score as one word, the same for equal scores. @param {Worth} worth */
export const scoreText = ({ result, plies, points, mean, wins }) =>
    [result, plies, points, mean, wins].join(" ").trim();

/** A score for the eye, and the same in words for those who listen. @param {Worth} worth @param {Bound} [bound] */
export const scoreCell = (worth, bound = "exact") =>
    valueCell(worth, shortScore(worth, bound), longScore(worth, bound));

/** A proven value or an estimate of the server, likewise. @param {Worth} worth */
export const answerCell = (worth) => valueCell(worth, `${signOf(worth)} ${numberOf(worth)}`, wordsOf(worth));

/** A value in words with its sign. @param {"td" | "span"} tag @param {Worth} worth @param {string} words */
export const signedValue = (tag, worth, words) =>
    html(
        tag,
        { class: `value ${kindOf(worth)}` },
        html("span", { class: "sign", "aria-hidden": "true" }, signOf(worth)),
        " ",
        words,
    );

/** @param {Worth} worth @param {string} signs @param {string} words */
const valueCell = (worth, signs, words) =>
    html(
        "span",
        { class: `value ${kindOf(worth)}`, title: words },
        html("span", { "aria-hidden": "true" }, signs),
        html("span", { class: "for-readers" }, words),
    );
