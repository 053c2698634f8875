// Explanations: moves with the same reasons are one group, and what all values say together.

import "./browser.js";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { speak } from "../../crates/zwick-server/page/app/text.js";
import { bestOf, groupsOf, overviewOf } from "../../crates/zwick-server/page/boards/explain-groups.js";
import { placesOf, sentenceOf, subjectOf } from "../../crates/zwick-server/page/boards/explain-words.js";
import { added } from "../../crates/zwick-server/page/lab/tally.js";

const GRID = { kind: "grid", width: 7, height: 6 };
const EMPTY = { game: "connect-four", turn: "first", shape: GRID, cells: ".".repeat(42) };
const fact = (kind, more = {}) => ({ kind, side: "second", cells: [], lines: [], moves: [], plies: null, ...more });
const move = (name, result, facts = [], best = false, moves = 3) => ({ move: name, result, moves, best, facts });
const overview = (...moves) => overviewOf({ state: EMPTY, moves })?.kind ?? null;

afterEach(() => speak("en"));

test("moves with the same reasons are grouped, in the order of their best", () => {
    const gives = fact("gives", { moves: ["1"] });
    const groups = groupsOf([
        move("4", "win", [fact("blocks")], true),
        move("1", "loss", [gives, fact("answer", { moves: ["2"] })]),
        move("2", "loss", [fact("lets-close")]),
        move("7", "loss", [{ ...gives, plies: 4 }, fact("answer", { moves: ["3"] })]),
    ]);
    assert.deepEqual(
        groups.map(({ moves }) => moves.map(({ move }) => move)),
        [["4"], ["1", "7"], ["2"]],
    );
    assert.deepEqual(
        groups[1].facts.map(({ kind }) => kind),
        ["gives"],
        "replies differ, so none is told",
    );
});

test("a single move keeps its best reply", () => {
    const [group] = groupsOf([move("4", "draw", [fact("answer", { moves: ["2"] })])]);
    assert.deepEqual(
        group.facts.map(({ kind }) => kind),
        ["answer"],
    );
});

test("the same reasons with another result are another group", () => {
    assert.equal(groupsOf([move("1", "draw", [fact("gives")]), move("2", "loss", [fact("gives")])]).length, 2);
});

test("what the values of all moves say together", () => {
    const [win, draw, loss] = ["win", "draw", "loss"].map((result) => move("1", result));
    assert.equal(overview(), null);
    assert.equal(overview(win, move("2", null)), null, "not all are proven");
    assert.equal(overview(draw), "only-move");
    assert.equal(overview(win, draw), "only-win");
    assert.equal(overview(draw, loss), "only-draw");
    assert.equal(overview(win, win, draw), "some-win");
    assert.equal(overview(draw, draw), "all-draw");
    assert.equal(overview(draw, draw, loss), "some-draw");
    assert.equal(overview(move("1", "loss", [], true), loss), "all-lose");
    assert.equal(overview(move("1", "loss", [], true), move("2", "loss", [], true)), "lost");
    assert.deepEqual(bestOf([move("1", "win", [], true), win]).length, 1);
});

test("a fact is a sentence in the language of the page; one of an unknown kind is none", async () => {
    const blocks = { ...fact("must-block", { side: "second", moves: ["4"], lines: [[35, 36, 37, 38]] }), cells: [38] };
    assert.equal(sentenceOf(EMPTY, blocks, []), "Yellow threatens four in row 1: Red must play column 4 now.");
    assert.equal(subjectOf(EMPTY, ["1", "2"]), "Columns 1 and 2");
    await speak("de");
    assert.match(sentenceOf(EMPTY, blocks, []), /^Gelb droht .* Spalte 4/);
    assert.equal(sentenceOf(EMPTY, fact("a kind of tomorrow"), []), null);
});

test("a zugzwang counts the free cells and says who opens the column", async () => {
    const four = [14, 15, 16, 17];
    const cells = [16, 0, 4, 5, 12, 19, 26, 6, 13, 20, 27, 34];
    const position = { ...fact("zugzwang", { cells, lines: [four], moves: ["1", "5"] }) };
    const state = { ...EMPTY, turn: "second" };
    assert.equal(
        sentenceOf(state, position, []),
        "11 cells are free outside column 3: Yellow takes the first (column 1 or column 5) and the last of them, so Red must " +
            "open column 3, and Yellow makes four in row 4.",
    );
    const after = (cells) => ({ ...position, cells, moves: [] });
    const groups = groupsOf([
        move("1", "win", [after(cells.toSpliced(1, 1))], true),
        move("5", "win", [after(cells.toSpliced(2, 1))], true),
    ]);
    assert.equal(groups.length, 1, "one zugzwang, wherever the first man goes");
    const [{ moves, facts }] = groups;
    const subject = moves.map(({ move }) => move);
    assert.match(sentenceOf(state, facts[0], subject), /^After columns 1 and 5, 10 cells are free outside column 3: /);
    await speak("de");
    assert.match(sentenceOf(state, position, []), /^11 Felder sind außerhalb von Spalte 3 frei: Gelb nimmt das erste /);
    assert.match(
        sentenceOf(state, facts[0], subject),
        /^Nach den Spalten 1 und 5 sind 10 Felder außerhalb von Spalte 3 frei/,
    );
});

test("a mistake is told with what refutes it, in place of the best reply", async () => {
    const refutes = fact("refutes", { moves: ["4"], cells: [38, 41], lines: [], idea: "double-threat" });
    const [{ facts }] = groupsOf([move("1", "loss", [refutes, fact("answer", { moves: ["4"] })])]);
    assert.deepEqual(facts, [refutes]);
    assert.equal(
        sentenceOf(EMPTY, refutes, ["1"]),
        "Column 1 is a mistake: Yellow answers column 4 and threatens four twice, at column 4, row 1 and column 7, row 1; " +
            "Red can stop only one.",
    );
    const later = { ...refutes, moves: ["4", "5", "3"], idea: "makes-threat", cells: [30] };
    assert.match(
        sentenceOf(EMPTY, later, ["1"]),
        /after Yellow 4 and Red 5, Yellow plays column 3 and gets a winning square/,
    );
    await speak("de");
    assert.match(
        sentenceOf(EMPTY, refutes, ["1"]),
        /^Spalte 1 ist ein Fehler: Gelb antwortet mit Spalte 4 und droht zweimal/,
    );
});

test("men of Connect Four are stacked", () => {
    assert.deepEqual(placesOf(EMPTY, [], ["1", "1"], true), [35, 28]);
    assert.deepEqual(placesOf(EMPTY, [], ["1", "1"], false), [35, 35]);
    assert.deepEqual(placesOf(EMPTY, ["1"], ["1"], false), [35, 28]);
});

test("random games before and after a reload are counted together", async () => {
    const one = (wins, draws, losses) => ({ move: "4", games: wins + draws + losses, wins, draws, losses });
    const before = { games: 10, moves: [one(4, 2, 4)] };
    const { games, moves } = added(before, { games: 30, moves: [one(20, 0, 10)] });
    assert.equal(games, 40);
    const [{ wins, draws, losses, share, low, high }] = moves;
    assert.deepEqual([wins, draws, losses], [24, 2, 14]);
    assert.equal(share, 25 / 40);
    assert.ok(0 < low && low < share && share < high && high < 1);
    assert.equal(added({ games: 0, moves: [] }, before), before);
});

/** The sentence about a fact, in both languages: said of a position with Red to move, or of moves in it. */
async function worded(given, subject = []) {
    const told = [];
    for (const language of ["en", "de"]) {
        await speak(language);
        told.push(sentenceOf(EMPTY, { ...fact(""), side: "first", ...given }, subject));
    }
    return told;
}

test("the moves of a line name their sides, whoever goes first", async () => {
    const line = { kind: "forced-win", moves: ["3", "4", "5"], plies: 3 };
    assert.deepEqual(await worded(line), [
        "Red wins by force: Red 3, Yellow 4, Red 5.",
        "Rot erzwingt den Gewinn: Rot 3, Gelb 4, Rot 5.",
    ]);
    assert.deepEqual(await worded({ ...line, side: "second" }, ["1"]), [
        "After column 1, Yellow wins by force: Yellow 3, Red 4, Yellow 5.",
        "Nach Spalte 1 erzwingt Gelb den Gewinn: Gelb 3, Rot 4, Gelb 5.",
    ]);
    assert.deepEqual(await worded({ ...line, moves: ["2", "3"] }, ["1"]), [
        "After column 1, Red wins by force: Yellow 2, Red 3.",
        "Nach Spalte 1 erzwingt Rot den Gewinn: Gelb 2, Rot 3.",
    ]);
});

test("a reply is called the best only if no other is as good, and the moves that are counted are those that follow it", async () => {
    const answer = (moves, plies) => worded({ kind: "answer", side: "second", moves, plies }, ["1"]);
    assert.deepEqual(await answer(["4"], null), [
        "After column 1, Yellow’s best reply is column 4, and the game is a draw.",
        "Nach Spalte 1 antwortet Gelb am besten mit Spalte 4, und die Partie endet unentschieden.",
    ]);
    assert.deepEqual(await answer(["4", "5"], null), [
        "After column 1, one of Yellow’s best replies is column 4, and the game is a draw.",
        "Nach Spalte 1 ist Spalte 4 eine der besten Antworten von Gelb, und die Partie endet unentschieden.",
    ]);
    assert.deepEqual(await answer(["4"], 1), [
        "After column 1, Yellow’s best reply is column 4, which wins.",
        "Nach Spalte 1 antwortet Gelb am besten mit Spalte 4; damit gewinnt Gelb.",
    ]);
    // Yellow replies, Red moves, Yellow wins.
    assert.deepEqual(await answer(["4"], 3), [
        "After column 1, Yellow’s best reply is column 4; then Yellow wins with 1 more move.",
        "Nach Spalte 1 antwortet Gelb am besten mit Spalte 4; danach gewinnt Gelb mit 1 weiterem Zug.",
    ]);
    // Yellow replies, Red moves, Yellow moves, Red wins.
    assert.deepEqual(await answer(["4"], 4), [
        "After column 1, Yellow’s best reply is column 4; Red still wins, with 2 more moves.",
        "Nach Spalte 1 antwortet Gelb am besten mit Spalte 4; Rot gewinnt trotzdem, mit 2 weiteren Zügen.",
    ]);
});
