// The chart of a game: one point per move, mistakes marked; a click goes there. A table has the same numbers.

import { cardHead } from "../app/cards.js";
import { fill, html, svg } from "../app/dom.js";
import { t } from "../app/text.js";
import { sideName } from "../boards/names.js";
import { moveText } from "../boards/notation.js";
import { firstHeight, kindOf, moveNumber, signOf, wordsOf } from "../boards/values.js";

/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/api.js").ReviewedMove} ReviewedMove */

/**
 * @typedef {object} GraphShown
 * @property {string} game
 * @property {string[]} moves
 * @property {number} view
 * @property {(Analysis | null)[]} analyses by ply
 * @property {Map<number, ReviewedMove>} marks by ply
 * @property {boolean} isHidden
 * @property {string} accuracy
 */

const WIDTH = 400;
const HEIGHT = 132;
const EDGE = 10;

export class Graph {
    #isOpen = false;

    /**
     * @param {HTMLElement} root
     * @param {(ply: number) => void} onGo
     */
    constructor(root, onGo) {
        this.root = root;
        this.onGo = onGo;
    }

    /** @param {GraphShown} shown */
    show(shown) {
        const head = cardHead(t("graph.title"), html("span", { class: "accuracy" }, shown.accuracy));
        fill(this.root, head, this.#picture(shown), this.#table(shown));
    }

    /** @param {GraphShown} shown */
    #picture(shown) {
        const { game, moves, view, analyses, marks, isHidden } = shown;
        const label = t("graph.label", { side: sideName(game, "first") });
        const last = Math.max(moves.length, 12);
        const x = (/** @type {number} */ ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / last;
        const y = (/** @type {number} */ height) => HEIGHT / 2 - height * (HEIGHT / 2 - EDGE);
        const picture = svg("svg", {
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
            class: "graph",
            role: "img",
            "aria-label": label,
        });
        picture.append(svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }));
        if (isHidden) {
            picture.append(svg("text", { x: WIDTH / 2, y: HEIGHT / 2 - 12, class: "note" }, t("graph.hidden")));
            return picture;
        }
        const points = analyses.flatMap((analysis, ply) =>
            analysis ? [{ ply, x: x(ply), y: y(firstHeight(analysis)) }] : [],
        );
        if (points.length > 1) {
            const line = points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("L");
            picture.append(
                svg("path", {
                    d: `M${points[0].x} ${HEIGHT / 2}L${line}L${points[points.length - 1].x} ${HEIGHT / 2}Z`,
                    class: "area",
                }),
            );
            picture.append(svg("path", { d: `M${line}`, class: "curve" }));
        }
        for (const point of points) {
            const mark = marks.get(point.ply)?.mark;
            if (mark)
                picture.append(
                    svg("path", { d: `M${point.x - 7} ${point.y - 6}h14l-7 12Z`, class: `mistake ${mark}` }),
                );
        }
        picture.append(svg("line", { x1: x(view), x2: x(view), y1: 2, y2: HEIGHT - 2, class: "here" }));
        const here = points.find((point) => point.ply === view);
        if (here) picture.append(svg("circle", { cx: here.x, cy: here.y, r: 5, class: "here" }));
        picture.addEventListener("click", (event) => {
            const box = picture.getBoundingClientRect();
            const at = ((event.clientX - box.left) / box.width) * WIDTH;
            this.onGo(Math.round(((at - EDGE) / (WIDTH - 2 * EDGE)) * last));
        });
        return picture;
    }

    /** @param {GraphShown} shown */
    #table({ moves, analyses, isHidden, game }) {
        const rows = analyses.map((analysis, ply) => {
            const turn = analysis && sideName(game, analysis.state.turn);
            const value = analysis ? `${signOf(analysis.answer)} ${turn}: ${wordsOf(analysis.answer)}` : "…";
            return html(
                "tr",
                {},
                html(
                    "th",
                    { scope: "row" },
                    ply === 0 ? t("graph.start") : `${moveNumber(ply - 1)} ${moveText(moves[ply - 1])}`,
                ),
                html("td", { class: analysis ? kindOf(analysis.answer) : "" }, isHidden ? "–" : value),
            );
        });
        const details = html(
            "details",
            { class: "as-table", open: this.#isOpen },
            html("summary", { "data-key": "graph-table" }, t("graph.table")),
            html(
                "table",
                {},
                html(
                    "thead",
                    {},
                    html(
                        "tr",
                        {},
                        html("th", { scope: "col" }, t("graph.ply")),
                        html("th", { scope: "col" }, t("moves.value")),
                    ),
                ),
                html("tbody", {}, ...rows),
            ),
        );
        details.addEventListener("toggle", () => (this.#isOpen = details.open));
        return details;
    }
}
