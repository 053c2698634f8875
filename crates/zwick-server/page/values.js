// How a value looks: the same sign, number and words everywhere.

import { isConnectFour } from "./address.js";
import { number, t, translated } from "./text.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Side} Side */
/** @typedef {"win" | "draw" | "loss" | "estimate"} Kind */

/** Estimates are told in thousands of points. */
const THOUSAND = 1000;

const SIGNS = { win: "▲", draw: "●", loss: "▼", estimate: "≈" };

/** @param {Answer} answer @returns {Kind} */
export const kindOf = (answer) => answer.result ?? "estimate";

/** @param {Answer} answer */
export const signOf = (answer) => SIGNS[kindOf(answer)];

/** The number beside the sign: moves until the end, 0 for a draw, or an estimate. @param {Answer} answer */
export function numberOf(answer) {
    if (answer.result === null) return points(answer);
    if (answer.result === "draw") return "0";
    return answer.moves === null ? "" : String(answer.moves);
}

/** @param {Answer} answer */
function points(answer) {
    const men = (answer.points ?? 0) / THOUSAND;
    const size = Math.abs(men);
    const text = number(size, size < 9.95 ? 1 : 0);
    if (size < 0.05) return text;
    return `${men < 0 ? "−" : "+"}${text}`;
}

/** In words, with the unit. @param {Answer} answer */
export function wordsOf(answer) {
    const { result, moves } = answer;
    if (result === null) return t("value.estimate", { points: points(answer) });
    if (result === "draw") return t("value.draw");
    if (moves === null) return t(`value.${result}`);
    if (moves === 0) return t("value.over");
    return moves === 1 ? t(`value.${result}.one`) : t(`value.${result}.moves`, { moves });
}

/** Where an answer comes from, in the page's language, in one or two words. @param {string} source */
export function sourceOf(source) {
    const depth = /depth (\d+)/.exec(source);
    if (source.startsWith("search") && depth) return t("source.depth", { depth: depth[1] });
    const playouts = /^(\d+) playouts/.exec(source);
    if (playouts) return t("source.playouts", { count: number(Number(playouts[1])) });
    return translated("source", source.startsWith("database") ? "database" : source);
}

/**
 * A value between -1 (lost at once) and 1 (won at once), for bars and curves: proven results lie beyond ±0.5.
 * @param {Answer} answer
 */
export function heightOf({ result, plies, points }) {
    if (result === "draw") return 0;
    if (result === null) return 0.5 * Math.tanh((points ?? 0) / (3 * THOUSAND));
    const nearness = plies === null ? 0 : Math.exp(-plies / 20);
    const height = 0.55 + 0.45 * nearness;
    return result === "win" ? height : -height;
}

/** The number of a move among those of both sides, as games are written: `3.` for the first side, `3…` for the second. @param {number} ply moves played before it */
export const moveNumber = (ply) => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "…"}`;

/** @param {string} game @param {Side} side */
export const sideName = (game, side) => t(isConnectFour(game) ? `side.connect-four.${side}` : `side.morris.${side}`);

/** A player spec in the page's language. @param {string} spec */
export function playerName(spec) {
    const level = /^level (\d+)$/.exec(spec);
    if (level) return t("play.level", { level: level[1] });
    const name = spec.split(":")[0];
    if (name === "person" || name === "perfect" || name === "random") return t(`play.${name}`);
    return spec.replace(":", " · ").replaceAll(",", ", ");
}
