// The status: side to move, who won and why, what the computer does, and the source of the answer.

import { GameCard } from "../app/card.js";
import { fill, html } from "../app/dom.js";
import { readDraws } from "../app/draws.js";
import { other, PERSON } from "../app/game.js";
import { number, t } from "../app/text.js";
import { dueText } from "./due.js";
import { personName, playerName, sideName } from "./names.js";
import { moveText } from "./notation.js";
import { scoreCell } from "./scores.js";
import { kindOf, knownOf, signOf, sourceOf, timeText } from "./values.js";

/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/api.js").State} State */

/** Why a game ended, with the line in Connect Four. @param {State} state */
export function reasonOf(state) {
    const { winning, shape, over } = state;
    if (!over) return "";
    if (shape.kind !== "grid" || winning.length < 4) {
        const loser = over.winner === "first" ? "second" : "first";
        return t(`reason.${over.reason}`, {
            loser: sideName(state.game, loser),
            moves: readDraws(state.draws).quietMoves ?? "",
        });
    }
    const { width, height } = shape;
    const rows = new Set(winning.map((cell) => Math.floor(cell / width)));
    const columns = new Set(winning.map((cell) => cell % width));
    if (rows.size === 1) return t("reason.four.row", { row: height - [...rows][0] });
    if (columns.size === 1) return t("reason.four.column", { column: [...columns][0] + 1 });
    return t("reason.four.diagonal");
}

/** Whose turn it is, or the result, in words. @param {State} state */
export function headline(state) {
    if (!state.over) return t("status.turn", { side: sideName(state.game, state.turn) });
    const { winner } = state.over;
    return winner
        ? t("status.wins", { side: sideName(state.game, winner), reason: reasonOf(state) })
        : t("status.draw", { reason: reasonOf(state) });
}

export class StatusLine extends GameCard {
    #coin = html("span", { class: "coin none", "aria-hidden": "true" });
    // A live region is read aloud only if it stays the same element.
    #words = html("p", { class: "status-words", role: "status" });
    #due = html("p", { id: "due", class: "due" });
    #action = html("div", { class: "status-action" });
    #sources = html("div", { class: "sources" });

    /** @param {HTMLElement} root @param {import("../app/game.js").GameOnPage} game */
    constructor(root, game) {
        super(root, game);
        const words = html("div", { class: "status-text" }, this.#words, this.#due);
        root.append(this.#coin, words, this.#action, this.#sources);
    }

    /** @param {Analysis | null} analysis @param {import("./due.js").Progress} progress */
    show(analysis, progress) {
        const { game } = this;
        const { state } = game;
        if (!state) return fill(this.#words, html("strong", {}, t("status.loading")));
        const side = state.over ? state.over.winner : state.turn;
        this.#coin.className = `coin ${side ?? "none"}`;
        const origin =
            analysis && !state.over
                ? t("status.origin", {
                      time: timeText(analysis.milliseconds),
                      source: sourceOf(analysis.answer.source),
                  })
                : "";
        const told = progress.step === "take" && !state.over ? t("status.take") : headline(state);
        fill(this.#words, html("strong", {}, told), " ", this.#detail(state, analysis));
        this.#due.hidden = state.shape.kind !== "points";
        fill(this.#due, dueText(game, state, progress));
        fill(this.#action, ...this.#buttons());
        fill(
            this.#sources,
            html("span", { class: "played-by" }, this.#played()),
            html("span", { class: "found" }, ...this.#found()),
            html("span", { class: "origin" }, origin),
        );
    }

    /** What the computer played last, and how long it took for that. */
    #played() {
        const { thought } = this.game;
        if (!thought) return "";
        const given = {
            move: moveText(thought.move),
            time: timeText(thought.milliseconds),
        };
        return thought.player === null
            ? t("status.played.best", given)
            : t("status.played", { ...given, player: playerName(thought.player) });
    }

    /** How it found that: where the move comes from, how many positions it visited, and what it takes the move for. */
    #found() {
        const { thought } = this.game;
        if (!thought) return [];
        const { source, nodes, stored, score } = thought;
        const cost = nodes ? ` · ${t("status.nodes", { nodes: number(nodes) })}` : "";
        const saved = stored ? ` · ${t("status.stored", { count: number(stored) })}` : "";
        return [sourceOf(source), cost, saved, score && " · ", score && scoreCell(score, score.bound)];
    }

    /**
     * What the page is waiting for; otherwise the value.
     * @param {State} state
     * @param {Analysis | null} analysis
     */
    #detail(state, analysis) {
        const waiting = this.#waiting(state);
        if (waiting || state.over || !analysis) return html("span", { class: "detail" }, waiting);
        return html(
            "span",
            { class: `detail value ${kindOf(analysis.answer)}` },
            `${signOf(analysis.answer)} ${knownOf(analysis)}`,
        );
    }

    /** @param {State} state */
    #waiting(state) {
        const { game } = this;
        if (!game.isConnected) return t("status.lost");
        if (game.wish) {
            const { what, side } = game.wish;
            return side === game.ownSide
                ? t(`status.${what}.waiting`)
                : t(`status.${what}.asked`, { side: personName(game, side) });
        }
        if (game.refused !== null && game.refused === game.ownSide)
            return t("status.refused", { side: personName(game, other(game.refused)) });
        if (!game.isAtEnd) return t("status.earlier", { ply: game.view, plies: game.moves.length });
        if (state.over) return "";
        if (game.busy === "computer" && game.players[state.turn] === PERSON) return t("status.best");
        if (game.busy === "computer") return t("status.thinking", { player: playerName(game.players[state.turn]) });
        if (game.isComputersTurn && game.isPaused && !game.isFresh)
            return t("status.paused", { player: playerName(game.players[state.turn]) });
        if (game.isWatching) return t("status.watching");
        if (game.isShared && game.ownSide !== state.turn)
            return t("status.wait", { side: personName(game, state.turn) });
        return "";
    }

    /** The buttons for the status, if any. */
    #buttons() {
        const { game } = this;
        const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
            html("button", { type: "button", class: "button small", "data-key": key, onclick }, text);
        if (game.wish && game.ownSide && game.wish.side !== game.ownSide) {
            const { what } = game.wish;
            return [
                button("allow", t(what === "undo" ? "allow" : "accept"), () => game.ask(what)),
                button("refuse", t("refuse"), () => game.refuse()),
            ];
        }
        if (game.busy === "computer") return [button("stop", t("stop"), () => game.stop())];
        if (game.isComputersTurn && !game.isFresh) return [button("go-on", t("go.on"), () => game.goOn())];
        return [];
    }
}
