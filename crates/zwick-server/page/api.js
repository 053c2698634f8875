// What the server is asked, and the shapes of its answers. The server's own description is at /api.

/** @typedef {"first" | "second"} Side */

/**
 * A position.
 * @typedef {object} State
 * @property {string} game
 * @property {string} position one-line text
 * @property {Side} turn
 * @property {number} [width] columns (Connect Four)
 * @property {number} [height] rows (Connect Four)
 * @property {[number, number]} [men_in_hand] (morris)
 * @property {string} cells `.XO` by rows from the top, or `.WB` by the number of the point
 * @property {string[]} legal
 * @property {string | null} last
 * @property {number[]} winning cells of the line that won
 * @property {{ winner: Side | null, reason: string } | null} over
 */

/**
 * What a position or a move is worth to who is to move.
 * @typedef {object} Answer
 * @property {"exact" | "result" | "estimate"} kind
 * @property {"win" | "draw" | "loss" | null} result
 * @property {number | null} moves
 * @property {number | null} plies
 * @property {number | null} points
 * @property {string} source
 */

/** @typedef {Answer & { move: string, best: boolean }} RatedMove */

/**
 * @typedef {object} Analysis
 * @property {State} state
 * @property {Answer} answer
 * @property {RatedMove[]} moves best first
 * @property {string[]} line
 * @property {number} milliseconds
 */

/** @typedef {{ first: string, second: string }} Players */

/**
 * A game on the server.
 * @typedef {object} Game
 * @property {number} id
 * @property {string} game
 * @property {State} state
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string[]} undone
 * @property {Players} players
 * @property {number} event
 * @property {boolean} [shared]
 * @property {Side | null} [undo_asked]
 * @property {{ id: number } | null} [rematch]
 */

/** @typedef {{ first?: string, second?: string }} Tokens */
/** @typedef {{ id: number, side: Side, token: string }} Seat */

/**
 * @typedef {object} ReportedMove
 * @property {number} ply from 1
 * @property {Side} side
 * @property {string} move
 * @property {string[]} best
 * @property {Answer} before
 * @property {Answer} after
 * @property {number} loss
 * @property {null | "inaccuracy" | "mistake" | "blunder"} mark
 */

/** @typedef {{ accuracy: { first: number | null, second: number | null }, moves: ReportedMove[] }} Report */

/**
 * Something proven about a position or a move; what each kind says with these fields is told in explain-words.js.
 * @typedef {object} Fact
 * @property {string} kind
 * @property {Side} side the side it is about
 * @property {number[]} cells as in `State.cells`
 * @property {number[][]} lines
 * @property {string[]} moves
 * @property {number | null} plies
 */

/** @typedef {RatedMove & { facts: Fact[] }} ExplainedMove */
/** @typedef {{ state: State, answer: Answer, facts: Fact[], moves: ExplainedMove[], milliseconds: number }} Explanation */

/** A request the server refused, with its reason; status 0 if it could not be reached. */
export class Refusal extends Error {
    /**
     * @param {number} status
     * @param {string} reason
     */
    constructor(status, reason) {
        super(reason);
        this.status = status;
    }
}

export const ROOT = "/api/v1";

/**
 * @param {string} path
 * @param {{ method?: string, body?: unknown, token?: string, signal?: AbortSignal }} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, { method = "GET", body, token, signal } = {}) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (method !== "GET") headers["content-type"] = "application/json";
    if (token) headers.authorization = `Bearer ${token}`;
    let response;
    try {
        response = await fetch(ROOT + path, { method, headers, signal, body: method === "GET" ? undefined : JSON.stringify(body ?? {}) });
    } catch (error) {
        if (signal?.aborted) throw error;
        throw new Refusal(0, String(error));
    }
    const isJson = response.headers.get("content-type")?.includes("json");
    const answer = await (isJson ? response.json() : response.text());
    if (!response.ok) throw new Refusal(response.status, answer?.detail ?? answer?.title ?? response.statusText);
    return answer;
}

/**
 * The query that names a place in a game: where it began, and the moves since.
 * @param {string | null} start
 * @param {string[]} moves
 */
export const place = (start, moves) => new URLSearchParams(start ? { position: start, moves: moves.join(" ") } : { position: moves.join(" ") });

export const api = {
    /** @returns {Promise<import("./offered.js").Offered>} */
    offered: () => ask("/games-offered"),

    /**
     * @param {string} game @param {string | null} start @param {string[]} moves
     * @returns {Promise<State>}
     */
    position: (game, start, moves) => ask(`/${game}/position?${place(start, moves)}`),

    /**
     * @param {string} game @param {string | null} start @param {string[]} moves @param {number} milliseconds @param {AbortSignal} signal
     * @returns {Promise<Analysis>}
     */
    analysis: (game, start, moves, milliseconds, signal) => ask(`/${game}/analysis?${place(start, moves)}&time=${milliseconds}`, { signal }),

    /**
     * @param {string} game @param {string | null} start @param {string[]} moves @param {number} milliseconds @param {AbortSignal} signal
     * @returns {Promise<Explanation>}
     */
    explanation: (game, start, moves, milliseconds, signal) => ask(`/${game}/explanation?${place(start, moves)}&time=${milliseconds}`, { signal }),

    /**
     * Estimates as they come, at last the analysis.
     * @param {string} game @param {string | null} start @param {string[]} moves
     */
    analysisStream: (game, start, moves) => new EventSource(`${ROOT}/${game}/analysis/stream?${place(start, moves)}`),

    /**
     * @param {{ game?: string, start?: string, import?: string, players: Players }} wish
     * @returns {Promise<Game & { tokens: Tokens }>}
     */
    create: (wish) => ask("/games", { method: "POST", body: wish }),

    /** @param {number} id @returns {Promise<Game>} */
    game: (id) => ask(`/games/${id}`),

    /**
     * A change of a game: `moves`, `undo`, `redo`, `computer`, `share`.
     * @param {number} id @param {string} what @param {string | undefined} token @param {unknown} [body] @param {AbortSignal} [signal]
     * @returns {Promise<Game>}
     */
    change: (id, what, token, body, signal) => ask(`/games/${id}/${what}`, { method: "POST", body, token, signal }),

    /** @param {number} id @param {string | undefined} token @param {Players} players @returns {Promise<Game>} */
    setPlayers: (id, token, players) => ask(`/games/${id}/players`, { method: "PUT", body: players, token }),

    /** @param {number} id @returns {Promise<string>} */
    text: (id) => ask(`/games/${id}/text`),

    /** @param {number} id @returns {Promise<Report>} */
    report: (id) => ask(`/games/${id}/report`),

    /**
     * Begins the game that follows this one, unless the other side has; answers with the seat of who asks.
     * @param {number} id @param {string | undefined} token
     * @returns {Promise<Seat>}
     */
    rematch: (id, token) => ask(`/games/${id}/rematch`, { method: "POST", token }),

    /**
     * The seat of who asks in the game that follows this one.
     * @param {number} id @param {string | undefined} token
     * @returns {Promise<Seat>}
     */
    nextSeat: (id, token) => ask(`/games/${id}/rematch`, { token }),

    /** Changes as they happen. @param {number} id */
    events: (id) => new EventSource(`${ROOT}/games/${id}/events`),
};
