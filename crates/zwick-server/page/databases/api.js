// Requests to the server about its databases and jobs, and the types of its answers.

import { ask, queryOf, ROOT } from "../app/api.js";

/** @typedef {import("../app/api.js").Schemas} Schemas */

/** @typedef {Schemas["PhaseState"]} PhaseCount */
/** @typedef {Schemas["BookState"]} Book */
/** @typedef {Schemas["PairState"]} Pair */
/** @typedef {Schemas["NeedsState"]} Needs what it takes to build what is missing */
/** @typedef {Schemas["RulesState"]} Tables */
/** @typedef {Schemas["Databases"]} Stock */
/** @typedef {Schemas["Record"]} Entry */
/** @typedef {Schemas["JobSettings"]} JobSettings */
/** @typedef {Extract<JobSettings, { kind: "seed" }>} SeedSettings */
/** @typedef {Extract<JobSettings, { kind: "self-play" }>} SelfPlaySettings */
/** @typedef {Extract<JobSettings, { kind: "tablebase" }>} TablebaseSettings */
/** @typedef {Schemas["Job"]} Job */
/** @typedef {Schemas["Solving"]} SolvingState how exact a game of morris is, and what more costs */
/** @typedef {Schemas["ListedGame"]} ListedGame */
/** @typedef {"csv" | "jsonl" | "v1" | "v2" | "v3"} Format of exported and imported files; the last three are those of older programs */

/** @param {Record<string, string | number | undefined>} values those that are given */
const query = (values) =>
    new URLSearchParams(
        Object.entries(values).flatMap(([name, value]) =>
            value === undefined || value === "" ? [] : [[name, String(value)]],
        ),
    );

export const databasesApi = {
    /** @returns {Promise<Stock>} */
    stock: () => ask("/databases"),

    /**
     * @param {string} game @param {string | undefined} after the last key before @param {number} limit
     * @returns {Promise<import("../app/api.js").Page<Entry>>}
     */
    entries: (game, after, limit) => ask(`/databases/positions?${query({ game, after, limit })}`),

    /** @param {string} game all if empty @param {Format} format @param {string} [table] of V2, by its name */
    exportAddress: (game, format, table) => `${ROOT}/databases/export?${query({ game, format, table })}`,

    /**
     * @param {{ name: string, text: string }[]} files @param {Format | ""} format by their names if empty
     * @param {string | undefined} token
     * @returns {Promise<Schemas["Imported"]>}
     */
    importFiles: (files, format, token) =>
        ask("/databases/import", { method: "POST", body: { files, format: format || null }, token }),

    /** @param {string} game all if empty @param {string | undefined} token @returns {Promise<{ forgotten: number }>} */
    forget: (game, token) => ask(`/databases/positions?${query({ game })}`, { method: "DELETE", token }),

    /**
     * What it takes to build the requested tables that are missing.
     * @param {TablebaseSettings} wanted @param {AbortSignal} signal
     * @returns {Promise<Needs>}
     */
    needs: ({ game, men, wdl_only }, signal) =>
        ask(`/databases/needs?${query({ game, men: men ?? undefined, wdl_only: wdl_only ? "true" : undefined })}`, {
            signal,
        }),

    /**
     * @param {string} game
     * @param {number} own
     * @param {number} other
     * @returns {Promise<{ position: string, plies: number, state: import("../app/api.js").State }>}
     */
    longest: (game, own, other) => ask(`/databases/longest?${query({ game, own, other })}`),

    /**
     * The record of a position or of an image of it, in `record`.
     * @param {import("../app/address.js").Place} at @param {AbortSignal} signal
     * @returns {Promise<{ state: import("../app/api.js").State, record: Omit<Entry, "key" | "phase"> | null }>}
     */
    record: (at, signal) => ask(`/${at.game}/symmetry?${queryOf(at)}`, { signal }),

    /**
     * The games in which a position occurred, the first ones.
     * @param {string} game @param {string} position @param {AbortSignal} signal
     * @returns {Promise<import("../app/api.js").Page<ListedGame>>}
     */
    gamesWith: (game, position, signal) => ask(`/games?${query({ game, position })}`, { signal }),

    /** How exact a game of morris is, whenever that changes. @param {string} game */
    solvingEvents: (game) => new EventSource(`${ROOT}/databases/solving/events?${query({ game })}`),

    /** The list of all jobs whenever it changes. */
    jobEvents: () => new EventSource(`${ROOT}/jobs/events`),

    /** @param {JobSettings} settings @param {string | undefined} token @returns {Promise<Job>} */
    beginJob: (settings, token) => ask("/jobs", { method: "POST", body: settings, token }),

    /**
     * @param {Job["id"]} id
     * @param {"stop" | "resume"} what
     * @param {string | undefined} token
     * @returns {Promise<Job>}
     */
    changeJob: (id, what, token) => ask(`/jobs/${id}/${what}`, { method: "POST", token }),

    /** @param {Job["id"]} id @param {string | undefined} token */
    forgetJob: (id, token) => ask(`/jobs/${id}`, { method: "DELETE", token }),
};
