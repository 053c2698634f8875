// The table of moves, best first, and the line that follows the best.

import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { t } from "../app/text.js";
import { moveText } from "../boards/notation.js";
import { signedValue } from "../boards/scores.js";
import { moveNumber, sourceOf, wordsOf } from "../boards/values.js";

/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/api.js").RatedMove} RatedMove */

const SHOWN = 7;
const LINE_SHOWN = 12;

/**
 * @typedef {object} MovesShown
 * @property {Analysis | null} analysis
 * @property {boolean} isHidden
 * @property {boolean} hasFailed
 * @property {number} ply moves played before
 */

/** What the numbers count, and how many of them are only estimates. @param {Analysis | null} analysis */
function headOf(analysis) {
    const estimated = analysis?.moves.filter(({ result }) => result === null).length ?? 0;
    const exact = (analysis?.moves.length ?? 0) - estimated;
    if (estimated === 0) return t("moves.unit");
    return exact === 0 ? t("moves.estimates") : t("moves.mixed", { exact, estimated });
}

export class MovesTable {
    #isLong = false;
    /** @type {MovesShown | null} */
    #shown = null;

    /**
     * @param {HTMLElement} root
     * @param {(move: string) => void} onPlay
     * @param {() => void} onReveal
     */
    constructor(root, onPlay, onReveal) {
        this.root = root;
        this.onPlay = onPlay;
        this.onReveal = onReveal;
    }

    /** @param {MovesShown} shown */
    show(shown) {
        this.#shown = shown;
        this.#draw(shown);
    }

    /** @param {MovesShown} shown */
    #draw(shown) {
        const { analysis, isHidden, hasFailed } = shown;
        const body = html("div", { class: "table-space" });
        if (isHidden) body.append(this.#cover());
        else if (analysis) body.append(this.#table(analysis), ...this.#more(analysis));
        else body.append(html("p", { class: "quiet" }, t(hasFailed ? "moves.none" : "moves.computing")));
        const head = cardHead(t("moves.title"), html("span", {}, headOf(analysis)));
        const line = html(
            "div",
            { class: "line" },
            html("h3", {}, t("line.title")),
            this.#line(isHidden ? null : analysis, shown.ply),
        );
        fill(this.root, head, body, line);
    }

    #cover() {
        const button = html(
            "button",
            { type: "button", class: "button", "data-key": "reveal", onclick: this.onReveal },
            t("moves.reveal"),
        );
        return html("div", { class: "cover" }, html("p", {}, t("moves.hidden")), button);
    }

    /** @param {Analysis} analysis */
    #table(analysis) {
        const rows = analysis.moves.slice(0, this.#isLong ? undefined : SHOWN).map((rated) => this.#row(rated));
        const head = ["moves.move", "moves.value", "moves.source"].map((key) =>
            html("th", { scope: "col" }, t(/** @type {any} */ (key))),
        );
        return html(
            "table",
            { class: "moves" },
            html("thead", { class: "for-readers" }, html("tr", {}, ...head)),
            html("tbody", {}, ...rows),
        );
    }

    /** @param {RatedMove} rated */
    #row(rated) {
        const { move } = rated;
        const play = html(
            "button",
            {
                type: "button",
                class: "plain",
                "data-key": `play-${move}`,
                "aria-label": t("line.play", { move: moveText(move) }),
                onclick: () => this.onPlay(move),
            },
            moveText(move),
        );
        return html(
            "tr",
            { class: rated.best ? "best" : "", "data-move": move },
            html("th", { scope: "row" }, play),
            signedValue("td", rated, wordsOf(rated)),
            html("td", { class: "source" }, sourceOf(rated.source)),
        );
    }

    /** @param {Analysis} analysis */
    #more(analysis) {
        const count = analysis.moves.length;
        if (count <= SHOWN) return [];
        const text = this.#isLong ? t("moves.fewer") : t("moves.more", { count });
        const toggle = () => {
            this.#isLong = !this.#isLong;
            if (this.#shown) this.#draw(this.#shown);
        };
        return [
            html(
                "button",
                {
                    type: "button",
                    class: "link",
                    "data-key": "more",
                    "aria-expanded": String(this.#isLong),
                    onclick: toggle,
                },
                text,
            ),
        ];
    }

    /**
     * The best line with move numbers; its first move can be played.
     * @param {Analysis | null} analysis
     * @param {number} ply
     */
    #line(analysis, ply) {
        if (!analysis || analysis.line.length === 0) return html("p", { class: "line-moves quiet" }, "–");
        const shown = analysis.line.slice(0, LINE_SHOWN);
        const words = shown.map((move, i) => {
            const at = ply + i;
            const isNumbered = i === 0 || at % 2 === 0;
            return html(
                "span",
                { class: "line-move" },
                isNumbered && html("span", { class: "count" }, moveNumber(at)),
                moveText(move),
            );
        });
        return html(
            "p",
            { class: "line-moves" },
            ...words,
            analysis.line.length > LINE_SHOWN && html("span", { class: "count" }, "…"),
        );
    }
}
