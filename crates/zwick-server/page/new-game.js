// A new game: which board or rules, and who begins.

import { isConnectFour } from "./address.js";
import { fill, html } from "./dom.js";
import { PERSON } from "./game.js";
import { remember } from "./memory.js";
import { variantsOf } from "./offered.js";
import { t, translated } from "./text.js";

/** @typedef {import("./api.js").Players} Players */
/** @typedef {import("./game.js").GameOnPage} GameOnPage */

const USUAL_OPPONENT = "level 5";

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
        const opponent = [game.players.second, game.players.first].find((player) => player !== PERSON) ?? USUAL_OPPONENT;
        /** @type {[string, string, Players][]} */
        const presets = [
            ["me", t("play.me"), { first: PERSON, second: opponent }],
            ["computer", t("play.computer"), { first: opponent, second: PERSON }],
            ["two", t("play.two"), { first: PERSON, second: PERSON }],
        ];
        const buttons = presets.map(([key, text, players]) => html("button", { type: "button", class: "button", "data-key": `new-${key}`, onclick: () => this.#begin(players) }, text));
        const clear = html("button", { type: "button", class: "link", "data-key": "clear", onclick: () => game.begin({ game: game.game, start: null, moves: [] }, game.isShared ? presets[2][2] : game.players) }, t("play.clear"));
        const rematch = html("button", { type: "button", class: "link", "data-key": "rematch", disabled: game.moves.length === 0 || game.isWatching, onclick: () => game.rematch() }, t("play.rematch"));
        fill(this.root, html("div", { class: "card-head" }, html("h2", {}, t("play.new"))), html("div", { class: "row" }, ...buttons), this.#variant(), html("div", { class: "row links" }, clear, rematch));
    }

    /** @param {Players} players */
    #begin(players) {
        this.game.begin({ game: this.game.game, start: null, moves: [] }, players);
    }

    /** @param {string} variant */
    #change(variant) {
        const { game } = this;
        remember(`variant.${variant.split(":")[0]}`, variant);
        game.begin({ game: variant, start: null, moves: [] }, game.isShared ? { first: PERSON, second: PERSON } : game.players);
    }

    #variant() {
        const { game } = this;
        const select = html(
            "select",
            { id: "variant", "data-key": "variant", onchange: () => this.#change(select.value) },
            ...variantsOf(game.game).map((variant) => html("option", { value: variant, selected: variant === game.game }, variantName(variant))),
        );
        const label = t(isConnectFour(game.game) ? "play.variant.connect-four" : "play.variant.morris");
        return html("div", { class: "field wide" }, html("label", { for: "variant" }, label), select);
    }
}

/** @param {string} game */
export function variantName(game) {
    if (!isConnectFour(game)) return translated("play.rules", game.split(":")[1] ?? "standard");
    const size = /:(\d+)x(\d+)/.exec(game);
    return size ? t("play.size", { width: size[1], height: size[2] }) : t("play.size.usual", { width: 7, height: 6 });
}
