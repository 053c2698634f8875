// The games played in this browser, newest first: with all variations, resumable, also while the server knows nothing.

import { recall, remember } from "./memory.js";

/** @typedef {import("./api.js").Players} Players */
/** @typedef {import("./api.js").Side} Side */
/**
 * @typedef {object} Kept
 * @property {string} key
 * @property {string} game
 * @property {string | null} start
 * @property {string | null} draws
 * @property {Players} players
 * @property {string} tree all moves as text
 * @property {string[]} line the moves of the line last shown
 * @property {string | null} id of that line on the server
 * @property {boolean} isShared whether somebody else plays too, by link
 * @property {Side | null} side one's own in a game by link
 * @property {{ winner: Side | null } | null} over
 * @property {number} updated milliseconds since 1970
 */

const NAME = "games";
/** The storage event of another tab names this. */
export const KEPT_GAMES = `zwick.${NAME}`;
const MOST = 60;

export const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");

/** @returns {Kept[]} */
export const keptGames = () => recall(NAME, []);

/** @param {string | null | undefined} key @returns {Kept | null} */
export const keptGame = (key) => keptGames().find((one) => one.key === key) ?? null;

/** @param {Kept} entry */
export function keep(entry) {
    remember(NAME, [entry, ...keptGames().filter(({ key }) => key !== entry.key)].slice(0, MOST));
}

/** @param {string} key */
export const dropKept = (key) =>
    remember(
        NAME,
        keptGames().filter((one) => one.key !== key),
    );

/** @param {string} id of a game on the server that was deleted */
export const dropDeleted = (id) =>
    remember(
        NAME,
        keptGames().filter((one) => one.id !== id),
    );

/** The last unfinished game, of this kind if one is given. @param {string} [kind] */
export const lastUnfinished = (kind) =>
    keptGames().find((one) => !one.over && (kind === undefined || one.game.split(":")[0] === kind)) ?? null;
