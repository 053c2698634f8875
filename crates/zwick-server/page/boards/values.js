// How values are shown: the same symbol, number and words everywhere.

import { number, t, translated } from "../app/text.js";
import { playerName } from "./names.js";

/** @typedef {import("../app/api.js").Source} Source */
/** @typedef {import("../app/api.js").Worth} Worth */
/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {"win" | "draw" | "loss" | "estimate"} Kind */

/** At this estimate, in points, a side is clearly better. */
const CLEAR = 2;
/** Beyond it a number says no more than that a side probably wins. */
const PROBABLE = 5;

const SIGNS = { win: "▲", draw: "●", loss: "▼", estimate: "≈" };

/** @param {Worth} worth @returns {Kind} */
export const kindOf = (worth) => worth.result ?? "estimate";

/** @param {Worth} worth */
export const signOf = (worth) => SIGNS[kindOf(worth)];

/** The number beside the sign: moves until the end, 0 for a draw, or an estimate. @param {Worth} worth */
export function numberOf(worth) {
    if (worth.result === null) return isProbable(worth) ? ((worth.points ?? 0) > 0 ? "△" : "▽") : points(worth);
    if (worth.result === "draw") return "0";
    return worth.moves === null ? "" : String(worth.moves);
}

/** @param {Worth} worth */
const isProbable = ({ points }) => Math.abs(points ?? 0) > PROBABLE;

/** @param {Worth} worth */
function points(worth) {
    const points = worth.points ?? 0;
    const size = Math.abs(points);
    const text = number(size, size < 9.95 ? 1 : 0);
    if (size < 0.05) return text;
    return `${points < 0 ? "−" : "+"}${text}`;
}

/** In words, with the unit. @param {Worth} worth */
export function wordsOf(worth) {
    const { result, moves } = worth;
    if (result === null && isProbable(worth))
        return t((worth.points ?? 0) > 0 ? "value.probable.win" : "value.probable.loss");
    if (result === null) return t("value.estimate", { points: points(worth) });
    if (result === "draw") return t("value.draw");
    if (moves === null) return t(`value.${result}`);
    if (moves === 0) return t("value.over");
    return moves === 1 ? t(`value.${result}.one`) : t(`value.${result}.moves`, { moves });
}

/**
 * What is known of a position, in words: while some of its moves are only estimated, what is proven at least.
 * @param {import("../app/api.js").Analysis} analysis
 */
export function knownOf({ answer, at_least: atLeast }) {
    if (atLeast === null) return wordsOf(answer);
    if (atLeast.moves === null) return t("value.draw.least");
    return atLeast.moves === 1 ? t("value.win.one") : t("value.win.least", { moves: atLeast.moves });
}

/** Where an answer comes from, in one or two words. @param {Source} source */
export function sourceOf(source) {
    if (source.kind === "depth" || source.kind === "sampled")
        return t(`source.${source.kind}`, { depth: source.plies });
    if (source.kind === "playouts") return t("source.playouts", { count: number(source.games) });
    return t(`source.${source.kind}`);
}

/** A time in milliseconds, the shorter the more exact. @param {number} milliseconds */
export const timeText = (milliseconds) =>
    t("time.milliseconds", { time: number(milliseconds, milliseconds < 1 ? 2 : milliseconds < 10 ? 1 : 0) });

/** What found a record of the database: a player, or something that knows. @param {string} source */
export function finderOf(source) {
    const word = translated("source", source);
    return word === source ? playerName(source) : word;
}

/**
 * A value between -1 (lost at once) and 1 (won at once), for bars and curves: proven results lie beyond ±0.5.
 * @param {Worth} worth
 */
export function heightOf({ result, plies, points }) {
    if (result === "draw") return 0;
    if (result === null) return 0.5 * Math.tanh((points ?? 0) / CLEAR);
    const nearness = plies === null ? 0 : Math.exp(-plies / 20);
    const height = 0.55 + 0.45 * nearness;
    return result === "win" ? height : -height;
}

/** The height of a finished game for the first side. @param {Side | null} winner */
export function endHeight(winner) {
    if (winner === null) return 0;
    return winner === "first" ? 1 : -1;
}

/** The height of a position for the first side. @param {import("../app/api.js").Analysis} analysis */
export function firstHeight({ state, answer }) {
    if (state.over) return endHeight(state.over.winner);
    return state.turn === "first" ? heightOf(answer) : -heightOf(answer);
}

/**
 * The number of a move in the usual notation: `3.` for the first side, `3…` for the second.
 * @param {number} ply moves played before it
 */
export const moveNumber = (ply) => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "…"}`;
