// How moves of morris are written: by the names of the points, or by their numbers 0 to 23. Moves of Connect Four are
// columns either way.

import { recall, remember } from "../app/memory.js";

/** The points by number: ring by ring from outside, clockwise from the top left corner, as the server counts them. */
const POINTS = [
    ["a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"],
    ["b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"],
    ["c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"],
].flat();

const MOVE = /\b([a-g][1-7])(?:-([a-g][1-7]))?(?:x([a-g][1-7]))?\b/g;

let isNumbered = recall("numbers", false) === true;

/** Whether points are shown by number. */
export const hasNumbers = () => isNumbered;

/** @param {boolean} wanted */
export function setNumbers(wanted) {
    isNumbered = wanted;
    remember("numbers", wanted);
}

/** A point as it is written now. @param {string} name */
export const pointText = (name) => (isNumbered ? String(POINTS.indexOf(name)) : name);

/**
 * A move, or every move in a longer text, as it is written now: `d7-g7xd1` or `1 -> 2 (5)`.
 * @param {string} text
 */
export function moveText(text) {
    if (!isNumbered) return text;
    return text.replace(MOVE, (_, /** @type {string} */ first, second, take) =>
        [
            pointText(first),
            second === undefined ? "" : ` -> ${pointText(second)}`,
            take === undefined ? "" : ` (${pointText(take)})`,
        ].join(""),
    );
}

/** Moves as they are written now, in a list. @param {string[]} moves */
export const movesText = (moves) => moves.map(moveText).join(", ");

/**
 * Typed moves, each with the legal one it means, if any. Both notations are read, whichever is shown.
 * @param {string} typed
 * @param {string[]} legal
 * @returns {{ text: string, move: string | undefined }[]}
 */
export function readMoves(typed, legal) {
    const words = typed
        .toLowerCase()
        .replaceAll(/\s*->?\s*/g, "-")
        .replaceAll(/\s*\(\s*(\w+)\s*\)/g, "x$1")
        .split(/[\s,;]+/);
    return words
        .filter((word) => word !== "")
        .map((word) => {
            const named = word.replaceAll(/\b\d+\b|(?<=x)\d+\b|\b\d+(?=x)/g, (count) => POINTS[Number(count)] ?? count);
            return { text: word, move: legal.find((move) => move === word) ?? legal.find((move) => move === named) };
        });
}
