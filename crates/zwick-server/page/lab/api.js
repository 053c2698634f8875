// The Lab's requests to the server.

import { ask, bodyOf, queryOf, ROOT } from "../app/api.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/api.js").Schemas} Schemas */

/** @typedef {Schemas["ScoredMove"]} ScoredMove */
/** @typedef {Schemas["Thought"]} Findings how a player came to its move */
/** @typedef {Schemas["TraceState"]} Trace a search whose every step was written down */
/** @typedef {Schemas["Node"]} TreeNode a move that was tried in a search, with what came of it */
/** @typedef {Schemas["Branch"]} Branch */
/** @typedef {Schemas["StepTold"]} Step */
/** @typedef {Schemas["PlayedMove"]} PlayedMove */
/** @typedef {Schemas["Played"]} Playouts */
/** @typedef {Schemas["Symmetry"]} SymmetryClass a position among its images */
/** @typedef {import("../app/api.js").State} KeyedState */
/** @typedef {Schemas["Scenario"]} Scenario */
/** @typedef {Schemas["TrialResult"]} ScenarioResult */
/** @typedef {Schemas["Memory"]} Memory what a player may know before a test */

export const labApi = {
    /**
     * Starts a recorded search.
     * @param {Place} at @param {{ player: string, nodes: number, time: number }} wish
     * @returns {Promise<Trace>}
     */
    beginTrace: (at, wish) => ask(`/${at.game}/traces`, { method: "POST", body: { ...bodyOf(at), ...wish } }),

    /** @param {string} id @param {AbortSignal} [signal] @returns {Promise<Trace>} */
    trace: (id, signal) => ask(`/traces/${id}`, { signal }),

    /** @param {string} id @returns {Promise<Trace>} */
    stopTrace: (id) => ask(`/traces/${id}/stop`, { method: "POST" }),

    /** @param {string} id */
    forgetTrace: (id) => ask(`/traces/${id}`, { method: "DELETE" }),

    /**
     * A node with some of its children: the first, or those after another one.
     * @param {string} id @param {number} node @param {string | null} after @param {number} limit
     * @returns {Promise<Branch>}
     */
    branch: (id, node, after, limit) =>
        ask(`/traces/${id}/nodes/${node}?limit=${limit}${after === null ? "" : `&after=${after}`}`),

    /**
     * @param {string} id
     * @param {number} from
     * @param {number} limit
     * @returns {Promise<import("../app/api.js").Page<Step>>}
     */
    steps: (id, from, limit) => ask(`/traces/${id}/steps?limit=${limit}${from === 0 ? "" : `&after=${from - 1}`}`),

    /** @param {string} id */
    protocolAddress: (id) => `${ROOT}/traces/${id}/protocol`,

    /** Random games as they are played. @param {Place} at @param {number} playouts of each move @param {number} seed */
    playouts: (at, playouts, seed) =>
        new EventSource(`${ROOT}/${at.game}/playouts/stream?${queryOf(at)}&playouts=${playouts}&seed=${seed}`),

    /** @param {Place} at @param {AbortSignal} signal @returns {Promise<SymmetryClass>} */
    symmetry: (at, signal) => ask(`/${at.game}/symmetry?${queryOf(at)}`, { signal }),

    /** @returns {Promise<import("../app/api.js").Page<Scenario>>} */
    scenarios: () => ask("/scenarios"),

    /**
     * @param {{ game: string, position: string, depth: number, answers: string[] }} scenario
     * @param {{ player: string | undefined, memory: Memory }} candidate a search as deep as the scenario if no player
     * @param {AbortSignal} signal
     * @returns {Promise<ScenarioResult>}
     */
    runScenario: ({ game, position, depth, answers }, candidate, signal) =>
        ask(`/${game}/scenario`, { method: "POST", body: { position, depth, answers, ...candidate }, signal }),
};
