// Facts in words: the parts of a fact are named here, the sentences are in one file per language.

import { other } from "../app/game.js";
import { explainWords } from "../app/text.js";
import { sideName } from "./names.js";
import { moveText, pointText } from "./notation.js";
import { gridOf, MEN, pointsOf } from "./shape.js";

/** @typedef {import("../app/api.js").Fact} Fact */
/** @typedef {import("../app/api.js").State} State */

/** A fact of the server, or one that the page concludes. @typedef {Omit<Fact, "kind"> & { kind: string }} Told */

/** @typedef {import("../texts/languages.js").Cell} Cell */
/** @typedef {import("../texts/languages.js").Four} Four */

/** Kinds whose moves are a sequence; those of other kinds are alternatives. */
const IN_TURN = new Set(["refutes", "plan", "gives", "ignores", "threat-above", "forces", "forced-win", "answer"]);
/** Kinds about the best moves. */
const ABOUT_BEST = new Set(["only-move", "only-win", "some-win", "only-draw", "some-draw", "all-lose"]);

/** @param {State} state @returns {(cell: number) => Cell} */
const cellsOf =
    ({ shape }) =>
    (cell) => {
        const { width, height } = gridOf(shape);
        return { column: (cell % width) + 1, row: height - Math.floor(cell / width) };
    };

/** @param {Cell[]} cells @returns {Four} */
function fourOf(cells) {
    const sorted = cells.toSorted((a, b) => a.column - b.column || a.row - b.row);
    return { from: sorted[0], to: sorted[sorted.length - 1] };
}

/** A mill as its points in the order of the line. @param {State} state @returns {(line: number[]) => string} */
const millsOf =
    ({ shape }) =>
    (line) =>
        line
            .map((point) => pointsOf(shape)[point])
            .toSorted((a, b) => a.x - b.x || b.y - a.y)
            .map(({ name }) => pointText(name))
            .join("–");

/** A move for display: with a dash between names of points. @param {string} move */
export const moveWords = (move) => moveText(move).replace(/(?<=\d)-/, "–");

/**
 * A fact as a sentence; null for an unknown kind.
 * @param {State} state
 * @param {Told} fact
 * @param {string[]} subject the moves that it is said of
 * @returns {string | null}
 */
export function sentenceOf(state, fact, subject) {
    const { sentences } = explainWords();
    const isDropped = state.shape.kind === "grid";
    const say = sentences[fact.kind === "wins-now" && !isDropped ? `wins-${fact.moves[0]}` : fact.kind];
    if (!say) return null;
    const name = (/** @type {import("../app/api.js").Side} */ side) => sideName(state.game, side);
    const cell = cellsOf(state);
    // A line continues from the position, or after the move that the fact is about.
    const first = subject.length === 0 ? state.turn : other(state.turn);
    // The reply names the blocked four; the one above the block wins.
    const lines = [fact.kind, fact.idea].includes("threat-above")
        ? fact.lines.filter((line) => line.includes(fact.cells[1]))
        : fact.lines;
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
        points: isDropped ? [] : fact.cells.map((point) => pointText(pointsOf(state.shape)[point].name)),
        mills: isDropped ? [] : lines.map(millsOf(state)),
        plies: fact.plies,
        idea: fact.idea ?? null,
        line: fact.moves.map((move, i) => `${name(i % 2 === 0 ? first : other(first))} ${moveWords(move)}`),
        canJump: !state.game.endsWith(":no-flying"),
    });
}

/** Moves as the beginning of a sentence. @param {State} state @param {string[]} moves */
export const subjectOf = (state, moves) =>
    explainWords().subject({ subject: moves.map(moveWords), hasColumns: state.shape.kind === "grid" });

/**
 * The places where the men of these moves go, as a sequence or separately.
 * @param {State} state
 * @param {string[]} before moves made before
 * @param {string[]} moves
 * @param {boolean} inTurn
 * @returns {number[]}
 */
export function placesOf(state, before, moves, inTurn) {
    if (state.shape.kind !== "grid")
        return [...new Set([...before, ...moves].flatMap((move) => pointsNamed(state, move)))];
    const { width, height } = state.shape;
    const filled = Array.from(
        { length: width },
        (_, column) => [...state.cells].filter((man, cell) => man !== MEN.empty && cell % width === column).length,
    );
    const drop = (/** @type {string} */ move, /** @type {boolean} */ stays) => {
        const column = Number(move) - 1;
        const row = height - 1 - filled[column];
        if (stays) filled[column] += 1;
        return row * width + column;
    };
    return [...before.map((move) => drop(move, true)), ...moves.map((move) => drop(move, inTurn))].filter(
        (cell) => cell >= 0,
    );
}

/** The points that a move names, in its order. @param {State} state @param {string} move */
const pointsNamed = ({ shape }, move) =>
    pointsOf(shape)
        .map(({ name }, point) => ({ at: move.indexOf(name), point }))
        .filter(({ at }) => at >= 0)
        .toSorted((a, b) => a.at - b.at)
        .map(({ point }) => point);

/**
 * What a sentence points at.
 * @param {State} state
 * @param {Told} fact
 * @param {string[]} subject
 * @returns {import("./lights.js").Light}
 */
export function lightOf(state, fact, subject) {
    const { kind, cells, lines } = fact;
    // The four that one waits for, and the cells that are filled before.
    if (kind === "zugzwang") return { cells: cells.slice(0, 1), lines, moves: cells.slice(1) };
    const isAboutBest = ABOUT_BEST.has(kind);
    // Only one of several best replies is shown. In morris `moves` of a won game says why it is won.
    const moves = isAboutBest
        ? subject
        : kind === "wins-now"
          ? []
          : kind === "answer"
            ? fact.moves.slice(0, 1)
            : fact.moves;
    const before = subject.length === 1 && !isAboutBest ? subject : [];
    return { cells, lines, moves: placesOf(state, before, moves, IN_TURN.has(kind)) };
}
