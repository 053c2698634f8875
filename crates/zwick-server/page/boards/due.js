// Above the board of morris: who is to move, and what the next click is for.

import { fill } from "../app/dom.js";
import { t } from "../app/text.js";
import { playerName, sideName } from "./names.js";
import { pointText } from "./notation.js";
import { headline } from "./status.js";

/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

/** How much of a move is made: nothing, the man with the name of its point, or all but the man it takes. */
/** @typedef {{ step: "begin" } | { step: "to", from: string } | { step: "take" }} Progress */

/** What a move may begin with: a new man, one on the board, or either. @param {State} state */
function beginnings({ touched }) {
    const moves = touched.some(({ from }) => from !== null);
    if (!moves) return "place";
    return touched.some(({ from }) => from === null) ? "either" : "move";
}

export class DueLine {
    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     */
    constructor(root, game) {
        this.root = root;
        this.game = game;
    }

    /** @param {Progress} progress */
    show(progress) {
        const { state } = this.game;
        if (!state) return;
        const side = sideName(state.game, state.turn);
        fill(this.root, state.over ? headline(state) : t("due", { side, action: this.#action(state, progress) }));
    }

    /** @param {State} state @param {Progress} progress */
    #action(state, progress) {
        const { game } = this;
        const beginning = beginnings(state);
        const player = playerName(game.players[state.turn]);
        if (game.isComputersTurn && game.isPaused) return t("status.paused", { player });
        if (game.isComputersTurn) return t(`due.computer.${beginning}`, { player });
        if (progress.step === "to") return t("due.to", { point: pointText(progress.from) });
        return progress.step === "take" ? t("due.take") : t(`due.${beginning}`);
    }
}
