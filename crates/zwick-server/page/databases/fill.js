// Filling the database: random positions of a given length, or games of a player against random play and itself.

import { fill, html } from "../app/dom.js";
import { offered } from "../app/offered.js";
import { nameOf, settingFields } from "../app/player-settings.js";
import { number, t } from "../app/text.js";
import { playerName } from "../boards/names.js";
import { allGames, gameField, numberField } from "./games.js";

/** @typedef {import("./shelf.js").Shelf} Shelf */

/** Players that find no values. */
const NO_JUDGES = ["person", "random"];
/** Pairings: best against random, the other way round, best against best. */
const KINDS = 3;
const MOST = 10_000_000;

export class FillCard {
    /** @type {"seed" | "self-play"} */
    #kind = "seed";
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
                disabled: shelf.isClosed || !shelf.stock,
                onclick: () => this.#begin(),
            },
            t("fill.begin"),
        );
        fill(
            this.root,
            html("div", { class: "card-head" }, html("h2", {}, t("fill.title"))),
            html("div", { class: "switch wide", role: "group", "aria-label": t("fill.how") }, ...kinds),
            gameField("fill-game", allGames(), shelf.game, (game) => (shelf.game = game)),
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

    #seedFields() {
        const seed = this.#seed;
        const field = (
            /** @type {"from" | "to" | "count"} */ name,
            /** @type {number} */ least,
            /** @type {number} */ most,
        ) =>
            numberField(`seed-${name}`, t(`fill.${name}`), seed[name], {
                least,
                most,
                onChange: (value) => this.#set(() => (seed[name] = value)),
            });
        return [field("from", 0, 1000), field("to", 0, 1000), field("count", 1, MOST)];
    }

    #selfPlayFields() {
        const play = this.#selfPlay;
        const field = (
            /** @type {"games" | "opening"} */ name,
            /** @type {number} */ least,
            /** @type {number} */ most,
        ) =>
            numberField(`self-play-${name}`, t(`fill.${name}`), play[name], {
                least,
                most,
                onChange: (value) => this.#set(() => (play[name] = value)),
            });
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
        const { game } = this.shelf;
        const { from, to } = this.#seed;
        if (this.#kind === "self-play") return this.shelf.begin({ kind: "self-play", game, ...this.#selfPlay });
        if (from > to) return this.shelf.complain(new Error(t("fill.wrong")));
        return this.shelf.begin({ kind: "seed", game, ...this.#seed });
    }
}
