// The table of a comparison: one column per player, figures first, then the score of every move and its
// exact value.

import { html } from "../app/dom.js";
import { number, t } from "../app/text.js";
import { movesText, moveText } from "../boards/notation.js";
import { answerCell, scoreCell, scoreText } from "../boards/scores.js";
import { wordsOf } from "../boards/values.js";
import { letterOf, shortName } from "./contestants.js";

/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("./compare.js").Comparison} Comparison */
/** @typedef {import("./compare.js").Outcome} Outcome */
/** @typedef {import("../app/api.js").Choice} Choice */
/** @typedef {import("../app/text.js").TextKey} TextKey */

/** Moves shown initially. */
const SHOWN = 8;

/**
 * @typedef {object} Wish
 * @property {string[]} specs
 * @property {Comparison} comparison
 * @property {boolean} isLong
 * @property {() => void} onToggle
 */

/** @param {Wish} wish */
export function comparisonTable({ specs, comparison, isLong, onToggle }) {
    const { exact, outcomes } = comparison;
    const column = (/** @type {string} */ spec, /** @type {number} */ at) =>
        html(
            "th",
            { scope: "col", title: spec },
            html("span", { class: `letter series-${letterOf(at)}` }, letterOf(at)),
            html("span", { class: "column-name" }, shortName(spec)),
        );
    const head = html("tr", {}, html("td", {}), html("th", { scope: "col" }, t("lab.exact")), ...specs.map(column));
    const figures = FIGURES.map(({ name, of, ofExact }) => {
        const cells = specs.map((spec) => html("td", { "data-player": spec }, figure(outcomes[spec], of, exact)));
        return html(
            "tr",
            { "data-row": name },
            html("th", { scope: "row" }, t(/** @type {TextKey} */ (`lab.row.${name}`))),
            html("td", {}, exact ? (ofExact?.(exact) ?? "") : "…"),
            ...cells,
        );
    });
    const moves = movesOf(comparison);
    const shown = isLong ? moves : moves.slice(0, SHOWN);
    const scores = shown.map((move) => {
        const known = exact?.moves.find((rated) => rated.move === move);
        const cells = specs.map((spec) => scoreOf(outcomes[spec], spec, move));
        return html(
            "tr",
            { "data-move": move },
            html("th", { scope: "row" }, moveText(move)),
            html("td", { class: known?.best ? "best" : "" }, known ? answerCell(known) : "…"),
            ...cells,
        );
    });
    const title = html(
        "tr",
        { class: "part" },
        html("th", { scope: "rowgroup", colspan: specs.length + 2 }, t("lab.scores")),
    );
    const table = html(
        "table",
        { class: "comparison" },
        html("thead", {}, head),
        html("tbody", {}, ...figures),
        html("tbody", {}, title, ...scores),
    );
    const more =
        moves.length > SHOWN &&
        html(
            "button",
            {
                type: "button",
                class: "link",
                "data-key": "compare-more",
                "aria-expanded": String(isLong),
                onclick: onToggle,
            },
            isLong ? t("moves.fewer") : t("moves.more", { count: moves.length }),
        );
    const problems = specs.flatMap((spec, at) => {
        const outcome = outcomes[spec];
        return outcome && "problem" in outcome
            ? [html("p", { class: "problem" }, `${letterOf(at)}: ${outcome.problem}`)]
            : [];
    });
    return html(
        "div",
        { class: "comparison-space" },
        html(
            "div",
            {
                class: "scroller",
                role: "region",
                tabindex: 0,
                "aria-label": t("lab.compare.table"),
                "data-key": "comparison",
            },
            table,
        ),
        more,
        ...problems,
        html("p", { class: "quiet" }, t("lab.compare.legend")),
    );
}

/** @typedef {(choice: Choice, exact: Analysis | null) => import("../app/dom.js").Child} Figure */

/** @type {{ name: string, of: Figure, ofExact?: (exact: Analysis) => string }[]} */
const FIGURES = [
    {
        name: "choice",
        of: ({ move }) => html("strong", {}, moveText(move)),
        ofExact: (exact) => movesText(bestMoves(exact)?.slice(0, 3) ?? ["?"]),
    },
    { name: "right", of: rightness },
    { name: "depth", of: ({ report }) => (typeof report.depth === "number" ? number(report.depth) : "–") },
    { name: "nodes", of: ({ report }) => number(report.nodes) },
    { name: "cut-offs", of: ({ report }) => number(report.cut_offs) },
    { name: "table-hits", of: ({ report }) => number(report.table_hits) },
    { name: "stored-hits", of: ({ report }) => number(report.stored_hits) },
    { name: "time", of: ({ report }) => time(report.milliseconds), ofExact: (exact) => time(exact.milliseconds) },
];

/** @param {number} milliseconds */
const time = (milliseconds) => number(milliseconds, milliseconds < 10 ? 1 : 0);

/**
 * @param {Outcome | undefined} outcome
 * @param {Figure} of
 * @param {Analysis | null} exact
 */
function figure(outcome, of, exact) {
    if (!outcome) return "…";
    return "problem" in outcome ? "–" : of(outcome, exact);
}

/** The moves proven to be best; empty if nothing is proven. @param {Analysis} exact */
function bestMoves(exact) {
    return exact.answer.result === null ? null : exact.moves.filter((rated) => rated.best).map(({ move }) => move);
}

/**
 * Whether a choice is truly best, as symbol and word.
 * @param {Choice} choice
 * @param {Analysis | null} exact
 */
function rightness({ move }, exact) {
    if (!exact) return "…";
    const best = bestMoves(exact);
    if (best === null)
        return html(
            "span",
            { title: t("lab.right.unknown") },
            "?",
            html("span", { class: "for-readers" }, t("lab.right.unknown")),
        );
    if (best.includes(move)) return html("span", { class: "value win" }, `✓ ${t("lab.right.yes")}`);
    const rated = exact.moves.find((one) => one.move === move);
    return html("span", { class: "value loss", title: rated && wordsOf(rated) }, `✗ ${t("lab.right.no")}`);
}

/**
 * All moves, the truly best first, or in the order of the first player with scores.
 * @param {Comparison} comparison
 */
function movesOf({ exact, outcomes }) {
    if (exact) return exact.moves.map(({ move }) => move);
    for (const outcome of Object.values(outcomes))
        if ("report" in outcome && outcome.report.moves.length > 0) return outcome.report.moves.map(({ move }) => move);
    return [];
}

/**
 * @param {Outcome | undefined} outcome
 * @param {string} spec
 * @param {string} move
 */
function scoreOf(outcome, spec, move) {
    const scored = outcome && "report" in outcome && outcome.report.moves.find((one) => one.move === move);
    const isChosen = outcome && "move" in outcome && outcome.move === move;
    return html(
        "td",
        { class: isChosen ? "chosen" : "", "data-player": spec, "data-score": scored ? scoreText(scored) : undefined },
        scored ? scoreCell(scored, scored.bound) : "",
    );
}
