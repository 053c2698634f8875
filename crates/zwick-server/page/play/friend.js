// A game between two people: who is here, what they say, and what they ask each other for.

import { GameCard } from "../app/card.js";
import { openDialog } from "../app/dialog.js";
import { fill, html } from "../app/dom.js";
import { other } from "../app/game.js";
import { recall } from "../app/memory.js";
import { announce } from "../app/notice.js";
import { playSound } from "../app/sound.js";
import { t } from "../app/text.js";
import { personName, sideName } from "../boards/names.js";

/** @typedef {import("../app/api.js").Phrase} Phrase */
/** @typedef {import("../app/api.js").Side} Side */

/** @type {Phrase[]} */
const PHRASES = ["hello", "good-luck", "one-moment", "well-played", "good-game", "thanks"];
/** Milliseconds that a phrase stays. */
const HEARD_FOR = 8000;

export class FriendCard extends GameCard {
    /** Who was here when this was drawn last. */
    #wasHere = false;
    #key = "";
    #told = 0;

    show() {
        const { game } = this;
        this.root.hidden = !game.isShared;
        if (!game.isShared) return;
        this.#tell();
        const own = game.ownSide;
        fill(
            this.root,
            html("div", { class: "card-head" }, html("h2", {}, this.#title(own)), this.#watchers()),
            own && this.#friend(other(own)),
            html("p", { class: "heard" }, ...this.#said()),
            own && html("div", { class: "phrases" }, ...PHRASES.map((phrase) => this.#phrase(phrase))),
            own && html("div", { class: "row" }, ...this.#wishes()),
            own && this.#name(),
        );
    }

    /** @param {Side | null} own */
    #title(own) {
        const { game } = this;
        if (own === null) return t("play.link.watching");
        const name = game.names[other(own)];
        const side = sideName(game.game, own);
        return name ? t("friend.title.name", { side, name }) : t("friend.title", { side });
    }

    /** Whether the other player is here. @param {Side} side */
    #friend(side) {
        const { present } = this.game;
        const state = !present ? "unknown" : present[side] ? "here" : this.#hasMet(side) ? "away" : "awaited";
        const name = personName(this.game, side);
        return html(
            "p",
            { class: `friend ${state}` },
            html("span", { class: `presence ${state}` }),
            t(`friend.${state}`, { name }),
        );
    }

    /** Whether a side has done anything yet. @param {Side} side */
    #hasMet(side) {
        const { game } = this;
        return game.names[side] !== null || game.moves.some((_, ply) => game.turnAt(ply) === side);
    }

    #watchers() {
        const count = this.game.present?.watchers ?? 0;
        return count > 0 && html("span", { class: "quiet" }, t("friend.watchers", { count }));
    }

    /** Tells those who listen, or look elsewhere, that the friend has come, and what was said. */
    #tell() {
        const { game } = this;
        const { ownSide: own, present, said } = game;
        const isHere = Boolean(own && present?.[other(own)]);
        const isNew = this.#key === game.key && isHere && !this.#wasHere;
        if (own && isNew) {
            announce(t("friend.here", { name: personName(game, other(own)) }));
            playSound("turn");
        }
        this.#key = game.key;
        if (present) this.#wasHere = isHere;
        if (!said || said.at === this.#told) return;
        this.#told = said.at;
        announce(this.#saying(said).join(""));
        setTimeout(() => game.changed(), HEARD_FOR);
    }

    /** What was said last. */
    #said() {
        const { game } = this;
        const { said } = game;
        if (!said || Date.now() - said.at >= HEARD_FOR) return [];
        const [name, words] = this.#saying(said);
        return [html("strong", {}, name), words];
    }

    /** Who says what. @param {import("../app/api.js").Said} said */
    #saying({ side, phrase }) {
        const { game } = this;
        const name = side === game.ownSide ? t("seat.you") : personName(game, side);
        return [`${name}: `, t(`phrase.${phrase}`)];
    }

    /** @param {Phrase} phrase */
    #phrase(phrase) {
        return html(
            "button",
            {
                type: "button",
                class: "button small",
                "data-key": `say-${phrase}`,
                onclick: () => this.game.say(phrase),
            },
            t(`phrase.${phrase}`),
        );
    }

    #wishes() {
        const { game } = this;
        if (game.isOver) return [];
        const isRefused = game.refused !== null && game.refused === game.ownSide;
        const isAsking = game.wish !== null;
        const wish = (/** @type {"draw" | "lesson"} */ what) =>
            html(
                "button",
                {
                    type: "button",
                    class: "button",
                    "data-key": `ask-${what}`,
                    disabled: isRefused || isAsking,
                    onclick: () => game.ask(what),
                },
                t(`friend.${what}`),
            );
        const resign = html(
            "button",
            { type: "button", class: "button", "data-key": "resign", onclick: () => this.#confirmResigning() },
            t("friend.resign"),
        );
        const lesson = game.isLesson ? html("span", { class: "quiet" }, t("friend.is-lesson")) : wish("lesson");
        return [wish("draw"), resign, lesson];
    }

    #confirmResigning() {
        const really = () => {
            close();
            this.game.resign();
        };
        const close = openDialog(t("friend.resign.title"), [
            html("p", {}, t("friend.resign.note")),
            html(
                "div",
                { class: "row end" },
                html(
                    "button",
                    { type: "button", class: "button", "data-key": "resign-not", onclick: () => close() },
                    t("new.not"),
                ),
                html(
                    "button",
                    { type: "button", class: "button main", "data-key": "resign-really", onclick: really },
                    t("friend.resign"),
                ),
            ),
        ]);
    }

    #name() {
        const input = html("input", {
            id: "own-name",
            "data-key": "own-name",
            maxlength: 20,
            autocomplete: "nickname",
            value: recall("name", ""),
            onchange: () => {
                // The attribute too, so that the field is kept when this is drawn again.
                input.setAttribute("value", input.value);
                this.game.setName(input.value);
            },
        });
        return html("div", { class: "field" }, html("label", { for: "own-name" }, t("friend.name")), input);
    }
}
