// Both sides with who plays them, whose turn it is, and in morris their men on the board and in hand.

import { fill, html } from "../app/dom.js";
import { t } from "../app/text.js";
import { playerName, sideName } from "./names.js";
import { MEN } from "./shape.js";

/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

export class Scoreboard {
    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     */
    constructor(root, game) {
        this.root = root;
        this.game = game;
    }

    show() {
        fill(this.root, this.#side("first"), this.#side("second"));
    }

    /** @param {Side} side */
    #side(side) {
        const { game } = this;
        const { state } = game;
        const isTurn = state && !state.over && state.turn === side;
        return html(
            "div",
            { class: `seat ${side}${isTurn ? " turn" : ""}` },
            html("span", { class: `coin ${side}`, "aria-hidden": "true" }),
            html(
                "span",
                { class: "seat-name" },
                html("strong", {}, sideName(game.game, side)),
                html("span", {}, playerName(game.players[side])),
            ),
            state?.men_in_hand && men(state.cells, side, state.men_in_hand[side === "first" ? 0 : 1]),
        );
    }
}

/**
 * The men of a side: on the board, and in hand, which are shown too.
 * @param {string} cells
 * @param {Side} side
 * @param {number} hand
 */
function men(cells, side, hand) {
    const board = [...cells].filter((man) => man === MEN[side]).length;
    const pips = Array.from({ length: hand }, () => html("span", { class: `pip ${side}` }));
    return html(
        "span",
        { class: "hand", role: "img", "aria-label": t("men", { board, hand }) },
        html("span", { class: "pips", "aria-hidden": "true" }, ...pips),
        html(
            "span",
            { class: "men-count", "aria-hidden": "true" },
            html("span", {}, t("men.board", { board })),
            html("span", {}, t("men.hand", { hand })),
        ),
    );
}
