// Compare: several players on the position on the board, side by side, next to the exact values.

import { addressOf } from "../app/address.js";
import { api } from "../app/api.js";
import { fill, html } from "../app/dom.js";
import { recall, recallHere, remember, rememberHere } from "../app/memory.js";
import { t } from "../app/text.js";
import { comparisonTable } from "./compare-table.js";
import { numberField } from "./fields.js";
import { problemOf, Run, runButton } from "./run.js";

/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("../app/api.js").Choice} Choice */
/** @typedef {import("./contestants.js").Contestants} Contestants */

/** The result of one player. @typedef {Choice | { problem: string }} Outcome */

/**
 * A comparison of one position, perhaps unfinished.
 * @typedef {object} Comparison
 * @property {string} address
 * @property {Record<string, Outcome>} outcomes by player
 * @property {Analysis | null} exact
 * @property {string[]} wanted players still to run
 * @property {boolean} isRunning
 */

const NAME = "lab.compare";
const USUAL_SECONDS = 5;
const EXACT_TIME = 10_000;
const MOST_SECONDS = 60;

export class CompareCard {
    #run = new Run(() => this.#changed());
    /** @type {Comparison | null} */
    #comparison = recallHere(NAME, null);
    #seconds = recall("lab.seconds", USUAL_SECONDS);
    #isLong = false;

    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     * @param {Contestants} contestants
     */
    constructor(root, game, contestants) {
        this.root = root;
        this.game = game;
        this.contestants = contestants;
    }

    show() {
        const { game, contestants } = this;
        if (!game.state) return;
        this.#follow();
        const isOver = game.state.over !== null;
        fill(
            this.root,
            html("div", { class: "card-head" }, html("h2", {}, t("lab.compare.title"))),
            html("p", { class: "quiet" }, t("lab.compare.note")),
            contestants.presets(game.game),
            contestants.list(),
            html("div", { class: "row run-row" }, this.#runButton(isOver), this.#secondsField()),
            html("p", { class: "quiet progress", role: "status" }, this.#progress(isOver)),
            this.#table(),
        );
    }

    /** Follows the position on the board: computations for another one are dropped. */
    #follow() {
        const address = addressOf(this.game.place);
        const comparison = this.#comparison;
        if (comparison?.address === address) {
            // The page was reloaded in the middle of it.
            if (comparison.isRunning && !this.#run.isUnfinished) this.#goOn(comparison);
            return;
        }
        if (this.#run.isRunning) this.#run.stop();
    }

    get #current() {
        return this.#comparison?.address === addressOf(this.game.place) ? this.#comparison : null;
    }

    #begin() {
        const { game, contestants } = this;
        const exact = this.#current?.exact ?? null;
        this.#goOn({
            address: addressOf(game.place),
            outcomes: {},
            exact,
            wanted: [...new Set(contestants.specs)],
            isRunning: true,
        });
    }

    /** @param {Comparison} comparison */
    #goOn(comparison) {
        const at = this.game.place;
        this.#comparison = comparison;
        this.#run.begin(async (signal) => {
            while (comparison.wanted.length > 0) {
                const player = comparison.wanted[0];
                // One player's settings may be invalid; the others still run.
                comparison.outcomes[player] = await api
                    .choose(at, player, signal, Math.round(1000 * this.#seconds))
                    .catch(problemOf);
                comparison.wanted.shift();
                this.#changed();
            }
            comparison.exact ??= await api.analysis(at.game, at.start, at.moves, EXACT_TIME, signal);
        });
    }

    #changed() {
        if (this.#comparison) {
            this.#comparison.isRunning = this.#run.isUnfinished;
            rememberHere(NAME, this.#comparison);
        }
        this.show();
    }

    /** @param {boolean} isOver */
    #runButton(isOver) {
        return runButton({
            name: "compare",
            label: t("lab.compare.run"),
            isRunning: this.#run.isRunning,
            isDisabled: isOver,
            begin: () => this.#begin(),
            stop: () => this.#run.stop(),
        });
    }

    #secondsField() {
        return numberField(
            {
                id: "compare-seconds",
                label: t("lab.compare.seconds"),
                value: this.#seconds,
                least: 0.1,
                most: MOST_SECONDS,
                usual: USUAL_SECONDS,
            },
            (seconds) => {
                this.#seconds = seconds;
                remember("lab.seconds", seconds);
            },
        );
    }

    /** @param {boolean} isOver */
    #progress(isOver) {
        const comparison = this.#current;
        if (isOver) return t("lab.over");
        if (!comparison) return t("lab.compare.ready");
        const all = Object.keys(comparison.outcomes).length + comparison.wanted.length;
        if (!this.#run.isRunning)
            return comparison.wanted.length > 0
                ? t("lab.stopped", { done: all - comparison.wanted.length, all })
                : t("lab.compare.done");
        if (comparison.wanted.length === 0) return t("lab.compare.exact");
        return t("lab.running", { done: all - comparison.wanted.length, all });
    }

    #table() {
        const comparison = this.#current;
        if (!comparison) return html("div", { class: "comparison-space" });
        const toggle = () => {
            this.#isLong = !this.#isLong;
            this.show();
        };
        return comparisonTable({ specs: this.contestants.specs, comparison, isLong: this.#isLong, onToggle: toggle });
    }
}
