// What this browser remembers: language, colours, hints, and the keys to its games.

/** @typedef {import("./api.js").Tokens} Tokens */

/**
 * @param {string} name
 * @param {any} otherwise
 */
export function recall(name, otherwise) {
    try {
        return JSON.parse(localStorage.getItem(`zwick.${name}`) ?? "null") ?? otherwise;
    } catch {
        return otherwise;
    }
}

/**
 * @param {string} name
 * @param {any} value
 */
export function remember(name, value) {
    try {
        localStorage.setItem(`zwick.${name}`, JSON.stringify(value));
    } catch {
        // A browser that keeps nothing still plays.
    }
}

/**
 * What only this tab remembers, over a reload: two tabs may compute different things.
 * @param {string} name
 * @param {any} otherwise
 */
export function recallHere(name, otherwise) {
    try {
        return JSON.parse(sessionStorage.getItem(`zwick.${name}`) ?? "null") ?? otherwise;
    } catch {
        return otherwise;
    }
}

/**
 * @param {string} name
 * @param {any} value
 */
export function rememberHere(name, value) {
    try {
        sessionStorage.setItem(`zwick.${name}`, JSON.stringify(value));
    } catch {
        // A browser that keeps nothing still computes.
    }
}

const KEPT_GAMES = 100;

/**
 * The tokens held for a game. Two tabs of one browser may sit on different sides of it.
 * @param {number} id
 * @returns {Tokens}
 */
export function tokensOf(id) {
    const tokens = recall("tokens", {})[id] ?? {};
    const seat = sessionStorage.getItem(`zwick.seat.${id}`) ?? recall("seats", {})[id];
    return seat ? { [seat]: tokens[seat] } : tokens;
}

/**
 * @param {number} id
 * @param {Tokens} tokens
 */
export function keepTokens(id, tokens) {
    const all = recall("tokens", {});
    all[id] = { ...all[id], ...tokens };
    remember("tokens", newest(all));
}

/**
 * From now on this page plays only this side of a game.
 * @param {number} id
 * @param {import("./api.js").Side} side
 */
export function keepSeat(id, side) {
    sessionStorage.setItem(`zwick.seat.${id}`, side);
    remember("seats", newest({ ...recall("seats", {}), [id]: side }));
}

/** @param {Record<string, any>} all by the number of the game */
function newest(all) {
    const ids = Object.keys(all).sort((a, b) => Number(b) - Number(a)).slice(0, KEPT_GAMES);
    return Object.fromEntries(ids.map((id) => [id, all[id]]));
}

/** The seat that was offered to somebody else. @param {number} id @returns {{ side: import("./api.js").Side, token: string } | undefined} */
export const guestOf = (id) => recall("guests", {})[id];

/** @param {number} id @param {{ side: import("./api.js").Side, token: string }} seat */
export function keepGuest(id, seat) {
    remember("guests", newest({ ...recall("guests", {}), [id]: seat }));
}
