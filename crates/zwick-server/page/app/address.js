// The address bar: `#/connect-four?moves=4435` is a position with its moves, `#/game/k3v9…` a live game. `ply=2` shows an
// earlier place of that line, and `area=play` or `lab=tree` what is open beside the board.

/**
 * @typedef {object} Place
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string | null} [draws] when the game is drawn without an end on the board, if not as usual
 */

/** @typedef {import("./api.js").Side} Side */
/** @typedef {{ id: string, seat: { side: Side, token: string } | null }} LiveGame */
/** @typedef {(Place & { ply?: number }) | LiveGame} Wanted */
/** @typedef {"play" | "learn" | "study" | "lab" | "databases"} Area */
/** An area, and the part of it that is open, if it has parts. @typedef {{ area: Area, part: string | null }} Corner */

/** Those with parts are named by the part: `lab=tree`. */
const WITH_PARTS = /** @type {const} */ (["learn", "lab", "databases"]);

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
export function addressOf({ game, start, moves, draws }) {
    const query = [
        start && `start=${encodeURIComponent(start).replaceAll("%2F", "/").replaceAll("%20", "_")}`,
        draws && `draws=${draws.replaceAll(" ", "_")}`,
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
 * What is open, without an address of its own: a link to a position is there to be studied, an empty board to be played on.
 * @param {boolean} hasPosition
 * @returns {Corner}
 */
const usualCorner = (hasPosition) => ({ area: hasPosition ? "study" : "play", part: null });

/** @param {string} address @param {(string | false)[]} words */
function withWords(address, words) {
    const more = words.filter(Boolean).join("&");
    return more ? `${address}${address.includes("?") ? "&" : "?"}${more}` : address;
}

/**
 * The address of everything that is worth returning to.
 * @param {{ id: string } | Place} shown a live game, or a line
 * @param {number | null} ply how much of it is shown, if not all
 * @param {Corner} corner
 */
export function fullAddress(shown, ply, { area, part }) {
    const isLive = "id" in shown;
    const usual = usualCorner(!isLive && (shown.moves.length > 0 || shown.start !== null));
    return withWords(isLive ? liveAddress(shown.id) : addressOf(shown), [
        ply !== null && `ply=${ply}`,
        WITH_PARTS.some((name) => name === area) ? `${area}=${part ?? ""}` : area !== usual.area && `area=${area}`,
    ]);
}

/** What an address opens beside the board. @param {string} hash @returns {Corner} */
export function readCorner(hash) {
    const words = new URLSearchParams(hash.split("?")[1] ?? "");
    const area = WITH_PARTS.find((name) => words.has(name));
    if (area) return { area, part: words.get(area) || null };
    const named = words.get("area");
    if (named === "play" || named === "study") return { area: named, part: null };
    return usualCorner(words.has("moves") || words.has("start"));
}

/** A text with escapes, or as it is where they are broken. @param {string} text */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/**
 * @param {string} hash
 * @returns {Wanted}
 */
export function readAddress(hash) {
    const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
    const words = new URLSearchParams(query);
    const count = Number(words.get("ply"));
    const ply = words.has("ply") && Number.isInteger(count) && count >= 0 ? { ply: count } : {};
    const live = /^game\/(\w+)(?:\/(first|second)\/([\w.~-]+))?$/.exec(path);
    if (live) return { id: live[1], seat: live[2] ? { side: /** @type {Side} */ (live[2]), token: live[3] } : null };
    const game = decoded(path) || "connect-four";
    const draws = words.get("draws")?.replaceAll("_", " ");
    return {
        game,
        start: words.get("start")?.replaceAll("_", " ") ?? null,
        moves: read(game, words.get("moves") ?? ""),
        ...(draws ? { draws } : {}),
        ...ply,
    };
}
