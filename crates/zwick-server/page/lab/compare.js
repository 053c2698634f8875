// Compare: several players on the position on the board, side by side, next to the exact values.

import { api } from "../app/api.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { RememberedNumber } from "../app/fields.js";
import { t } from "../app/text.js";
import { comparisonTable } from "./compare-table.js";
import { Experiment } from "./experiment.js";
import { problemOf } from "./run.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("../app/api.js").Choice} Choice */
/** @typedef {import("./contestants.js").Contestants} Contestants */

/** The result of one player. @typedef {Choice | { problem: string }} Outcome */

/**
 * A comparison of one position, perhaps unfinished.
 * @typedef {object} Comparison
 * @property {Record<string, Outcome>} outcomes by player
 * @property {Analysis | null} exact
 * @property {string[]} wanted players still to run
 */

const EXACT_TIME = 10_000;

export class CompareCard {
    #seconds = new RememberedNumber("lab.seconds", 5, { id: "compare-seconds", least: 0.1, most: 60 });
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
        /** @type {Experiment<Comparison>} */
        this.experiment = new Experiment(game, {
            name: "compare",
            begin: () => this.#begin(),
            work: (comparison, at, signal) => this.#compare(comparison, at, signal),
            show: () => this.show(),
        });
    }

    show() {
        const { game, contestants } = this;
        if (!game.state) return;
        this.experiment.follow();
        const isOver = game.state.over !== null;
        fill(
            this.root,
            cardHead(t("lab.compare.title")),
            html("p", { class: "quiet" }, t("lab.compare.note")),
            contestants.presets(game.game),
            contestants.list(),
            ...this.experiment.controls(
                t("lab.compare.run"),
                isOver,
                this.#seconds.field(t("lab.compare.seconds")),
                this.#progress(isOver),
            ),
            this.#table(),
        );
    }

    /** @returns {Comparison} */
    #begin() {
        const exact = this.experiment.found?.exact ?? null;
        return { outcomes: {}, exact, wanted: [...new Set(this.contestants.specs)] };
    }

    /** @param {Comparison} comparison @param {Place} at @param {AbortSignal} signal */
    async #compare(comparison, at, signal) {
        while (comparison.wanted.length > 0) {
            const player = comparison.wanted[0];
            // One player's settings may be invalid; the others still run.
            comparison.outcomes[player] = await api
                .choose(at, player, signal, Math.round(1000 * this.#seconds.value))
                .catch(problemOf);
            comparison.wanted.shift();
            this.experiment.changed();
        }
        comparison.exact ??= await api.analysis(at, EXACT_TIME, signal);
    }

    /** @param {boolean} isOver */
    #progress(isOver) {
        const comparison = this.experiment.found;
        if (isOver) return t("lab.over");
        if (!comparison) return t("lab.compare.ready");
        const all = Object.keys(comparison.outcomes).length + comparison.wanted.length;
        if (!this.experiment.isRunning)
            return comparison.wanted.length > 0
                ? t("lab.stopped", { done: all - comparison.wanted.length, all })
                : t("lab.compare.done");
        if (comparison.wanted.length === 0) return t("lab.compare.exact");
        return t("lab.running", { done: all - comparison.wanted.length, all });
    }

    #table() {
        const comparison = this.experiment.found;
        if (!comparison) return html("div", { class: "comparison-space" });
        const toggle = () => {
            this.#isLong = !this.#isLong;
            this.show();
        };
        return comparisonTable({ specs: this.contestants.specs, comparison, isLong: this.#isLong, onToggle: toggle });
    }
}
