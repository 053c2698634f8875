// The address bar and the browser's history: every game, line and area opened is a step back, every move within it is not.

import { fullAddress, kindOfGame, readAddress, readCorner } from "./address.js";
import { complain } from "./notice.js";
import { offered } from "./offered.js";
import { usualPlayers } from "./shown-game.js";
import { t } from "./text.js";

/** @typedef {import("./address.js").Corner} Corner */
/** @typedef {import("./game.js").GameOnPage} GameOnPage */

/** The games that every server has. */
const KINDS = ["connect-four", "morris"];

export class Route {
    /** What the last entry of the history showed. */
    #written = "";
    /** Addresses are opened one after another: of two quick steps back, the second must not arrive before the first. */
    #opened = Promise.resolve();
    /** How many are still to be opened. */
    #opening = 0;

    /**
     * @param {GameOnPage} game
     * @param {() => Corner} corner what is open
     * @param {(hash: string, corner: Corner) => void} onCorner opens that
     */
    constructor(game, corner, onCorner) {
        this.game = game;
        this.corner = corner;
        this.onCorner = onCorner;
        addEventListener("popstate", () => this.open());
    }

    /** Whether an address is being opened. */
    get isOpening() {
        return this.#opening > 0;
    }

    /**
     * Opens what the address names.
     * @param {() => Promise<unknown>} [otherwise] what an empty address opens
     */
    async open(otherwise) {
        this.#opening += 1;
        const opened = this.#opened.then(() => this.#openNow(otherwise));
        this.#opened = opened.catch(() => {});
        await opened;
    }

    /** @param {() => Promise<unknown>} [otherwise] */
    async #openNow(otherwise) {
        const { hash } = location;
        try {
            this.onCorner(hash, readCorner(hash));
            if (otherwise && hash.replace(/^#\/?/, "") === "") await otherwise();
            else await this.#openGame(readAddress(hash));
        } finally {
            this.#opening -= 1;
        }
        // The next one is written when it is open.
        if (this.isOpening) return;
        this.#written = this.#step;
        this.write();
    }

    /** Opens a game; where its link does not work, an empty board. @param {import("./address.js").Wanted} wanted */
    async #openGame(wanted) {
        const { game } = this;
        const kind = "game" in wanted ? kindOfGame(wanted.game) : "";
        const isKnown = "id" in wanted || KINDS.includes(kind) || offered.games.some(({ name }) => name === kind);
        if (isKnown) await game.open(wanted, history.state?.key ?? null);
        else complain(new Error(t("problem.game")));
        if (isKnown && game.state) return;
        await game.begin({ game: KINDS.includes(kind) ? kind : KINDS[0], start: null, moves: [] }, usualPlayers());
    }

    /** What makes a step of the history. */
    get #step() {
        const { area, part } = this.corner();
        return [this.game.visit, area, part].join(" ");
    }

    /** Writes the address of what is shown, unless it is still being opened. */
    write() {
        const { game } = this;
        if (this.isOpening || !game.state) return;
        const isLive = game.id !== null && (game.isShared || game.isWatching);
        const shown = isLive ? { id: /** @type {string} */ (game.id) } : game.placeAt(game.moves.length);
        const address = fullAddress(shown, game.isAtEnd ? null : game.view, this.corner());
        const isStep = this.#written !== this.#step;
        const isNews = location.hash !== address || history.state?.key !== game.key;
        this.#written = this.#step;
        if (isStep && isNews) history.pushState({ key: game.key }, "", address);
        else if (isNews) history.replaceState({ key: game.key }, "", address);
    }
}
