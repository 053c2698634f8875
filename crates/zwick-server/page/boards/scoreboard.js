// Both sides as plates above the board: who plays, whose turn it is, and in morris the men in hand and taken. After a game
// the result lies over them.

import { GameCard } from "../app/card.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { t } from "../app/text.js";
import { clockText, leftOf, untilNextText } from "./clock.js";
import { faceOf } from "./faces.js";
import { personName, playerName, sideName, strengthOf } from "./names.js";
import { MEN } from "./shape.js";
import { reasonOf } from "./status.js";

/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {import("../app/api.js").State} State */

/** Men of each side in the rules of morris. */
const WHOLE = { "morris": 9, "morris:no-flying": 9, "morris:lasker": 10, "morris:morabaraba": 12 };
/** Men drawn of a pile. */
const DRAWN = 3;
/** With less time than this, in milliseconds, one must hurry. */
const SHORT = 20_000;
const CONFETTI = ["#d5432a", "#f3b72f", "#1b5c89"];

export class Scoreboard extends GameCard {
    #over = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    show() {
        const { state } = this.game;
        const over = state?.over ? `${this.game.key} ${state.position}` : "";
        // The same result is celebrated once.
        const banner = over !== "" && over === this.#over ? this.root.querySelector(".banner") : null;
        const isSame = banner?.getAttribute("lang") === document.documentElement.lang;
        this.#over = over;
        fill(
            this.root,
            this.#side("first"),
            this.#side("second"),
            state?.over && (isSame ? banner : this.#banner(state)),
        );
        this.#tick();
    }

    /** The side of the only person at this page, if there is one. @returns {Side | null} */
    get #own() {
        const { game } = this;
        if (game.isShared) return game.ownSide;
        const { first, second } = game.players;
        if ((first === PERSON) === (second === PERSON)) return null;
        return first === PERSON ? "first" : "second";
    }

    /** @param {Side} side */
    #side(side) {
        const { game } = this;
        const { state } = game;
        const player = game.players[side];
        const isTurn = Boolean(state && !state.over && state.turn === side);
        const isOwn = this.#own === side;
        const own = isOwn ? t("seat.you") : personName(game, side);
        const name = player === PERSON ? own : playerName(player);
        return html(
            "div",
            { class: `seat ${side}${isTurn ? " turn" : ""}` },
            html("span", { class: "for-readers" }, `${sideName(game.game, side)}: ${playerName(player)}`),
            faceOf(player),
            html(
                "span",
                { class: "seat-name", "aria-hidden": "true" },
                html("strong", {}, name, game.isShared && this.#presence(side)),
                html("span", { class: "role" }, this.#role(side, isTurn, isOwn)),
            ),
            state?.men_in_hand
                ? this.#men(state, side)
                : html("span", { class: `coin ${side}`, "aria-hidden": "true" }),
            game.clock && this.#clock(game.clock, side),
        );
    }

    /** Whether the player of a side is here. @param {Side} side */
    #presence(side) {
        const { present } = this.game;
        return present && html("span", { class: `presence ${present[side] ? "here" : "away"}` });
    }

    /** What a side has left. @param {import("./clock.js").Clock} clock @param {Side} side */
    #clock(clock, side) {
        const left = leftOf(clock, side);
        const isShort = left < SHORT && !this.game.state?.over;
        return html(
            "span",
            {
                class: `clock${clock.running === side ? " running" : ""}${isShort ? " short" : ""}`,
                role: "timer",
                "aria-label": t("clock.left", { side: sideName(this.game.game, side), time: clockText(left) }),
            },
            clockText(left),
        );
    }

    /** Counts the running clock down. */
    #tick() {
        clearTimeout(this.#timer);
        const { clock } = this.game;
        if (!clock?.running) return;
        const { running } = clock;
        const left = leftOf(clock, running);
        this.root.querySelector(`.seat.${running} .clock`)?.replaceWith(this.#clock(clock, running));
        if (left > 0) this.#timer = setTimeout(() => this.#tick(), untilNextText(left));
    }

    /** What stands below the name. @param {Side} side @param {boolean} isTurn @param {boolean} isOwn */
    #role(side, isTurn, isOwn) {
        const { game } = this;
        const player = game.players[side];
        if (isTurn && player !== PERSON) return game.busy === "computer" ? t("seat.thinking") : t("seat.turn");
        if (isTurn) return this.#own && !isOwn ? t("seat.turn") : t("seat.yours");
        if (player === PERSON) return isOwn ? sideName(game.game, side) : "";
        return strengthOf(player);
    }

    /** The men of a side in hand, and those it has taken. @param {State} state @param {Side} side */
    #men(state, side) {
        const { game } = this;
        const [mine, theirs] = side === "first" ? [0, 1] : [1, 0];
        const rival = side === "first" ? "second" : "first";
        const hands = state.men_in_hand ?? [0, 0];
        const board = (/** @type {Side} */ of) => [...state.cells].filter((man) => man === MEN[of]).length;
        const whole = game.start === null ? WHOLE[/** @type {keyof typeof WHOLE} */ (game.game)] : undefined;
        const taken = whole === undefined ? null : whole - hands[theirs] - board(rival);
        const words = t("men", { board: board(side), hand: hands[mine] });
        return html(
            "span",
            { class: "hand", role: "img", "aria-label": words },
            ...pile(t("men.hand"), side, hands[mine]),
            ...(taken === null ? [] : pile(t("men.taken"), rival, taken)),
        );
    }

    /** The result, with a word for who won and one for who lost. @param {State} state */
    #banner(state) {
        const { game } = this;
        const winner = state.over?.winner ?? null;
        const own = this.#own;
        const kind = winner === null ? "draw" : own === null || own === winner ? "won" : "lost";
        const moves = Math.ceil(game.view / 2);
        const title =
            winner === null
                ? t("result.draw")
                : own === winner
                  ? t("result.won")
                  : own === null
                    ? t("result.wins", { name: this.#winner(winner) })
                    : t("result.lost", { name: this.#winner(winner) });
        const reason = reasonOf(state);
        const told = moves > 0 ? t("result.reason", { reason, moves }) : reason;
        const face = winner === null ? PERSON : game.players[winner];
        return html(
            "div",
            { class: `banner ${kind}`, lang: document.documentElement.lang, "aria-hidden": "true" },
            ...(kind === "won" ? confetti() : []),
            faceOf(face),
            html(
                "p",
                {},
                html("strong", {}, title),
                html("span", {}, `${told.charAt(0).toUpperCase()}${told.slice(1)}`),
            ),
        );
    }

    /** @param {Side} winner */
    #winner(winner) {
        const player = this.game.players[winner];
        return player === PERSON ? personName(this.game, winner) : playerName(player);
    }
}

/** @param {string} word @param {Side} side @param {number} count */
const pile = (word, side, count) => [
    html("span", { class: "word" }, word),
    html(
        "span",
        { class: `pile${count === 0 ? " none" : ""}` },
        ...Array.from({ length: Math.min(count, DRAWN) }, () => html("span", { class: `coin small ${side}` })),
    ),
    html("strong", {}, String(count)),
];

function confetti() {
    return Array.from({ length: 18 }, (_, i) => {
        const piece = html("span", { class: "confetti" });
        piece.style.left = `${2 + ((i * 37) % 96)}%`;
        piece.style.background = CONFETTI[i % CONFETTI.length];
        piece.style.animationDelay = `${(i * 53) % 300}ms`;
        return piece;
    });
}
