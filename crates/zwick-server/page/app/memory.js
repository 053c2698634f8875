// What this browser remembers: language, colours, hints, and the keys to its games.

/** @typedef {import("./api.js").Tokens} Tokens */

/** Without storage the page still works and computes. @param {() => Storage} storage */
const memoryIn = (storage) => ({
    /** @param {string} name @param {any} otherwise */
    recall(name, otherwise) {
        try {
            return JSON.parse(storage().getItem(`zwick.${name}`) ?? "null") ?? otherwise;
        } catch {
            return otherwise;
        }
    },
    /** @param {string} name @param {any} value */
    remember(name, value) {
        try {
            storage().setItem(`zwick.${name}`, JSON.stringify(value));
        } catch {
            // Full or forbidden.
        }
    },
});

export const { recall, remember } = memoryIn(() => localStorage);
/** What only this tab remembers, across reloads: two tabs may compute different things. */
export const { recall: recallHere, remember: rememberHere } = memoryIn(() => sessionStorage);

const KEPT_GAMES = 100;

/**
 * The stored tokens of a game. Two tabs of one browser may play different sides of it.
 * @param {string} id
 * @returns {Tokens}
 */
export function tokensOf(id) {
    const tokens = recall("tokens", {})[id] ?? {};
    const seat = sessionStorage.getItem(`zwick.seat.${id}`) ?? recall("seats", {})[id];
    return seat ? { [seat]: tokens[seat] } : tokens;
}

/**
 * @param {string} id
 * @param {Tokens} tokens
 */
export function keepTokens(id, tokens) {
    const all = recall("tokens", {});
    all[id] = { ...all[id], ...tokens };
    remember("tokens", newest(all));
}

/**
 * Restricts this page to one side of a game.
 * @param {string} id
 * @param {import("./api.js").Side} side
 */
export function keepSeat(id, side) {
    sessionStorage.setItem(`zwick.seat.${id}`, side);
    remember("seats", newest({ ...recall("seats", {}), [id]: side }));
}

/**
 * @param {Record<string, any>} all by the id of the game, in the order they were added; numbers, which older games
 *     have, come first
 */
function newest(all) {
    const ids = Object.keys(all).slice(-KEPT_GAMES);
    return Object.fromEntries(ids.map((id) => [id, all[id]]));
}

/**
 * The seat offered to the other player.
 * @param {string} id
 * @returns {{ side: import("./api.js").Side, token: string } | undefined}
 */
export const guestOf = (id) => recall("guests", {})[id];

/** @param {string} id @param {{ side: import("./api.js").Side, token: string }} seat */
export function keepGuest(id, seat) {
    remember("guests", newest({ ...recall("guests", {}), [id]: seat }));
}

/** Removes everything about a deleted game. @param {string} id */
export function forgetGame(id) {
    for (const name of ["tokens", "seats", "guests"]) {
        const all = recall(name, {});
        delete all[id];
        remember(name, all);
    }
}
