// A scenario put to a player: its move, whether that is right, and the proof by playing on.

import { api } from "../app/api.js";
import { labApi } from "./api.js";

/** @typedef {import("../app/api.js").Schemas["ScoredMove"]} ScoredMove */
/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {import("../app/api.js").Source} Source */
/** @typedef {import("./api.js").Memory} Memory */
/** @typedef {import("./address.js").OwnScenario} Scenario */

/**
 * What came of it.
 * @typedef {object} Outcome
 * @property {boolean} passed
 * @property {string[]} moves the chosen move, or all that a search considers best
 * @property {ScoredMove | null} score of the first of them
 * @property {Source} source
 * @property {number} nodes
 * @property {number} milliseconds
 * @property {string} log of the search, if it is known
 * @property {string[]} line the first of the moves, and what follows it
 * @property {Side | null} winner after the line
 */

/** Alpha-beta as deep as the scenario says, which the server runs with a log of its steps. */
export const SEARCH = "search";

/** @typedef {{ player: string, memory: Memory }} Candidate who is put to the test, and what it may know beforehand */

/**
 * @param {Scenario} scenario
 * @param {Candidate} candidate
 * @param {AbortSignal} signal
 * @returns {Promise<Outcome>}
 */
export async function run(scenario, { player, memory }, signal) {
    const name = player === SEARCH ? undefined : player;
    const { passed, best, report, protocol } = await labApi.runScenario(scenario, { player: name, memory }, signal);
    const found = { passed, moves: best, ...figuresOf(report, best[0]), log: protocol };
    return { ...found, ...(await playOn(scenario, player, best[0], signal)) };
}

/** @param {import("./api.js").Findings} report @param {string} move */
const figuresOf = ({ moves, source, nodes, milliseconds }, move) => ({
    score: moves.find((scored) => scored.move === move) ?? null,
    source,
    nodes,
    milliseconds,
});

/**
 * Plays on as many plies as the scenario is deep: the player against a search of that depth.
 * @param {Scenario} scenario
 * @param {string} player
 * @param {string} first
 * @param {AbortSignal} signal
 */
async function playOn({ game, position, depth }, player, first, signal) {
    const rival = `alpha-beta:depth=${depth}`;
    const line = [first];
    for (;;) {
        const at = { game, start: position, moves: line };
        const { over } = await api.position(at);
        if (over || line.length >= depth) return { line, winner: over?.winner ?? null };
        const next = line.length % 2 === 1 || player === SEARCH ? rival : player;
        line.push((await api.choose(at, next, signal)).move);
    }
}
