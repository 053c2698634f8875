// Values, amounts and names as the page says them, in both languages.

import "./browser.js";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { duration, perSecond, size } from "../../crates/zwick-server/page/app/amounts.js";
import { nextLanguage, number, speak, t, translated } from "../../crates/zwick-server/page/app/text.js";
import { gameName, playerName, sideName, variantName } from "../../crates/zwick-server/page/boards/names.js";
import { alphaText, longScore, shortScore } from "../../crates/zwick-server/page/boards/scores.js";
import {
    endHeight,
    finderOf,
    firstHeight,
    heightOf,
    moveNumber,
    numberOf,
    signOf,
    sourceOf,
    wordsOf,
} from "../../crates/zwick-server/page/boards/values.js";

const exact = (result, moves, plies) => ({ kind: "exact", result, moves, plies, points: null, mean: null, wins: null });
const estimate = (points, mean = null, wins = null) => ({
    kind: "estimate",
    result: null,
    moves: null,
    plies: null,
    points,
    mean,
    wins,
});

afterEach(() => speak("en"));

test("the language is the browser's, and the button names the next one", async () => {
    assert.equal(t("area.play"), "Play");
    assert.equal(nextLanguage(), "de");
    await speak("de");
    assert.equal(t("area.play"), "Spielen");
    assert.equal(nextLanguage(), "en");
});

test("texts are filled in, and a word without a text stays itself", () => {
    assert.equal(t("status.turn", { side: "Red" }), "Red to move");
    assert.equal(translated("source", "book"), "book");
    assert.equal(translated("source", "a friend"), "a friend");
});

test("a proven value tells the moves until the end", () => {
    assert.equal(wordsOf(exact("win", 1, 1)), "wins in 1 move");
    assert.equal(wordsOf(exact("loss", 3, 6)), "loses in 3 moves");
    assert.equal(wordsOf(exact("win", null, null)), "wins");
    assert.equal(wordsOf(exact("draw", null, null)), "draw");
    assert.equal(wordsOf(exact("win", 0, 0)), "game over");
    assert.deepEqual(
        ["win", "draw", "loss", null].map((result) => signOf({ result })),
        ["▲", "●", "▼", "≈"],
    );
    assert.equal(numberOf(exact("win", 3, 5)), "3");
    assert.equal(numberOf(exact("draw", null, null)), "0");
});

test("an estimate has a sign, a digit where it says something, and the point of its language", async () => {
    assert.equal(numberOf(estimate(1.25)), "+1.3");
    assert.equal(numberOf(estimate(-0.5)), "−0.5");
    assert.equal(numberOf(estimate(0.01)), "0.0");
    assert.equal(numberOf(estimate(4.9)), "+4.9");
    await speak("de");
    assert.equal(numberOf(estimate(-0.5)), "−0,5");
    assert.equal(number(12345), "12.345");
});

test("an estimate of more than five men says no number, but who probably wins", async () => {
    await speak("en");
    assert.deepEqual([numberOf(estimate(12.4)), wordsOf(estimate(12.4))], ["△", "probably wins"]);
    assert.deepEqual([numberOf(estimate(-5.1)), wordsOf(estimate(-5.1))], ["▽", "probably loses"]);
    assert.deepEqual([numberOf(estimate(5)), wordsOf(estimate(5))], ["+5.0", "estimate +5.0"]);
});

test("a nearer win is higher, and every proven result is beyond every estimate", () => {
    const heights = [exact("win", 1, 1), exact("win", 9, 17), estimate(50), estimate(1), exact("draw", null, null)];
    const measured = heights.map(heightOf);
    assert.deepEqual(
        measured,
        measured.toSorted((a, b) => b - a),
    );
    assert.ok(heightOf(exact("win", 99, 197)) > 0.5 && heightOf(estimate(50)) <= 0.5);
    assert.equal(heightOf(exact("loss", 3, 6)), -heightOf(exact("win", 3, 6)));
});

test("heights on the curve are those of the first side", () => {
    const at = (turn, answer, over = null) => firstHeight({ state: { turn, over }, answer });
    assert.ok(at("first", exact("win", 1, 1)) > 0 && at("second", exact("win", 1, 1)) < 0);
    assert.equal(at("second", exact("loss", 0, 0), { winner: "first" }), 1);
    assert.deepEqual(["first", "second", null].map(endHeight), [1, -1, 0]);
});

test("where an answer comes from", () => {
    assert.equal(sourceOf({ kind: "depth", plies: 12 }), "depth 12");
    assert.equal(sourceOf({ kind: "sampled", plies: 3 }), "depth 3, random games");
    assert.equal(sourceOf({ kind: "playouts", games: 5000 }), "5,000 random games");
    assert.equal(sourceOf({ kind: "database", plies: null }), "database");
    assert.equal(sourceOf({ kind: "tablebase" }), "tablebase");
    assert.equal(finderOf("solver"), "solver");
    assert.equal(finderOf("alpha-beta:depth=10"), "alpha-beta · depth=10");
});

test("moves are numbered as games are written", () => {
    assert.deepEqual([0, 1, 2, 5].map(moveNumber), ["1.", "1…", "2.", "3…"]);
});

test("names of sides, players and games", () => {
    assert.equal(sideName("connect-four:8x7", "second"), "Yellow");
    assert.equal(sideName("morris:lasker", "second"), "Black");
    assert.equal(playerName("level 5"), "Mimi", "an opponent with a face");
    assert.equal(playerName("level 6"), "Level 6");
    assert.equal(playerName("perfect:time=5"), "Perfect");
    assert.equal(playerName("alphabeta:depth=5,table=1"), "alphabeta · depth=5, table=1");
    assert.equal(variantName("connect-four"), "7 × 6 (standard)");
    assert.equal(gameName("connect-four:8x7"), "Connect Four · 8 × 7");
    assert.equal(gameName("morris"), "Nine Men’s Morris");
});

test("scores of a search in few signs, with their bound", () => {
    assert.equal(shortScore(exact("loss", 1, 2)), "▼ 1");
    assert.equal(shortScore(estimate(-1.25), "at-most"), "≤ −1.25");
    assert.equal(shortScore(estimate(null, 0.37)), "+37 %");
    assert.match(longScore(estimate(null, 0.37), "at-least"), /at least.*37 %/);
    // Of games won there are no fewer than none: no sign.
    assert.equal(shortScore(estimate(null, null, 0.37)), "37 %");
    assert.equal(longScore(estimate(null, null, 0.37)), "random games: 37 % won");
    assert.equal(alphaText(null), "−∞");
});

test("sizes and times in units that fit", () => {
    assert.deepEqual([0, 999, 1500, 150_000, 2e9, 5e12].map(size), [
        "0 bytes",
        "999 bytes",
        "1.5 kB",
        "150 kB",
        "2.0 GB",
        "5,000 GB",
    ]);
    const spans = [0.2, 59.4, 61, 3599, 3600, 90_000].map(duration);
    assert.equal(new Set(spans).size, spans.length);
    assert.equal(spans[0], t("amount.less"));
    assert.equal(spans[2], t("amount.minutes", { minutes: 1, seconds: 1 }));
    assert.equal(spans[4], t("amount.hours", { hours: 1, minutes: 0 }));
    assert.equal(spans[5], t("amount.days", { days: 1, hours: 1 }));
    assert.deepEqual([2.34, 1234].map(perSecond), ["2.3", "1,234"]);
});
