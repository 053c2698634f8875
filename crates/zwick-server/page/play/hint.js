// A hint in three steps: where to look, which move, and why. Nothing is told before it is asked for.

import { addressOf } from "../app/address.js";
import { api } from "../app/api.js";
import { GameCard } from "../app/card.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { t } from "../app/text.js";
import { bestOf } from "../boards/explain-groups.js";
import { lightOf, placesOf, sentenceOf, subjectOf } from "../boards/explain-words.js";
import { gridOf, millsOf, pointsOf } from "../boards/shape.js";
import { wordsOf } from "../boards/values.js";

/** @typedef {import("../app/api.js").Explanation} Explanation */
/** @typedef {import("../boards/lights.js").Light} Light */

/** Milliseconds the server may take. */
const TIME = 2500;
const STEPS = /** @type {const} */ (["where", "which", "why"]);
/** Rings of a morris board from outside. */
const RINGS = /** @type {const} */ (["outer", "middle", "inner"]);

export class HintCard extends GameCard {
    /** How many steps are told. */
    #step = 0;
    #key = "";
    /** @type {Explanation | null} */
    #explanation = null;
    #hasFailed = false;

    /**
     * @param {HTMLElement} root
     * @param {import("../app/game.js").GameOnPage} game
     * @param {{ light: (light: Light | null) => void, begun: () => string[] | null }} board
     */
    constructor(root, game, board) {
        super(root, game);
        this.board = board;
        root.setAttribute("aria-live", "polite");
    }

    /** Nobody is helped against a friend. */
    get isAllowed() {
        const { game } = this;
        return Boolean(game.state && !game.state.over && !game.isWatching && !game.isWithoutHelp && game.canMove);
    }

    get isOpen() {
        return this.#step > 0;
    }

    /** The next step, or after the last one nothing. */
    next() {
        if (!this.isAllowed) return;
        this.#go(this.#step === STEPS.length ? 0 : this.#step + 1);
    }

    /** @param {number} step */
    #go(step) {
        this.#step = step;
        if (step === 0) this.#forget();
        else if (this.#key === "") this.#ask();
        this.game.dispatchEvent(new Event("change"));
    }

    #forget() {
        this.#step = 0;
        this.#key = "";
        this.#explanation = null;
        this.board.light(null);
    }

    async #ask() {
        const { place } = this.game;
        const key = addressOf(place);
        this.#key = key;
        this.#hasFailed = false;
        try {
            const explanation = await api.explanation(place, TIME, new AbortController().signal);
            if (this.#key === key) this.#explanation = explanation;
        } catch {
            this.#hasFailed = this.#key === key;
        }
        this.game.dispatchEvent(new Event("change"));
    }

    show() {
        // A hint is for one position.
        if (this.#step > 0 && this.#key !== addressOf(this.game.place)) this.#forget();
        this.root.hidden = this.#step === 0;
        if (this.#step === 0) return;
        const explanation = this.#explanation;
        const body = explanation
            ? this.#told(explanation)
            : [html("p", { class: "quiet" }, t(this.#hasFailed ? "explain.failed" : "hint.thinking"))];
        fill(this.root, cardHead(t("hint.title")), this.#steps(), ...body, this.#buttons());
        if (explanation) this.board.light(this.#light(explanation));
    }

    #steps() {
        return html(
            "ol",
            { class: "hint-steps" },
            ...STEPS.map((step, i) =>
                html(
                    "li",
                    { "aria-current": i + 1 === this.#step ? "step" : undefined },
                    html("span", { class: "count", "aria-hidden": "true" }, String(i + 1)),
                    t(`hint.${step}`),
                ),
            ),
        );
    }

    #buttons() {
        const button = (
            /** @type {string} */ key,
            /** @type {string} */ kind,
            /** @type {string} */ text,
            /** @type {number} */ step,
        ) =>
            html(
                "button",
                { type: "button", class: `button ${kind}`, "data-key": key, onclick: () => this.#go(step) },
                text,
            );
        const more = this.#step === 1 ? t("hint.show") : t("hint.because");
        return html(
            "div",
            { class: "row" },
            this.#step < STEPS.length && button("hint-more", "soft", more, this.#step + 1),
            button("hint-hide", "quiet", t("hint.hide"), 0),
        );
    }

    /** The best move, or the best way to go on with the one that is half made. @param {Explanation} explanation */
    #best({ moves }) {
        const begun = this.board.begun();
        return moves.find(({ move }) => begun?.includes(move)) ?? bestOf(moves)[0];
    }

    /** The reasons for the best move, those about the position first. @param {Explanation} explanation */
    #facts(explanation) {
        const { state, facts } = explanation;
        const best = this.#best(explanation);
        const about = facts.map((fact) => ({ fact, subject: /** @type {string[]} */ ([]) }));
        const own = (best?.facts ?? []).map((fact) => ({ fact, subject: [best.move] }));
        return [...about, ...own].flatMap(({ fact, subject }) => {
            const text = sentenceOf(state, fact, subject);
            return text === null ? [] : [{ fact, subject, text }];
        });
    }

    /** @param {Explanation} explanation */
    #told(explanation) {
        const best = this.#best(explanation);
        if (this.#step === 1) return [html("p", {}, this.#where(explanation))];
        const move = html(
            "p",
            {},
            html("strong", {}, subjectOf(explanation.state, [best.move])),
            ` · ${wordsOf(best)}`,
        );
        if (this.#step === 2) return [move];
        const reasons = this.#facts(explanation).map(({ text }) => html("li", {}, text));
        const none = html("p", { class: "quiet" }, t(best.result === null ? "explain.unproven" : "explain.value"));
        return [move, reasons.length > 0 ? html("ul", { class: "facts" }, ...reasons) : none];
    }

    /** The part of the board to look at, in words. @param {Explanation} explanation */
    #where(explanation) {
        const { state } = explanation;
        const cells = this.#region(explanation);
        const { width } = gridOf(state.shape);
        if (width > 0) {
            const columns = cells.map((cell) => (cell % width) + 1);
            return t("hint.columns", { from: Math.min(...columns), to: Math.max(...columns) });
        }
        const points = pointsOf(state.shape);
        const ring = Math.max(
            ...cells.map((point) => 3 - Math.max(Math.abs(points[point].x - 3), Math.abs(points[point].y - 3))),
        );
        const rings = new Set(
            cells.map((point) => 3 - Math.max(Math.abs(points[point].x - 3), Math.abs(points[point].y - 3))),
        );
        return rings.size === 1 ? t(`hint.ring.${RINGS[ring] ?? "outer"}`) : t("hint.cross");
    }

    /** The places to look at: the best move among its neighbours. @param {Explanation} explanation */
    #region(explanation) {
        const { state } = explanation;
        const touched = state.touched[state.legal.indexOf(this.#best(explanation).move)];
        const to = this.board.begun() ? (touched.take ?? touched.to) : touched.to;
        const { width, height } = gridOf(state.shape);
        if (width > 0) {
            const middle = Math.max(1, Math.min(width - 2, to % width));
            return [middle - 1, middle, middle + 1].flatMap((column) => [column, (height - 1) * width + column]);
        }
        const mills = millsOf(state.shape).filter((mill) => mill.includes(to));
        const men = (/** @type {number[]} */ mill) => mill.filter((point) => state.cells[point] !== ".").length;
        return mills.toSorted((a, b) => men(b) - men(a))[0] ?? [to];
    }

    /** @param {Explanation} explanation @returns {Light} */
    #light(explanation) {
        const { state } = explanation;
        const nothing = { cells: [], lines: [], moves: [] };
        if (this.#step === 1) return { ...nothing, area: this.#region(explanation) };
        const best = this.#best(explanation);
        const shown = { ...nothing, moves: placesOf(state, [], [best.move], false) };
        const reason =
            this.#step === 3 ? this.#facts(explanation).find(({ fact }) => fact.lines.length > 0) : undefined;
        return reason ? { ...lightOf(state, reason.fact, reason.subject), moves: shown.moves } : shown;
    }
}
