// Requests to the server, and the types of its answers. The server's own description is at /api.

/** @typedef {import("../wire.js").components["schemas"]} Schemas every shape, generated from the server's description */

/** @typedef {Schemas["Side"]} Side */
/** @typedef {Schemas["State"]} State */
/** @typedef {Schemas["Shape"]} Shape */
/** @typedef {Schemas["Source"]} Source */
/** @typedef {Schemas["Worth"]} Worth */
/** @typedef {Schemas["Answer"]} Answer */
/** @typedef {Schemas["MoveAnswer"]} RatedMove */
/** @typedef {Schemas["Analysis"]} Analysis */
/** @typedef {Schemas["Players"]} Players */
/** @typedef {Schemas["Game"]} Game */
/** @typedef {Schemas["ClockSettings"]} ClockSettings */
/** @typedef {Schemas["Present"]} Present */
/** @typedef {Schemas["Phrase"]} Phrase */
/** @typedef {Schemas["Said"]} Said */
/** @typedef {Schemas["Names"]} Names */
/** @typedef {Schemas["Review"]} Review */
/** @typedef {Schemas["ReviewedMove"]} ReviewedMove */
/** @typedef {Schemas["Fact"]} Fact what each kind says with its fields is told in explain-words.js */
/** @typedef {Schemas["ExplainedMove"]} ExplainedMove */
/** @typedef {Schemas["Explanation"]} Explanation */
/** @typedef {Schemas["Choice"]} Choice the move of a player, and how it came to it */
/** @typedef {Schemas["Offered"]} Offered */
/** @typedef {Schemas["Perfection"]} Perfection */

/**
 * A page of a list; `next` is the `after` parameter for the next page, null on the last.
 * @template T
 * @typedef {{ items: T[], next: string | null }} Page
 */

/** @typedef {{ first?: string, second?: string }} Tokens */
/** @typedef {{ id: string, side: Side, token: string }} Seat */

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
    let answer;
    try {
        response = await fetch(ROOT + path, {
            method,
            headers,
            signal,
            body: method === "GET" ? undefined : JSON.stringify(body ?? {}),
        });
        // The connection may be lost within an answer too.
        const isJson = response.headers.get("content-type")?.includes("json");
        answer = await (isJson ? response.json() : response.text());
    } catch (error) {
        if (signal?.aborted) throw error;
        throw new Refusal(0, String(error));
    }
    if (!response.ok) throw new Refusal(response.status, answer?.detail ?? answer?.title ?? response.statusText);
    return answer;
}

/** @typedef {import("./address.js").Place} Place */

/** The place as the body of a request. @param {Place} place @returns {Record<string, string>} */
export const bodyOf = ({ start, moves, draws }) => ({
    ...(start ? { position: start, moves: moves.join(" ") } : { position: moves.join(" ") }),
    ...(draws ? { draws } : {}),
});

/** The place as the query of a request. @param {Place} place */
export const queryOf = (place) => new URLSearchParams(bodyOf(place));

export const api = {
    /** @returns {Promise<Offered>} */
    offered: () => ask("/games-offered"),

    /** Whether the server can be reached. */
    isThere: () =>
        fetch(`${ROOT}/games-offered`).then(
            ({ ok }) => ok,
            () => false,
        ),

    /** @param {Place} at @returns {Promise<State>} */
    position: (at) => ask(`/${at.game}/position?${queryOf(at)}`),

    /** @param {Place} at @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<Analysis>} */
    analysis: (at, milliseconds, signal) => ask(`/${at.game}/analysis?${queryOf(at)}&time=${milliseconds}`, { signal }),

    /** @param {Place} at @returns {Promise<Perfection>} */
    perfect: (at) => ask(`/${at.game}/perfect?${queryOf(at)}`),

    /** @param {Place} at @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<Explanation>} */
    explanation: (at, milliseconds, signal) =>
        ask(`/${at.game}/explanation?${queryOf(at)}&time=${milliseconds}`, { signal }),

    /**
     * The move a player chooses; aborting stops it.
     * @param {Place} at
     * @param {string} player
     * @param {AbortSignal} signal
     * @param {number} [milliseconds] to think at most
     * @returns {Promise<Choice>}
     */
    choose: (at, player, signal, milliseconds) =>
        ask(`/${at.game}/choose`, { method: "POST", body: { ...bodyOf(at), player, time: milliseconds }, signal }),

    /** Streams estimates, then the final analysis. @param {Place} at @param {number} [milliseconds] at most */
    analysisStream: (at, milliseconds) => {
        const time = milliseconds === undefined ? "" : `&time=${milliseconds}`;
        return new EventSource(`${ROOT}/${at.game}/analysis/stream?${queryOf(at)}${time}`);
    },

    /**
     * @param {{ game?: string, start?: string, draws?: string, import?: string, players: Players, clock?: ClockSettings }} wish
     * @returns {Promise<Game & { tokens: Tokens }>}
     */
    create: (wish) => ask("/games", { method: "POST", body: wish }),

    /** @param {string} id @returns {Promise<Game>} */
    game: (id) => ask(`/games/${id}`),

    /**
     * A change of a game: `moves`, `computer`, `undo`, `redo`, `share`, `draw`, `resign`; aborting stops the computer.
     * @param {string} id
     * @param {string} what
     * @param {string | undefined} token
     * @param {unknown} [body]
     * @param {AbortSignal} [signal]
     * @returns {Promise<Game>}
     */
    change: (id, what, token, body, signal) => ask(`/games/${id}/${what}`, { method: "POST", body, token, signal }),

    /** @param {string} id @param {string | undefined} token @param {boolean} listed @returns {Promise<Game>} */
    setListed: (id, token, listed) => ask(`/games/${id}/listed`, { method: "PUT", body: { listed }, token }),

    /** @param {string} id @param {string | undefined} token @param {Players} players @returns {Promise<Game>} */
    setPlayers: (id, token, players) => ask(`/games/${id}/players`, { method: "PUT", body: players, token }),

    /** @param {string} id @returns {Promise<string>} */
    text: (id) => ask(`/games/${id}/text`),

    /** @param {string} id @returns {Promise<Review>} */
    report: (id) => ask(`/games/${id}/report`),

    /**
     * Asks for a rematch; returns the caller's seat in it once both sides have, and the game before that.
     * @param {string} id @param {string | undefined} token
     * @returns {Promise<Seat | Game>}
     */
    rematch: (id, token) => ask(`/games/${id}/rematch`, { method: "POST", token }),

    /**
     * The caller's seat in the rematch of this game.
     * @param {string} id @param {string | undefined} token
     * @returns {Promise<Seat>}
     */
    nextSeat: (id, token) => ask(`/games/${id}/rematch`, { token }),

    /**
     * Deletes a game; for a game of two, returns the game if the other side has to agree first.
     * @param {string} id @param {string | undefined} token
     * @returns {Promise<Game | "">}
     */
    remove: (id, token) => ask(`/games/${id}`, { method: "DELETE", token }),

    /** @param {string} id @param {string | undefined} token @param {string} name @returns {Promise<Game>} */
    setName: (id, token, name) => ask(`/games/${id}/name`, { method: "PUT", body: { name }, token }),

    /** @param {string} id @param {string | undefined} token @param {Phrase} phrase */
    say: (id, token, phrase) => ask(`/games/${id}/say`, { method: "POST", body: { phrase }, token }),

    /**
     * What happens in a game, as a stream; with the token of a side its player is here as long as that is open.
     * @param {string} id @param {string | undefined} token @param {AbortSignal} signal
     */
    events: (id, token, signal) =>
        fetch(`${ROOT}/games/${id}/events`, {
            headers: token ? { authorization: `Bearer ${token}` } : {},
            cache: "no-store",
            signal,
        }),
};
