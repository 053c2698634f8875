// Before a game: an opponent, a side, and what is played. One tap starts, and so does the first man on the board.

import { kindOfGame } from "../app/address.js";
import { GameCard } from "../app/card.js";
import { fill, html, svg } from "../app/dom.js";
import { drawsText, readDraws } from "../app/draws.js";
import { PERSON, TWO_PEOPLE } from "../app/game.js";
import { remember } from "../app/memory.js";
import { offered, variantsOf } from "../app/offered.js";
import { t, translated } from "../app/text.js";
import { faceOf } from "../boards/faces.js";
import { playerName, sideName, strengthOf, variantName } from "../boards/names.js";
import { OPPONENTS, opponentOf } from "../boards/opponents.js";
import { NEXT_BEST, PERFECT } from "./perfect-play.js";

/** @typedef {import("../app/api.js").Players} Players */
/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {Side | "random"} Wish */
/** @typedef {import("../boards/opponents.js").Opponent} Opponent */

const USUAL_OPPONENT = "level 5";
/** Moves without a mill after which a game is drawn: as usual first, then as in the older program of morris. */
const QUIET_MOVES = [50, 20];
/** @type {Wish[]} */
const WISHES = ["first", "second", "random"];

export class StartCard extends GameCard {
    /** @type {Wish} */
    #side = "first";
    /** The game that was started, though no man is on its board yet. */
    #started = "";

    /**
     * @param {HTMLElement} root
     * @param {import("../app/game.js").GameOnPage} game
     * @param {{ hasHints: () => boolean, toggleHints: () => void, perfect: import("./perfect-play.js").PerfectPlay }} page
     */
    constructor(root, game, page) {
        super(root, game);
        this.page = page;
        root.classList.remove("card");
        root.classList.add("start");
    }

    /** Whether somebody may still choose. */
    get isOpen() {
        return this.game.isFresh && this.#started !== this.game.key;
    }

    /** Whether the first man on the board only starts the game, because its side is not chosen for the person. */
    get isWaiting() {
        return this.isOpen && this.#side !== "first";
    }

    /** A new game, for which everything can be chosen again. @param {string} [game] @param {string | null} [draws] */
    async open(game = this.game.game, draws = this.game.draws) {
        this.#started = "";
        const place = { game, start: null, moves: [], draws };
        return this.game.begin(place, this.#players, { isPaused: true });
    }

    /** Starts with what was chosen. @param {string} [move] that the person made already */
    async start(move) {
        const { game } = this;
        const side = this.#side === "random" ? (Math.random() < 0.5 ? "first" : "second") : this.#side;
        const opponent = this.#opponent;
        const players = side === "first" ? { first: PERSON, second: opponent } : { first: opponent, second: PERSON };
        await game.begin(game.placeAt(0), this.#isTwo ? TWO_PEOPLE : players);
        this.#started = game.key;
        remember("players", game.players);
        if (move !== undefined && side === "first") await game.play(move);
        else game.dispatchEvent(new Event("change"));
    }

    /** A game of the usual rules against this player, the person first. @param {string} game @param {string} player */
    async against(game, player) {
        this.#side = "first";
        const players = { first: PERSON, second: player };
        await this.game.begin({ game, start: null, moves: [] }, players);
        this.#started = this.game.key;
        remember("players", players);
        this.game.dispatchEvent(new Event("change"));
    }

    /** Whether two people play at this page. */
    get #isTwo() {
        const { first, second } = this.game.players;
        return first === PERSON && second === PERSON;
    }

    /** The players of a new game: the same again, on the sides that are wished for. @returns {Players} */
    get #players() {
        if (this.#isTwo) return TWO_PEOPLE;
        const opponent = this.#opponent;
        return this.#side === "second" ? { first: opponent, second: PERSON } : { first: PERSON, second: opponent };
    }

    /** The computer player, current or last. */
    get #opponent() {
        const { first, second } = this.game.players;
        return [second, first].find((player) => player !== PERSON) ?? USUAL_OPPONENT;
    }

    show() {
        this.root.hidden = !this.isOpen;
        const { first, second } = this.game.players;
        if (this.isOpen && first !== PERSON && second === PERSON) this.#side = "second";
        const isTwo = this.#isTwo;
        const name = playerName(this.#opponent);
        fill(
            this.root,
            html("h2", {}, t(`start.title.${kindOfGame(this.game.game) === "morris" ? "place" : "drop"}`)),
            html(
                "div",
                { class: "opponents", role: "radiogroup", "aria-label": t("start.opponent") },
                ...this.#faces(isTwo),
            ),
            html("p", { class: "about-opponent" }, ...this.#about(isTwo, name)),
            html(
                "div",
                { class: "choices" },
                html("span", { class: "label" }, t("start.side")),
                this.#sides(),
                html("span", { class: "label" }, t("start.game")),
                html("div", { class: "selects" }, this.#variant(), ...this.#draws(), this.#hints()),
            ),
            html(
                "button",
                { type: "button", class: "button main large", "data-key": "start", onclick: () => this.start() },
                isTwo ? t("start.two") : t("start.play", { name }),
            ),
        );
    }

    /** @param {boolean} isTwo @param {string} name */
    #about(isTwo, name) {
        if (isTwo) return [t("start.about.two")];
        const opponent = opponentOf(this.#opponent);
        const words = opponent ? t(`opponent.${opponent.id}.about`) : t("start.about.other");
        return [html("strong", {}, name), ` ${words}`];
    }

    /** How an opponent plays this game: perfect only where that is possible. @param {typeof OPPONENTS[number]} one */
    #playerOf({ player }) {
        return player === PERFECT && this.page.perfect.missing(this.game.place) ? NEXT_BEST : player;
    }

    /** @param {boolean} isTwo */
    #faces(isTwo) {
        const current = isTwo ? null : opponentOf(this.#opponent);
        return OPPONENTS.map((one, i) => {
            const player = this.#playerOf(one);
            return html(
                "button",
                {
                    type: "button",
                    class: "opponent",
                    role: "radio",
                    "aria-checked": String(one === current),
                    "data-key": `opponent-${one.id}`,
                    onclick: () => this.#choose(player),
                },
                svg(
                    "svg",
                    { viewBox: "0 0 24 24", class: "icon tick", "aria-hidden": "true" },
                    svg("path", { d: "M5 12l5 5 9-10" }),
                ),
                faceOf(player),
                html("strong", {}, one.name),
                html("span", {}, strengthOf(player)),
                html(
                    "span",
                    { class: "strength", "aria-hidden": "true" },
                    ...OPPONENTS.map((_, step) => html("span", { class: step <= i ? "on" : "" })),
                ),
            );
        });
    }

    /** @param {string} player */
    async #choose(player) {
        const { game } = this;
        const players = this.#side === "second" ? { first: player, second: PERSON } : { first: PERSON, second: player };
        remember("players", players);
        await game.begin(game.placeAt(0), players, { isPaused: true, key: game.key });
    }

    #sides() {
        const { game } = this.game;
        const words = {
            first: t("start.side.first", { side: sideName(game, "first") }),
            second: sideName(game, "second"),
            random: t("start.side.random"),
        };
        return html(
            "div",
            { class: "segments", role: "radiogroup", "aria-label": t("start.side") },
            ...WISHES.map((wish) =>
                html(
                    "button",
                    {
                        type: "button",
                        role: "radio",
                        "aria-checked": String(wish === this.#side),
                        "data-key": `side-${wish}`,
                        onclick: () => this.#wish(wish),
                    },
                    wish !== "random" && html("span", { class: `coin small ${wish}`, "aria-hidden": "true" }),
                    words[wish],
                ),
            ),
        );
    }

    /** @param {Wish} wish */
    async #wish(wish) {
        const opponent = this.#opponent;
        this.#side = wish;
        const { game } = this;
        const players = wish === "second" ? { first: opponent, second: PERSON } : { first: PERSON, second: opponent };
        await game.begin(game.placeAt(0), players, { isPaused: true, key: game.key });
    }

    #variant() {
        const { game } = this.game;
        const variants = variantsOf(game);
        if (variants.length === 1 && offered.games.length > 0) return null;
        const change = (/** @type {string} */ variant) => {
            remember(`variant.${kindOfGame(variant)}`, variant);
            this.open(variant);
        };
        const select = html(
            "select",
            {
                id: "variant",
                "data-key": "variant",
                "aria-label": translated("play.variant", kindOfGame(game)),
                onchange: () => change(select.value),
            },
            ...variants.map((variant) =>
                html("option", { value: variant, selected: variant === game }, variantName(variant)),
            ),
        );
        return select;
    }

    /** When the game is drawn without an end on the board; only where men move. */
    #draws() {
        const { game } = this;
        if (!game.state?.men_in_hand) return [];
        const { repetition, quietMoves } = readDraws(game.draws);
        const numbers = [...new Set([...QUIET_MOVES, ...(quietMoves === null ? [] : [quietMoves])])];
        const change = (/** @type {Partial<import("../app/draws.js").DrawRules>} */ rules) => {
            const draws = drawsText({ ...readDraws(game.draws), ...rules });
            remember(`draws.${kindOfGame(game.game)}`, draws);
            this.open(game.game, draws);
        };
        const select = html(
            "select",
            {
                id: "quiet-moves",
                "data-key": "quiet-moves",
                "aria-label": t("play.draws"),
                onchange: () => change({ quietMoves: Number(select.value) || null }),
            },
            ...numbers.map((moves) =>
                html("option", { value: moves, selected: moves === quietMoves }, t("play.draws.quiet", { moves })),
            ),
            html("option", { value: "", selected: quietMoves === null }, t("play.draws.never")),
        );
        const box = html("input", {
            type: "checkbox",
            id: "repetition",
            "data-key": "repetition",
            checked: repetition,
            onchange: () => change({ repetition: box.checked }),
        });
        return [select, html("label", { class: "check" }, box, t("play.draws.repetition"))];
    }

    #hints() {
        const { hasHints, toggleHints } = this.page;
        const select = html(
            "select",
            { id: "start-hints", "data-key": "start-hints", "aria-label": t("control.hints"), onchange: toggleHints },
            html("option", { value: "off", selected: !hasHints() }, t("start.hints.off")),
            html("option", { value: "on", selected: hasHints() }, t("start.hints.on")),
        );
        return select;
    }
}
