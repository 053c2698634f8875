// What a step of the tutorials is. The page shows it and compares moves with it; what is possible and who wins, the server says.

import { kindOfGame } from "../app/address.js";
import { CONNECT_FOUR } from "./connect-four.js";
import { MORRIS } from "./morris.js";

/**
 * What the right moves have in common, and no others. `e2e/lessons.test.js` asks the program whether that is so.
 * @typedef {"place" | "four" | "block" | "two-threats" | "no-gift" | "any" | "mill" | "open" | "win" | "draw"} Goal
 */

/**
 * One task: a position, the moves that are right, and what the other side answers.
 * @typedef {object} Task
 * @property {string} [game] with its variant; without a position of its own a task goes on where the last one ended
 * @property {string | null} [start] the first position, if it is not the usual one
 * @property {string} [moves] the moves before the task, with spaces between them
 * @property {Goal} goal
 * @property {string[]} right the moves accepted, without the man that they take
 * @property {string[]} [reply] what the other side answers: the first of these that is legal
 * @property {Record<string, string>} [refute] what the other side answers a wrong move: by that move, or `else`
 * @property {Record<string, string>} [why] wrong moves with a sentence of their own, by the last word of its key
 */

/** @typedef {{ id: string, tasks: Task[] }} Step its texts are those under `learn.` and its id */
/** @typedef {"connect-four" | "morris"} Kind */

/** Every step by game: ten for the rules, and one for the variants. @type {Record<Kind, Step[]>} */
export const STEPS = { "connect-four": CONNECT_FOUR, "morris": MORRIS };

/** How many steps teach the rules; what follows is about variants. */
export const RULES = 10;

/** Which of the two tutorials belongs to a game. @param {string} game @returns {Kind} */
export const tutorialOf = (game) => (kindOfGame(game) === "morris" ? "morris" : "connect-four");

/** A move without the man it takes. @param {string} move */
export const plain = (move) => move.split("x")[0];

/** Where a task with a position of its own begins. @param {Task} task @returns {import("../app/address.js").Place} */
export const placeOf = ({ game = "", start = null, moves = "" }) => ({
    game,
    start,
    moves: moves.split(" ").filter(Boolean),
});
