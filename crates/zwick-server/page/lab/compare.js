// Compare: several players on the position on the board, side by side, next to the exact values.

import { api } from "../app/api.js";
import { html } from "../app/dom.js";
import { RememberedNumber } from "../app/fields.js";
import { t } from "../app/text.js";
import { comparisonTable } from "./compare-table.js";
import { ExperimentCard } from "./experiment.js";
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

/**
 * @param {HTMLElement} root
 * @param {GameOnPage} game
 * @param {Contestants} contestants
 */
export function compareCard(root, game, contestants) {
    const seconds = new RememberedNumber("lab.seconds", 5, { id: "compare-seconds", least: 0.1, most: 60 });
    let isLong = false;
    const toggle = () => {
        isLong = !isLong;
        card.show();
    };
    /** @type {ExperimentCard<Comparison>} */
    const card = new ExperimentCard(root, game, {
        name: "compare",
        choices: () => [contestants.presets(game.game), contestants.list()],
        field: () => seconds.field(t("lab.compare.seconds")),
        /** @returns {Comparison} */
        begin: () => ({
            outcomes: {},
            exact: card.found?.exact ?? null,
            wanted: [...new Set(contestants.specs)],
        }),
        async work(comparison, at, signal) {
            while (comparison.wanted.length > 0) {
                const player = comparison.wanted[0];
                // One player's settings may be invalid; the others still run.
                comparison.outcomes[player] = await api
                    .choose(at, player, signal, Math.round(1000 * seconds.value))
                    .catch(problemOf);
                comparison.wanted.shift();
                card.changed();
            }
            comparison.exact ??= await api.analysis(at, EXACT_TIME, signal);
        },
        progress: (comparison) => progressText(comparison, card.isRunning),
        result: (comparison) => [
            comparison
                ? comparisonTable({ specs: contestants.specs, comparison, isLong, onToggle: toggle })
                : html("div", { class: "comparison-space" }),
        ],
    });
    return card;
}

/** @param {Comparison | null} comparison @param {boolean} isRunning */
function progressText(comparison, isRunning) {
    if (!comparison) return t("lab.compare.ready");
    const done = Object.keys(comparison.outcomes).length;
    const all = done + comparison.wanted.length;
    if (done < all) return t(isRunning ? "lab.running" : "lab.stopped", { done, all });
    return t(isRunning ? "lab.compare.exact" : "lab.compare.done");
}
