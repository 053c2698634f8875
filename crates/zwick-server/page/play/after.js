// After a game: again, with sides swapped, or back through it; and how well both played.

import { GameCard } from "../app/card.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { number, t } from "../app/text.js";
import { personName, playerName } from "../boards/names.js";

/** @typedef {import("../app/api.js").Review} Review */
/** @typedef {import("../app/api.js").Side} Side */

export class AfterCard extends GameCard {
    /**
     * @param {HTMLElement} root
     * @param {import("../app/game.js").GameOnPage} game
     * @param {() => void} onLook
     */
    constructor(root, game, onLook) {
        super(root, game);
        this.onLook = onLook;
    }

    /** @param {Review | null} report */
    show(report) {
        const { game } = this;
        const isOver = Boolean(game.state?.over) && game.isAtEnd && game.moves.length > 0;
        this.root.hidden = !isOver;
        if (!isOver) return;
        const button = (
            /** @type {string} */ key,
            /** @type {string} */ kind,
            /** @type {string} */ text,
            /** @type {() => void} */ onclick,
        ) => html("button", { type: "button", class: `button ${kind}`, "data-key": key, onclick }, text);
        const again = button("again", "main large", t("after.again"), () => game.again());
        const isAsked = game.wish?.what === "rematch";
        const swap = button(
            "rematch",
            game.isShared ? "main large" : "large",
            t(
                !game.isShared
                    ? "after.swap"
                    : !isAsked
                      ? "play.rematch"
                      : this.#isWaiting
                        ? "after.waiting"
                        : "after.accept",
            ),
            () => game.rematch(),
        );
        swap.disabled = isAsked && this.#isWaiting;
        const next = game.next && button("next", "main large", t("next.go"), () => game.goToNext());
        const look = button("look-back", "large", t("after.look"), this.onLook);
        fill(
            this.root,
            html("div", { class: "after" }, !game.isShared && again, next || (!game.isWatching && swap), look),
            report && this.#accuracy(report),
        );
    }

    /** Whether this side has asked for a rematch and the other has not answered. */
    get #isWaiting() {
        return this.game.wish?.side === this.game.ownSide;
    }

    /** @param {Review} report */
    #accuracy({ accuracy }) {
        return html(
            "div",
            { class: "results" },
            .../** @type {Side[]} */ (["first", "second"]).map((side) => {
                const share = accuracy[side];
                const player = this.game.players[side];
                const name = player === PERSON ? personName(this.game, side) : playerName(player);
                return html(
                    "div",
                    {},
                    html("p", { class: "percent" }, share === null ? "–" : number(share), html("small", {}, " %")),
                    html(
                        "p",
                        { class: "who" },
                        html("span", { class: `coin small ${side}`, "aria-hidden": "true" }),
                        t("after.accuracy", { name }),
                    ),
                );
            }),
        );
    }
}
