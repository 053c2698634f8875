// The languages of the page. A new one is a folder with the same files as the others, and a line here; its name is the
// code that browsers use for it.

export { default as de } from "./de/index.js";
export { default as en } from "./en/index.js";

/** @typedef {{ column: number, row: number }} Cell columns from the left, rows from the bottom, both from 1 */
/** @typedef {{ from: Cell, to: Cell }} Four its ends, from left to right or from the bottom up */

/**
 * What a sentence is made of.
 * @typedef {object} Told
 * @property {string} side who the fact is about
 * @property {string} rival who that side plays against
 * @property {string} mover who is to move in the position
 * @property {string} other who is not
 * @property {boolean} isMovers whether the fact is about who is to move
 * @property {boolean} hasColumns whether a move is a column
 * @property {string[]} subject the moves that it is said of; none if it is said of the position
 * @property {string[]} moves
 * @property {Cell[]} cells (Connect Four)
 * @property {Four[]} fours (Connect Four)
 * @property {string[]} points (morris)
 * @property {string[]} mills (morris) such as `a1–d1–g1`
 * @property {number | null} plies
 * @property {string[]} line the moves one after the other, each with its side: `Red 3`
 * @property {string | null} idea what the last of the moves does, by the kind of a fact
 * @property {boolean} canJump whether the rules let three men jump
 */

/** @typedef {Record<string, (told: Told) => string>} Sentences by the kind of the fact */
/** @typedef {{ sentences: Sentences, subject: (told: Pick<Told, "subject" | "hasColumns">) => string }} Words */
