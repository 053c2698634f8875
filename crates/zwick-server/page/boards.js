// Which board belongs to which game.

import { isConnectFour } from "./address.js";
import { ConnectFourBoard } from "./board-connect-four.js";
import { MorrisBoard } from "./board-morris.js";

/**
 * What a board is told to show.
 * @typedef {object} Shown
 * @property {import("./api.js").State} state
 * @property {import("./api.js").RatedMove[] | null} moves values of the moves, best first; none if hidden or unknown
 * @property {boolean} canMove
 * @property {boolean} isFlipped
 * @property {boolean} isNew whether the last move has just been made
 */

export class Boards {
    #connectFour;
    #morris;
    /** @type {ConnectFourBoard | MorrisBoard} */
    #current;

    /**
     * @param {HTMLElement} root
     * @param {(move: string) => void} onMove
     * @param {() => void} onChoice
     */
    constructor(root, onMove, onChoice) {
        this.#connectFour = new ConnectFourBoard(root, onMove);
        this.#morris = new MorrisBoard(root, onMove, onChoice);
        this.#current = this.#connectFour;
    }

    /** @param {Shown} shown */
    show(shown) {
        this.#current = isConnectFour(shown.state.game) ? this.#connectFour : this.#morris;
        this.#current.show(shown);
    }

    /** What the board waits for, in words. */
    get prompt() {
        return this.#current instanceof MorrisBoard ? this.#current.prompt : "";
    }

    /** Gives up a move that is half made; false if there was none. */
    cancel() {
        return this.#current instanceof MorrisBoard && this.#current.cancel();
    }
}
