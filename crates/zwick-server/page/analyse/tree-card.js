// All moves of the game: the main line, the variations beside it, and a comment on the position shown. Variations are
// promoted and deleted here, and nowhere else.

import { GameCard } from "../app/card.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { t } from "../app/text.js";
import { moveText } from "../boards/notation.js";
import { moveNumber } from "../boards/values.js";

/** @typedef {import("../app/api.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../app/tree.js").Twig} Twig */
/** @typedef {{ marks: Map<number, ReviewedMove> }} Shown */

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class TreeCard extends GameCard {
    #comment = html("textarea", { id: "comment", rows: 1, onchange: () => this.game.comment(this.#comment.value) });
    #place = "";

    /** @param {Shown} shown */
    show({ marks }) {
        const { game } = this;
        const { moves } = game.place;
        const isEmpty = game.tree.root.next.length === 0;
        const body = isEmpty
            ? html("p", { class: "quiet" }, t("tree.empty"))
            : html(
                  "div",
                  { class: "tree", role: "group", "aria-label": t("list.title") },
                  ...this.#line(game.tree.root, [], marks),
              );
        const comment = game.tree.find(moves)?.comment ?? "";
        const place = `${game.key} ${moves.join(" ")} ${comment}`;
        if (place !== this.#place) this.#comment.value = comment;
        this.#place = place;
        this.#comment.placeholder = t("tree.comment");
        this.#comment.setAttribute("aria-label", t("tree.comment"));
        const button = (
            /** @type {string} */ key,
            /** @type {string} */ text,
            /** @type {boolean} */ isUsable,
            /** @type {() => void} */ onclick,
        ) => html("button", { type: "button", class: "button", "data-key": key, disabled: !isUsable, onclick }, text);
        fill(
            this.root,
            cardHead(t("list.title")),
            body,
            this.#comment,
            html(
                "div",
                { class: "row" },
                button("promote", t("tree.promote"), game.tree.isVariation(moves), () => game.promote()),
                button("cut", t("tree.cut"), moves.length > 0 && !game.isShared, () => game.cut()),
            ),
        );
    }

    /**
     * The moves after a position, and each variation as a block of its own.
     * @param {Twig} from
     * @param {string[]} before
     * @param {Map<number, ReviewedMove>} marks
     * @returns {HTMLElement[]}
     */
    #line(from, before, marks) {
        /** @type {HTMLElement[]} */
        const parts = [...comment(from)];
        let needsNumber = true;
        for (let [at, path] = [from, before]; at.next.length > 0; at = at.next[0]) {
            const [main, ...others] = at.next;
            const moves = [...path, main.move ?? ""];
            parts.push(this.#move(moves, needsNumber, marks), ...comment(main));
            for (const other of others) {
                const beside = [...path, other.move ?? ""];
                parts.push(
                    html(
                        "div",
                        { class: "variation" },
                        this.#move(beside, true, marks),
                        ...comment(other),
                        ...this.#after(other, beside, marks),
                    ),
                );
            }
            needsNumber = others.length > 0 || main.comment !== "";
            path = moves;
        }
        return parts;
    }

    /** @param {Twig} at @param {string[]} path @param {Map<number, ReviewedMove>} marks */
    #after(at, path, marks) {
        return this.#line({ ...at, comment: "" }, path, marks);
    }

    /** @param {string[]} path @param {boolean} needsNumber @param {Map<number, ReviewedMove>} marks */
    #move(path, needsNumber, marks) {
        const { game } = this;
        const ply = path.length;
        const move = moveText(path[ply - 1]);
        const isPlayed = path.every((one, i) => one === game.moves[i]);
        const mark = isPlayed ? (marks.get(ply)?.mark ?? null) : null;
        const number =
            ply % 2 === 1 || needsNumber
                ? html("span", { class: "count", "aria-hidden": "true" }, moveNumber(ply - 1))
                : null;
        const button = html(
            "button",
            {
                type: "button",
                class: ["ply", isPlayed && "in-line", mark].filter(Boolean).join(" "),
                "data-key": isPlayed ? `ply-${ply}` : `variation-${path.join("-")}`,
                "aria-label": t("graph.goto", { ply, move }) + (mark ? `, ${t(`report.${mark}`)}` : ""),
                "aria-current": isPlayed && ply === game.view ? "step" : undefined,
                onclick: () => game.show(path),
            },
            mark ? `${move}${SIGNS[mark]}` : move,
        );
        return html("span", { class: "tree-move" }, number, button);
    }
}

/** @param {Twig} at */
const comment = ({ comment: text }) => (text ? [html("span", { class: "said" }, text)] : []);
