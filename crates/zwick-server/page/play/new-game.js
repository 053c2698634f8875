// A new game: board or rules, and who goes first.

import { kindOfGame } from "../app/address.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { remember } from "../app/memory.js";
import { offered, variantsOf } from "../app/offered.js";
import { t, translated } from "../app/text.js";
import { variantName } from "../boards/names.js";

/** @typedef {import("../app/api.js").Players} Players */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

const USUAL_OPPONENT = "level 5";
const TWO_PEOPLE = { first: PERSON, second: PERSON };

export class NewGameCard {
    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     */
    constructor(root, game) {
        this.root = root;
        this.game = game;
    }

    show() {
        const { game } = this;
        /** @type {[string, string, () => Players][]} */
        const presets = [
            ["me", t("play.me"), () => ({ first: PERSON, second: this.#opponent })],
            ["computer", t("play.computer"), () => ({ first: this.#opponent, second: PERSON })],
            ["two", t("play.two"), () => TWO_PEOPLE],
        ];
        const buttons = presets.map(([key, text, players]) =>
            html(
                "button",
                {
                    type: "button",
                    class: "button",
                    "data-key": `new-${key}`,
                    onclick: () => this.#begin(game.game, players()),
                },
                text,
            ),
        );
        const clear = html(
            "button",
            {
                type: "button",
                class: "link",
                "data-key": "clear",
                onclick: () => this.#begin(game.game, this.#players),
            },
            t("play.clear"),
        );
        const rematch = html(
            "button",
            {
                type: "button",
                class: "link",
                "data-key": "rematch",
                disabled: game.moves.length === 0 || game.isWatching,
                onclick: () => game.rematch(),
            },
            t("play.rematch"),
        );
        fill(
            this.root,
            html("div", { class: "card-head" }, html("h2", {}, t("play.new"))),
            html("div", { class: "row" }, ...buttons),
            this.#variant(),
            html("div", { class: "row links" }, clear, rematch),
        );
    }

    /** The computer player, current or last. */
    get #opponent() {
        const { first, second } = this.game.players;
        return [second, first].find((player) => player !== PERSON) ?? USUAL_OPPONENT;
    }

    /** The current players, unless one of them is elsewhere. */
    get #players() {
        return this.game.isShared ? TWO_PEOPLE : this.game.players;
    }

    /** @param {string} game @param {Players} players */
    #begin(game, players) {
        this.game.begin({ game, start: null, moves: [] }, players);
    }

    /** @param {string} variant */
    #change(variant) {
        remember(`variant.${variant.split(":")[0]}`, variant);
        this.#begin(variant, this.#players);
    }

    #variant() {
        const { game } = this;
        const variants = variantsOf(game.game);
        if (variants.length === 1 && offered.games.length > 0) return null;
        const select = html(
            "select",
            { id: "variant", "data-key": "variant", onchange: () => this.#change(select.value) },
            ...variants.map((variant) =>
                html("option", { value: variant, selected: variant === game.game }, variantName(variant)),
            ),
        );
        const label = translated("play.variant", kindOfGame(game.game));
        return html("div", { class: "field wide" }, html("label", { for: "variant" }, label), select);
    }
}
