// What the Lab asks of the server.

import { ROOT, ask, place } from "./api.js";

/** @typedef {import("./address.js").Place} Place */
/** @typedef {import("./api.js").State} State */

/**
 * What a player thought of a move.
 * @typedef {object} ScoredMove
 * @property {string} move
 * @property {string} score `+120`, or `win in 5` in plies
 * @property {string | null} value what is proven, in words
 * @property {"exact" | "at most" | "at least"} bound
 */

/**
 * How a player came to its move.
 * @typedef {object} Findings
 * @property {string} source
 * @property {number | null} depth plies looked ahead
 * @property {"done" | "solved" | "nodes" | "time" | "asked"} stop
 * @property {number} nodes
 * @property {number} cut_offs
 * @property {number} table_hits
 * @property {number} milliseconds
 * @property {ScoredMove[]} moves
 */

/** @typedef {{ move: string, report: Findings }} Choice */

/**
 * A search whose every step was written down.
 * @typedef {object} Trace
 * @property {string} id
 * @property {string} game
 * @property {string} position
 * @property {string} player
 * @property {boolean} running
 * @property {number} nodes kept so far
 * @property {boolean} full whether the rest was not kept
 * @property {number} steps every node is entered and left
 * @property {{ node: number, depth: number, score: string | null, children: number }[]} rounds
 * @property {string | null} choice
 * @property {Findings | null} report
 * @property {number} milliseconds
 */

/**
 * A move that was tried in a search, with what came of it.
 * @typedef {object} TreeNode
 * @property {number} node
 * @property {string | null} move none for the root and for a round
 * @property {number | null} ply 0 for the moves of the position searched; none for the root and for rounds
 * @property {number} depth plies left
 * @property {string} alpha
 * @property {string} beta
 * @property {string | null} score
 * @property {"root" | "round" | "leaf" | "table" | "cut" | "searched" | "open"} kind
 * @property {"exact" | "at most" | "at least" | null} bound
 * @property {{ move: string, score: string | null, beta: string } | null} cut_by the move after which the others did not matter
 * @property {boolean} is_best
 * @property {number} children
 * @property {number} size
 * @property {string} cells
 * @property {string} position
 */

/** @typedef {{ node: TreeNode, path: { node: number, move: string | null }[], state: State, children: TreeNode[], total: number }} Branch */

/** @typedef {{ step: number, kind: "enter" | "leave", node: TreeNode }} Step */

/** @typedef {{ move: string, games: number, wins: number, draws: number, losses: number, share: number, low: number, high: number }} PlayedMove */
/** @typedef {{ games: number, moves: PlayedMove[] }} Playouts */

/**
 * A position among its images.
 * @typedef {object} SymmetryClass
 * @property {KeyedState} state
 * @property {{ name: string, state: KeyedState }[]} images
 * @property {number} members
 * @property {{ state: KeyedState, by: string[] }} canonical the one that stands for all, and the changes that lead there
 * @property {{ key: string, position: string, phase: string, best: string, score: string, depth: number, exact: boolean, source: string } | null} record what the database keeps for all of them
 */

/** @typedef {State & { key: string, canonical: string }} KeyedState */

/** @typedef {{ game: string, number: number, title: string, position: string, depth: number, answers: string[] }} Scenario */
/** @typedef {{ best: string[], answers: string[], passed: boolean, report: Findings, protocol: string }} ScenarioResult */

/** The place as the body of a request. @param {Place} place */
const bodyOf = ({ start, moves }) => (start ? { position: start, moves: moves.join(" ") } : { position: moves.join(" ") });

/** @param {Place} at */
const queryOf = ({ start, moves }) => place(start, moves);

export const labApi = {
    /**
     * The move a player chooses; aborting stops it.
     * @param {Place} at @param {string} player @param {number} milliseconds @param {AbortSignal} signal
     * @returns {Promise<Choice>}
     */
    choose: (at, player, milliseconds, signal) => ask(`/${at.game}/choose`, { method: "POST", body: { ...bodyOf(at), player, time: Math.round(milliseconds) }, signal }),

    /**
     * Begins a search that is written down.
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

    /** @param {string} id @param {number} node @param {number} from @param {number} count @returns {Promise<Branch>} */
    branch: (id, node, from, count) => ask(`/traces/${id}/nodes/${node}?from=${from}&count=${count}`),

    /** @param {string} id @param {number} from @param {number} count @returns {Promise<{ total: number, steps: Step[] }>} */
    steps: (id, from, count) => ask(`/traces/${id}/steps?from=${from}&count=${count}`),

    /** @param {string} id */
    protocolAddress: (id) => `${ROOT}/traces/${id}/protocol`,

    /** Random games as they are played. @param {Place} at @param {number} playouts of each move @param {number} seed */
    playouts: (at, playouts, seed) => new EventSource(`${ROOT}/${at.game}/playouts/stream?${queryOf(at)}&playouts=${playouts}&seed=${seed}`),

    /** @param {Place} at @param {AbortSignal} signal @returns {Promise<SymmetryClass>} */
    symmetry: (at, signal) => ask(`/${at.game}/symmetry?${queryOf(at)}`, { signal }),

    /** @returns {Promise<Scenario[]>} */
    scenarios: () => ask("/scenarios"),

    /**
     * @param {{ game: string, position: string, depth: number, answers: string[] }} scenario @param {AbortSignal} signal
     * @returns {Promise<ScenarioResult>}
     */
    runScenario: ({ game, position, depth, answers }, signal) => ask(`/${game}/scenario`, { method: "POST", body: { position, depth, answers }, signal }),
};
