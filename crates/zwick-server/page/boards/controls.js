// The buttons under the board and the field for typed moves.

import { isConnectFour } from "../app/address.js";
import { byId } from "../app/dom.js";
import { complain } from "../app/notice.js";
import { t } from "../app/text.js";
import { hasNumbers, moveText, readMoves } from "./notation.js";

/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

/**
 * What the page does beside the game.
 * @typedef {{ toggleHints: () => void, toggleNumbers: () => void, flip: () => void, hint: () => void, begin: () => void }} View
 */

export class Controls {
    #move = /** @type {HTMLInputElement} */ (byId("typed-move"));

    /**
     * @param {GameOnPage} game
     * @param {View} view
     */
    constructor(game, view) {
        this.game = game;
        /** @type {Record<string, () => void>} */
        this.actions = {
            best: () => game.playBest(),
            undo: () => game.undo(),
            redo: () => game.redo(),
            hints: view.toggleHints,
            numbers: view.toggleNumbers,
            flip: view.flip,
            random: () => game.playRandom(),
            new: view.begin,
            hint: view.hint,
            first: () => game.goTo(0),
            previous: () => game.step(-1),
            next: () => game.step(1),
            last: () => game.goTo(game.moves.length),
        };
        for (const [name, act] of Object.entries(this.actions))
            byId(`control-${name}`).addEventListener("click", () => this.#act(name, act));
        byId("move-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#type();
        });
    }

    /** A button that is greyed out does nothing. @param {string} name @param {() => void} act */
    #act(name, act) {
        if (byId(`control-${name}`).getAttribute("aria-disabled") !== "true") act();
    }

    /** Plays the typed move, or lists the legal ones. */
    #type() {
        const legal = this.game.state?.legal ?? [];
        const [typed, ...more] = readMoves(this.#move.value, legal);
        if (!typed) return;
        const { move } = typed;
        if (move === undefined || more.length > 0) {
            const several = legal
                .slice(0, 12)
                .map(moveText)
                .join(hasNumbers() ? ", " : " ");
            complain(
                new Error(
                    t("control.move.wrong", {
                        move: this.#move.value.trim(),
                        legal: several + (legal.length > 12 ? " …" : ""),
                    }),
                ),
            );
            this.#move.select();
            return;
        }
        this.#move.value = "";
        this.game.play(move);
    }

    /** @param {{ hasHints: boolean, mayHint: boolean, hasHint: boolean }} shown */
    show({ hasHints, mayHint, hasHint }) {
        const { game } = this;
        const isOver = Boolean(game.state?.over);
        const isStranger = game.isWatching || (game.isShared && !game.isAtEnd);
        const turn = game.state?.turn ?? "first";
        // Nobody is helped against a friend.
        const cannotChoose =
            isOver || isStranger || game.isWithoutHelp || game.busy === "computer" || !game.holds(turn);
        this.#enable("best", !cannotChoose);
        this.#enable("random", !cannotChoose);
        this.#enable("hint", mayHint);
        byId("control-hint").setAttribute("aria-pressed", String(hasHint));
        this.#enable("undo", game.moves.length > 0 && !game.isWatching);
        this.#enable("redo", game.undone.length > 0 && !game.isWatching);
        this.#enable("first", game.view > 0);
        this.#enable("previous", game.view > 0);
        this.#enable("next", !game.isAtEnd);
        this.#enable("last", !game.isAtEnd);
        byId("control-hints").setAttribute("aria-checked", String(hasHints));
        byId("control-numbers").setAttribute("aria-checked", String(hasNumbers()));
        this.#move.placeholder = t("control.move.hint", { example: isConnectFour(game.game) ? "4" : moveText("d6") });
    }

    /**
     * A disabled button keeps the focus.
     * @param {string} name
     * @param {boolean} isUsable
     */
    #enable(name, isUsable) {
        const button = byId(`control-${name}`);
        if (isUsable) button.removeAttribute("aria-disabled");
        else button.setAttribute("aria-disabled", "true");
    }
}
