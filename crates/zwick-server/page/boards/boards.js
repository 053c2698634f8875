// Which board belongs to which shape.

import { ConnectFourBoard } from "./connect-four.js";
import { MorrisBoard } from "./morris.js";

/**
 * What a board shows.
 * @typedef {object} Shown
 * @property {import("../app/api.js").State} state
 * @property {import("../app/api.js").RatedMove[] | null} moves values of the moves, best first; none if hidden or
 *     unknown
 * @property {boolean} canMove
 * @property {boolean} isFlipped
 * @property {boolean} isNew whether the last move has just been made
 */

/** A place that was chosen though no legal move goes there, and how much of a move was made. */
/** @typedef {{ place: number, progress: import("./due.js").Progress }} Refused */

/**
 * What is done on the board goes here.
 * @typedef {object} Tell
 * @property {(move: string) => void} move a whole move
 * @property {() => void} choice a part of one, or that it is cancelled
 * @property {(refused: Refused) => void} refused a click that is no move
 */

export class Boards {
    #connectFour;
    #morris;
    /** @type {ConnectFourBoard | MorrisBoard} */
    #current;

    /** @param {HTMLElement} root @param {Tell} tell */
    constructor(root, tell) {
        this.#connectFour = new ConnectFourBoard(root, tell);
        this.#morris = new MorrisBoard(root, tell);
        this.#current = this.#connectFour;
    }

    /** @param {Shown} shown */
    show(shown) {
        const board = shown.state.shape.kind === "grid" ? this.#connectFour : this.#morris;
        if (board !== this.#current) this.#current.highlight(null);
        this.#current = board;
        this.#current.show(shown);
    }

    /** Highlights places and lines of the board shown. @param {import("./lights.js").Light | null} light */
    highlight(light) {
        this.#current.highlight(light);
    }

    /** How much of a move is made on the board. @returns {import("./due.js").Progress} */
    get progress() {
        return this.#current instanceof MorrisBoard ? this.#current.progress : { step: "begin" };
    }

    /** The moves that a closed mill leaves to choose from. @returns {string[] | null} */
    get begun() {
        return this.#current instanceof MorrisBoard ? this.#current.begun : null;
    }

    /** Cancels a half-made move; false if there was none. */
    cancel() {
        return this.#current instanceof MorrisBoard && this.#current.cancel();
    }
}
