// What the server is asked about its databases and the work on them, and the shapes of its answers.

import { ROOT, ask, place } from "./api.js";

/** @typedef {{ game: string, phase: string, positions: number, exact: number }} PhaseCount */
/** @typedef {{ game: string, plies: number, positions: number, bytes: number, origin: string }} Book */

/**
 * The table of all positions with so many own and other men, the own side to move.
 * @typedef {object} Pair
 * @property {number} own
 * @property {number} other
 * @property {number} positions
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number | null} longest_win plies
 * @property {number | null} longest_loss plies
 * @property {number} bytes
 */

/** What it takes to build what is missing. @typedef {{ positions: number, disk: number, memory: number, cpu_seconds: number, pairs: number, plies: number }} Needs */

/**
 * @typedef {object} Tables
 * @property {string} game
 * @property {Pair[]} pairs
 * @property {{ ply: number, positions: number, bytes: number }[]} plies
 * @property {number} bytes
 * @property {Needs | null} missing none if complete
 * @property {string | null} problem why they cannot be used
 */

/**
 * @typedef {object} Stock
 * @property {"open" | "token" | "closed"} operator who may change anything
 * @property {{ place: string, kind: string, games: number, phases: PhaseCount[], worker_threads: number | null }} store
 * @property {Book[]} books
 * @property {{ folder: string | null, rules: Tables[] }} tables
 */

/** @typedef {{ key: string, position: string, phase: string, best: string, score: string, depth: number, exact: boolean, source: string }} Entry */

/** @typedef {{ kind: "seed", game: string, from: number, to: number, count: number, player: string }} SeedSettings */
/** @typedef {{ kind: "self-play", game: string, games: number, player: string, opening: number }} SelfPlaySettings */
/** @typedef {{ kind: "tablebase", game: string, men?: number | null, wdl_only?: boolean }} TablebaseSettings */
/** @typedef {{ kind: "analysis", game: string, position: string, time?: number | null }} AnalysisSettings */
/** @typedef {{ kind: "book", game: string, plies: number }} BookSettings */
/** @typedef {SeedSettings | SelfPlaySettings | TablebaseSettings | AnalysisSettings | BookSettings} JobSettings */

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {JobSettings} settings
 * @property {"running" | "stopping" | "stopped" | "done" | "failed"} state
 * @property {number} done
 * @property {number} wanted
 * @property {"positions" | "games"} unit
 * @property {number | null} rate a second
 * @property {number | null} seconds_left
 * @property {string} detail
 * @property {number} saved
 * @property {string | null} problem
 * @property {number} started
 * @property {number} milliseconds of work
 */

/** @typedef {{ id: number, game: string, players: import("./api.js").Players, result: string, plies: number, updated: number }} ListedGame */

/** @param {Record<string, string | number | undefined>} values those that are given */
const query = (values) => new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, String(value)]])));

export const databasesApi = {
    /** @returns {Promise<Stock>} */
    stock: () => ask("/databases"),

    /**
     * @param {string} game @param {string | undefined} after the last key before @param {number} limit
     * @returns {Promise<{ records: Entry[], next: string | null }>}
     */
    entries: (game, after, limit) => ask(`/databases/positions?${query({ game, after, limit })}`),

    /** @param {string} game all if empty @param {"csv" | "jsonl"} format */
    exportAddress: (game, format) => `${ROOT}/databases/export?${query({ game, format })}`,

    /** @param {string} game all if empty @param {string | undefined} token @returns {Promise<{ forgotten: number }>} */
    forget: (game, token) => ask(`/databases/positions?${query({ game })}`, { method: "DELETE", token }),

    /**
     * What it takes to build the tables that are wanted and not there.
     * @param {TablebaseSettings} wanted @param {AbortSignal} signal
     * @returns {Promise<Needs>}
     */
    needs: ({ game, men, wdl_only }, signal) => ask(`/databases/needs?${query({ game, men: men ?? undefined, wdl_only: wdl_only ? "true" : undefined })}`, { signal }),

    /** @param {string} game @param {number} own @param {number} other @returns {Promise<{ position: string, plies: number, state: import("./api.js").State }>} */
    longest: (game, own, other) => ask(`/databases/longest?${query({ game, own, other })}`),

    /**
     * The record of a position or of an image of it, in `record`.
     * @param {string} game @param {string | null} start @param {string[]} moves @param {AbortSignal} signal
     * @returns {Promise<{ state: import("./api.js").State, record: Omit<Entry, "key" | "phase"> | null }>}
     */
    record: (game, start, moves, signal) => ask(`/${game}/symmetry?${place(start, moves)}`, { signal }),

    /** The games in which a position occurred. @param {string} game @param {string} position @param {AbortSignal} signal @returns {Promise<ListedGame[]>} */
    gamesWith: (game, position, signal) => ask(`/games?${query({ game, position })}`, { signal }),

    /** The list of all jobs whenever it changes. */
    jobEvents: () => new EventSource(`${ROOT}/jobs/events`),

    /** @param {JobSettings} settings @param {string | undefined} token @returns {Promise<Job>} */
    beginJob: (settings, token) => ask("/jobs", { method: "POST", body: settings, token }),

    /** @param {Job["id"]} id @param {"stop" | "resume"} what @param {string | undefined} token @returns {Promise<Job>} */
    changeJob: (id, what, token) => ask(`/jobs/${id}/${what}`, { method: "POST", token }),

    /** @param {Job["id"]} id @param {string | undefined} token */
    forgetJob: (id, token) => ask(`/jobs/${id}`, { method: "DELETE", token }),
};
