// The address bar: `#/connect-four?moves=4435` is a position with its moves, `#/game/k3v9…` a live
// game.

/**
 * @typedef {object} Place
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} moves
 */

/** @typedef {import("./api.js").Side} Side */
/** @typedef {{ id: string, seat: { side: Side, token: string } | null }} LiveGame */

/** The name of a game, whatever its variant. @param {string} game */
export const kindOfGame = (game) => game.split(":")[0];

/**
 * @param {string} game
 */
export const isConnectFour = (game) => game.startsWith("connect-four");

/**
 * Moves as one word each; Connect Four on up to nine columns needs no spaces.
 * @param {string} game
 * @param {string[]} moves
 */
function write(game, moves) {
    const isCompact = isConnectFour(game) && columns(game) < 10 && moves.every((move) => move.length === 1);
    return moves.join(isCompact ? "" : "_");
}

/**
 * @param {string} game
 * @param {string} text
 * @returns {string[]}
 */
function read(game, text) {
    if (isConnectFour(game) && /^\d+$/.test(text) && columns(game) < 10) return [...text];
    return text.split(/[\s_,]+/).filter((move) => move !== "");
}

/** How many columns the board has. @param {string} game */
export const columns = (game) => Number(/:(\d+)x/.exec(game)?.[1] ?? 7);

/** @param {Place} place */
export function addressOf({ game, start, moves }) {
    const query = [
        start && `start=${encodeURIComponent(start).replaceAll("%2F", "/").replaceAll("%20", "_")}`,
        moves.length > 0 && `moves=${write(game, moves)}`,
    ];
    const words = query.filter(Boolean).join("&");
    return `#/${game}${words ? `?${words}` : ""}`;
}

/**
 * The link to a live game, or to a seat in it.
 * @param {string} id
 * @param {{ side: Side, token: string }} [seat]
 */
export const liveAddress = (id, seat) => `#/game/${id}${seat ? `/${seat.side}/${seat.token}` : ""}`;

/**
 * @param {string} hash
 * @returns {Place | LiveGame}
 */
export function readAddress(hash) {
    const live = /^#\/game\/(\w+)(?:\/(first|second)\/([\w.~-]+))?$/.exec(hash);
    if (live) return { id: live[1], seat: live[2] ? { side: /** @type {Side} */ (live[2]), token: live[3] } : null };
    const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
    const game = decodeURIComponent(path) || "connect-four";
    const words = new URLSearchParams(query);
    return {
        game,
        start: words.get("start")?.replaceAll("_", " ") ?? null,
        moves: read(game, words.get("moves") ?? ""),
    };
}
