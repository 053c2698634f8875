// The moves of the line that is played, two in a row; a click shows the board as it was.

import { GameCard } from "../app/card.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { t } from "../app/text.js";
import { gameName } from "../boards/names.js";
import { moveText } from "../boards/notation.js";

export class PlayedCard extends GameCard {
    #count = 0;

    show() {
        const { game } = this;
        const { moves, view } = game;
        this.root.hidden = moves.length === 0;
        this.root.setAttribute("aria-busy", String(game.isSending));
        if (moves.length === 0) return;
        const cells = moves.flatMap((move, i) => [
            i % 2 === 0 && html("span", { class: "count", "aria-hidden": "true" }, String(i / 2 + 1)),
            html(
                "button",
                {
                    type: "button",
                    class: "ply",
                    "data-key": `move-${i + 1}`,
                    "aria-label": t("graph.goto", { ply: i + 1, move: moveText(move) }),
                    "aria-current": i + 1 === view ? "step" : undefined,
                    onclick: () => game.goTo(i + 1),
                },
                moveText(move),
            ),
        ]);
        const list = this.root.querySelector(".move-list") ?? html("div", { class: "move-list scroller" });
        fill(list, ...cells);
        fill(this.root, cardHead(t("list.title"), html("span", {}, gameName(game.game))), list);
        if (this.#count !== moves.length && game.isAtEnd) list.scrollTop = list.scrollHeight;
        this.#count = moves.length;
    }
}
