// Both sides with who plays them, whose turn it is, and their men in hand.

import { fill, html } from "../app/dom.js";
import { t } from "../app/text.js";
import { playerName, sideName } from "./names.js";

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
        const hand = state?.men_in_hand?.[side === "first" ? 0 : 1];
        const pips =
            hand === undefined
                ? null
                : html(
                      "span",
                      {
                          class: hand === 0 ? "hand none" : "hand",
                          role: "img",
                          "aria-label": t("hand", { count: hand }),
                      },
                      html(
                          "span",
                          { class: "pips", "aria-hidden": "true" },
                          ...Array.from({ length: hand }, () => html("span", { class: `pip ${side}` })),
                      ),
                      html("span", { class: "hand-count", "aria-hidden": "true" }, String(hand)),
                  );
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
            pips,
        );
    }
}
