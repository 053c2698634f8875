// The report of the game on the page: made once its end is shown, or when somebody asks for it.

import { api } from "./api.js";

/** @typedef {import("./api.js").Review} Review */
/** @typedef {import("./api.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./game.js").GameOnPage} GameOnPage */

/** Dispatches `change`, and `problem` with the reason if there is none. */
export class Report extends EventTarget {
    /** @type {Review | null} */
    #report = null;
    #key = "";
    isWorking = false;

    /** @param {GameOnPage} game */
    constructor(game) {
        super();
        this.game = game;
    }

    /** The report of the game as it is now, if there is one. */
    get current() {
        return this.#key === this.#keyNow ? this.#report : null;
    }

    /** Mistakes by ply, if there is a report of the current game. @returns {Map<number, ReviewedMove>} */
    get marks() {
        const marked = this.current?.moves.filter((move) => move.mark !== null) ?? [];
        return new Map(marked.map((move) => [move.ply, move]));
    }

    get #keyNow() {
        return `${this.game.game} ${this.game.start} ${this.game.moves.join(" ")}`;
    }

    /** Makes the report of a game whose end is shown. */
    makeAtEnd() {
        const { game } = this;
        const end = game.isAtEnd && game.state?.over;
        if (end && game.moves.length > 0 && !this.isWorking && this.#key !== this.#keyNow) this.make();
    }

    async make() {
        const key = this.#keyNow;
        this.isWorking = true;
        this.#key = key;
        this.#report = null;
        this.dispatchEvent(new Event("change"));
        try {
            if (this.game.id === null) await this.game.goTo(this.game.moves.length);
            const report = await api.report(await this.game.saved());
            if (this.#key === key) this.#report = report;
        } catch (error) {
            this.dispatchEvent(new CustomEvent("problem", { detail: error }));
        }
        this.isWorking = false;
        this.dispatchEvent(new Event("change"));
    }
}
