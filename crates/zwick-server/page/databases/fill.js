// Filling the database: random positions, a number of moves after the start or after the position on the board, or games
// of a player against random play and itself.

import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { numberField } from "../app/fields.js";
import { offered } from "../app/offered.js";
import { nameOf, settingFields } from "../app/player-settings.js";
import { number, t } from "../app/text.js";
import { gameName, playerName } from "../boards/names.js";
import { headline } from "../boards/status.js";
import { thumbnail } from "../boards/thumbnail.js";
import { allGames, gameField } from "./games.js";

/** @typedef {import("./shelf.js").Shelf} Shelf */

/** Players that find no values. */
const NO_JUDGES = ["person", "random", "v4"];
/** Pairings: best against random, the other way round, best against best. */
const KINDS = 3;
const MOST = 10_000_000;

export class FillCard {
    /** @type {"seed" | "self-play"} */
    #kind = "seed";
    /** Whether random moves begin at the position on the board, and not at the start of the game. */
    #isFromBoard = false;
    #seed = { from: 10, to: 12, count: 20, player: "alpha-beta" };
    #selfPlay = { games: 10, player: "pipeline", opening: 2 };

    /** @param {HTMLElement} root @param {Shelf} shelf */
    constructor(root, shelf) {
        this.root = root;
        this.shelf = shelf;
    }

    show() {
        const { shelf } = this;
        const kinds = /** @type {const} */ (["seed", "self-play"]).map((kind) =>
            html(
                "button",
                {
                    type: "button",
                    "data-key": `fill-${kind}`,
                    "aria-pressed": String(this.#kind === kind),
                    onclick: () => this.#set(() => (this.#kind = kind)),
                },
                t(`fill.${kind}`),
            ),
        );
        const begin = html(
            "button",
            {
                type: "button",
                class: "button main",
                "data-key": "fill-begin",
                disabled: shelf.isClosed || !shelf.stock || (this.#isHere && Boolean(shelf.onPage.state?.over)),
                onclick: () => this.#begin(),
            },
            t("fill.begin"),
        );
        fill(
            this.root,
            cardHead(t("fill.title")),
            html("div", { class: "switch wide", role: "group", "aria-label": t("fill.how") }, ...kinds),
            this.#kind === "seed" && this.#start(),
            this.#isHere
                ? this.#board()
                : gameField("fill-game", allGames(), shelf.game, (game) => (shelf.game = game)),
            html("div", { class: "fields" }, ...(this.#kind === "seed" ? this.#seedFields() : this.#selfPlayFields())),
            this.#player(),
            html("p", { class: "quiet" }, this.#note()),
            html("div", { class: "row end" }, begin),
        );
    }

    /** @param {() => void} change */
    #set(change) {
        change();
        this.show();
    }

    get #isHere() {
        return this.#kind === "seed" && this.#isFromBoard;
    }

    /** Where the random moves begin. */
    #start() {
        const select = html(
            "select",
            {
                id: "fill-start",
                "data-key": "fill-start",
                onchange: () => this.#set(() => this.#chooseStart(select.value === "board")),
            },
            ...["game", "board"].map((start) =>
                html(
                    "option",
                    { value: start, selected: (start === "board") === this.#isFromBoard },
                    t(start === "board" ? "fill.start.board" : "fill.start.game"),
                ),
            ),
        );
        return html("div", { class: "field wide" }, html("label", { for: "fill-start" }, t("fill.start")), select);
    }

    /** A few moves from the board, the usual range from the start. @param {boolean} isFromBoard */
    #chooseStart(isFromBoard) {
        this.#isFromBoard = isFromBoard;
        Object.assign(this.#seed, isFromBoard ? { from: 0, to: 2 } : { from: 10, to: 12 });
    }

    /** The position whose continuations are computed. */
    #board() {
        const { state } = this.shelf.onPage;
        return (
            state &&
            html(
                "div",
                { class: "fill-board" },
                thumbnail(state.shape, state.cells),
                html("p", { class: "quiet" }, `${gameName(state.game)}. ${headline(state)}`),
            )
        );
    }

    #seedFields() {
        const seed = this.#seed;
        const field = (
            /** @type {"from" | "to" | "count"} */ name,
            /** @type {number} */ least,
            /** @type {number} */ most,
        ) =>
            numberField({ id: `seed-${name}`, least, most, isWhole: true }, t(`fill.${name}`), seed[name], (value) =>
                this.#set(() => (seed[name] = value)),
            );
        return [field("from", 0, 1000), field("to", 0, 1000), field("count", 1, MOST)];
    }

    #selfPlayFields() {
        const play = this.#selfPlay;
        const field = (
            /** @type {"games" | "opening"} */ name,
            /** @type {number} */ least,
            /** @type {number} */ most,
        ) =>
            numberField(
                { id: `self-play-${name}`, least, most, isWhole: true },
                t(`fill.${name}`),
                play[name],
                (value) => this.#set(() => (play[name] = value)),
            );
        return [field("games", 1, MOST), field("opening", 0, 8)];
    }

    /** The evaluating player, with its settings. */
    #player() {
        const settings = this.#kind === "seed" ? this.#seed : this.#selfPlay;
        const choose = (/** @type {string} */ player) => this.#set(() => (settings.player = player));
        const players = offered.players
            .map(({ name }) => name)
            .filter((name) => !NO_JUDGES.includes(name) && !name.startsWith("level"));
        const select = html(
            "select",
            { id: "fill-player", "data-key": "fill-player", onchange: () => choose(select.value) },
            ...players.map((name) =>
                html("option", { value: name, selected: name === nameOf(settings.player) }, playerName(name)),
            ),
        );
        return html(
            "div",
            { class: "algorithm" },
            html("div", { class: "field wide" }, html("label", { for: "fill-player" }, t("fill.player")), select),
            ...settingFields("fill-setting", settings.player, choose),
        );
    }

    #note() {
        const { from, to, count } = this.#seed;
        if (this.#kind === "self-play")
            return t("fill.self-play.note", { games: number(KINDS * this.#selfPlay.games) });
        return from > to ? t("fill.wrong") : t("fill.seed.note", { positions: number(count * (to - from + 1)) });
    }

    #begin() {
        const { onPage } = this.shelf;
        const { from, to } = this.#seed;
        const here = this.#isHere && onPage.state;
        const game = here ? here.game : this.shelf.game;
        if (this.#kind === "self-play") return this.shelf.begin({ kind: "self-play", game, ...this.#selfPlay });
        if (from > to) return this.shelf.complain(new Error(t("fill.wrong")));
        return this.shelf.begin({ kind: "seed", game, ...(here ? { position: here.position } : {}), ...this.#seed });
    }
}
