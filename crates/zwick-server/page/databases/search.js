// Finding a position in the database, from the board or typed: its record, and the games in which it occurred.

import { isConnectFour, liveAddress } from "../app/address.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { t } from "../app/text.js";
import { playerName } from "../boards/names.js";
import { moveText } from "../boards/notation.js";
import { finderOf } from "../boards/values.js";
import { databasesApi } from "./api.js";
import { positionButton, valueCell } from "./entries.js";
import { allGames, gameField } from "./games.js";

/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("./api.js").Entry} Entry */
/** @typedef {import("./api.js").ListedGame} ListedGame */
/** @typedef {import("./shelf.js").Shelf} Shelf */

/**
 * @typedef {{ state: State, record: Omit<Entry, "key" | "phase"> | null, games:
 *     import("../app/api.js").Page<ListedGame> }} Found
 */

export class SearchCard {
    /** @type {Found | null} */
    #found = null;
    #problem = "";
    /** @type {AbortController | null} */
    #asking = null;
    #input = html("input", {
        id: "search-position",
        "data-key": "search-position",
        spellcheck: "false",
        autocapitalize: "none",
    });

    /** @param {HTMLElement} root @param {Shelf} shelf */
    constructor(root, shelf) {
        this.root = root;
        this.shelf = shelf;
        this.form = html("form", {
            class: "search",
            autocomplete: "off",
            onsubmit: (/** @type {Event} */ event) => this.#submit(event),
        });
    }

    show() {
        const { shelf } = this;
        this.#input.placeholder = t("search.hint", { example: isConnectFour(shelf.game) ? "4435" : "d6 f4 a4" });
        const board = html(
            "button",
            { type: "button", class: "button", "data-key": "search-board", onclick: () => this.#searchBoard() },
            t("search.board"),
        );
        fill(
            this.form,
            html("label", { for: "search-position" }, t("search.position")),
            this.#input,
            html(
                "div",
                { class: "row" },
                html("button", { class: "button main", "data-key": "search" }, t("search.find")),
                board,
            ),
        );
        const choice = gameField("search-game", allGames(), shelf.game, (game) => (shelf.game = game));
        fill(
            this.root,
            cardHead(t("search.title")),
            choice,
            this.form,
            html("p", { class: "problem", role: "alert" }, this.#problem),
            html("div", { class: "found", "aria-live": "polite" }, ...(this.#found ? this.#results(this.#found) : [])),
        );
    }

    /** @param {Event} event */
    #submit(event) {
        event.preventDefault();
        const text = this.#input.value.trim();
        // A list of moves starts at the standard start, a board is one itself.
        const { game } = this.shelf;
        return this.#search(
            text.includes("/") ? { game, start: text, moves: [] } : { game, start: null, moves: [text] },
        );
    }

    #searchBoard() {
        const { place, state } = this.shelf.onPage;
        this.shelf.game = place.game;
        this.#input.value = state?.position ?? "";
        return this.#search(place);
    }

    /** A newer search replaces an older one. @param {import("../app/address.js").Place} place */
    async #search(place) {
        this.#asking?.abort();
        const controller = new AbortController();
        this.#asking = controller;
        try {
            const { state, record } = await databasesApi.record(place, controller.signal);
            const games = await databasesApi.gamesWith(place.game, state.position, controller.signal);
            if (controller.signal.aborted) return;
            this.#found = { state, record, games };
            this.#problem = "";
        } catch (error) {
            if (controller.signal.aborted) return;
            this.#found = null;
            this.#problem = error instanceof Error ? error.message : String(error);
        }
        this.show();
    }

    /** @param {Found} found */
    #results({ state, record, games }) {
        const { onPage } = this.shelf;
        const line = (/** @type {string} */ name, /** @type {import("../app/dom.js").Child} */ value) =>
            html("div", {}, html("dt", {}, name), html("dd", {}, value));
        const lines = record && [
            line(t("record.value"), valueCell(record)),
            line(t("record.best"), moveText(record.best)),
            line(
                t("record.depth"),
                record.exact ? t("record.proven") : t("record.depth.plies", { depth: record.depth }),
            ),
            line(t("record.source"), finderOf(record.source)),
        ];
        const { items, next } = games;
        const heading =
            items.length === 0
                ? t("search.games.none")
                : t(next === null ? "search.games" : "search.games.most", { count: items.length });
        return [
            html("h3", {}, t("search.record")),
            positionButton(onPage, state.game, state.position, "found-position"),
            lines
                ? html("dl", { class: "record" }, ...lines)
                : html("p", { class: "quiet", "data-found": "none" }, t("search.record.none")),
            html("h3", {}, heading),
            html("ol", { class: "found-games" }, ...items.map((game) => this.#game(game))),
        ];
    }

    /** @param {ListedGame} game */
    #game({ id, players, result, plies }) {
        const link = html("a", { href: liveAddress(id), "data-key": `found-game-${id}` }, t("search.game", { id }));
        return html(
            "li",
            {},
            link,
            html("span", {}, `${playerName(players.first)} – ${playerName(players.second)}`),
            html("span", { class: "figures" }, `${result} · ${t("search.plies", { plies })}`),
        );
    }
}
