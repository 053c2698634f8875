// Moves of morris by names and by numbers.

import "./browser.js";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import {
    hasNumbers,
    movesText,
    moveText,
    pointText,
    readMoves,
    setNumbers,
} from "../../crates/zwick-server/page/boards/notation.js";

afterEach(() => setNumbers(false));

test("by names a move stays as the server writes it", () => {
    assert.equal(hasNumbers(), false);
    assert.equal(moveText("d7-g7xd1"), "d7-g7xd1");
    assert.equal(pointText("c4"), "c4");
    assert.equal(movesText(["d6", "a7"]), "d6, a7");
});

test("by numbers a move is from -> to (taken)", () => {
    setNumbers(true);
    assert.equal(moveText("d7-g7xd1"), "1 -> 2 (5)");
    assert.equal(moveText("a7-a4"), "0 -> 7");
    assert.equal(moveText("c4"), "23");
    assert.equal(moveText("d6xb4"), "9 (15)");
    assert.equal(moveText("4"), "4", "columns are numbers already");
    assert.equal(moveText("best d7-g7xd1 with +0.50"), "best 1 -> 2 (5) with +0.50");
    assert.equal(pointText("a7"), "0");
});

test("typed moves are read in both notations", () => {
    const legal = ["d7-g7xd1", "g4-g7xd1", "a7-a4", "d6"];
    const read = (text) => readMoves(text, legal).map(({ move }) => move);
    assert.deepEqual(read("d7-g7xd1"), ["d7-g7xd1"]);
    assert.deepEqual(read(" D7 - G7 x D1 ".replaceAll(" x ", "x")), ["d7-g7xd1"]);
    for (const text of ["1 -> 2 (5)", "1->2(5)", "1-2x5", "1 - 2 (5)", "1 -> 2 ( 5 )"])
        assert.deepEqual(read(text), ["d7-g7xd1"], text);
    assert.deepEqual(read("1 -> 2 (5), 3 -> 2 (5); 0->7 9"), ["d7-g7xd1", "g4-g7xd1", "a7-a4", "d6"]);
    assert.deepEqual(read("24 a8"), [undefined, undefined]);
    assert.deepEqual(read(""), []);
});

test("columns are columns", () => {
    assert.deepEqual(readMoves("4", ["3", "4"]), [{ text: "4", move: "4" }]);
    assert.deepEqual(readMoves("9", ["3", "4"]), [{ text: "9", move: undefined }]);
});
