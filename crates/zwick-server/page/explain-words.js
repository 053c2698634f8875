// Facts in words: what a fact speaks of is named here, the sentences are in one file a language.

import { isConnectFour } from "./address.js";
import { english } from "./explain-english.js";
import { german } from "./explain-german.js";
import { other } from "./game.js";
import { POINTS, parts } from "./morris-points.js";
import { currentLanguage } from "./text.js";
import { sideName } from "./values.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Fact} Fact */
/** @typedef {import("./api.js").State} State */

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
 * @property {Answer | null} answer what the moves are worth to who makes them
 */

/** @typedef {Record<string, (told: Told) => string>} Sentences by the kind of the fact */
/** @typedef {{ sentences: Sentences, subject: (told: Pick<Told, "subject" | "hasColumns">) => string }} Words */

/** @type {Record<import("./text.js").Language, Words>} */
const WORDS = { en: english, de: german };

/** @param {State} state @returns {(cell: number) => Cell} */
const cellsOf = ({ width = 7, height = 6 }) => (cell) => ({ column: (cell % width) + 1, row: height - Math.floor(cell / width) });

/** @param {Cell[]} cells @returns {Four} */
function fourOf(cells) {
    const sorted = cells.toSorted((a, b) => a.column - b.column || a.row - b.row);
    return { from: sorted[0], to: sorted[sorted.length - 1] };
}

/** A mill as its points in the order of the line. @param {number[]} line */
const millOf = (line) => line.toSorted((a, b) => POINTS[a].file - POINTS[b].file || POINTS[a].rank - POINTS[b].rank).map((point) => POINTS[point].name).join("–");

/** A move as it is read: with a dash between points. @param {string} move */
export const moveWords = (move) => move.replace("-", "–");

/**
 * A fact as a sentence; none for a kind that this page does not know.
 * @param {State} state
 * @param {Fact} fact
 * @param {string[]} subject the moves that it is said of
 * @param {Answer | null} answer what they are worth
 * @returns {string | null}
 */
export function sentenceOf(state, fact, subject, answer) {
    const { sentences } = WORDS[currentLanguage()];
    const isDropped = isConnectFour(state.game);
    const say = sentences[fact.kind === "wins-now" && !isDropped ? `wins-${fact.moves[0]}` : fact.kind];
    if (!say) return null;
    const name = (/** @type {import("./api.js").Side} */ side) => sideName(state.game, side);
    const cell = cellsOf(state);
    // The four that is blocked is told by the reply; the one above the block is what wins.
    const lines = fact.kind === "threat-above" ? fact.lines.filter((line) => line.includes(fact.cells[1])) : fact.lines;
    return say({
        side: name(fact.side),
        rival: name(other(fact.side)),
        mover: name(state.turn),
        other: name(other(state.turn)),
        isMovers: fact.side === state.turn,
        hasColumns: isDropped,
        subject: subject.map(moveWords),
        moves: fact.moves.map(moveWords),
        cells: isDropped ? fact.cells.map(cell) : [],
        fours: isDropped ? lines.map((line) => fourOf(line.map(cell))) : [],
        points: isDropped ? [] : fact.cells.map((point) => POINTS[point].name),
        mills: isDropped ? [] : lines.map(millOf),
        plies: fact.plies,
        answer,
    });
}

/** Moves as the beginning of a sentence. @param {State} state @param {string[]} moves */
export const subjectOf = (state, moves) => WORDS[currentLanguage()].subject({ subject: moves.map(moveWords), hasColumns: isConnectFour(state.game) });

/**
 * The places where the men of these moves go, one after the other or each by itself.
 * @param {State} state
 * @param {string[]} before moves made before
 * @param {string[]} moves
 * @param {boolean} inTurn
 * @returns {number[]}
 */
export function placesOf(state, before, moves, inTurn) {
    if (!isConnectFour(state.game)) return [...new Set([...before, ...moves].flatMap((move) => pointsOf(move)))];
    const { width = 7, height = 6 } = state;
    const filled = Array.from({ length: width }, (_, column) => [...state.cells].filter((man, cell) => man !== "." && cell % width === column).length);
    const drop = (/** @type {string} */ move, /** @type {boolean} */ stays) => {
        const column = Number(move) - 1;
        const row = height - 1 - filled[column];
        if (stays) filled[column] += 1;
        return row * width + column;
    };
    return [...before.map((move) => drop(move, true)), ...moves.map((move) => drop(move, inTurn))].filter((cell) => cell >= 0);
}

/** @param {string} move */
function pointsOf(move) {
    const { from, to, take } = parts(move);
    return [from, to, take].filter((name) => name !== null && name !== "").map((name) => POINTS.findIndex((point) => point.name === name));
}
