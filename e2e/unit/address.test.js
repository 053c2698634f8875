// The address bar: what is written there is read back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, columns, liveAddress, readAddress } from "../../crates/zwick-server/page/app/address.js";
import { drawsText, readDraws, unlessUsual } from "../../crates/zwick-server/page/app/draws.js";
import { readLabAddress, scenarioAddress } from "../../crates/zwick-server/page/lab/address.js";

test("a place is written as one would type it", () => {
    assert.equal(addressOf({ game: "connect-four", start: null, moves: [] }), "#/connect-four");
    assert.equal(addressOf({ game: "connect-four", start: null, moves: ["4", "4", "3"] }), "#/connect-four?moves=443");
    assert.equal(addressOf({ game: "morris", start: null, moves: ["d2", "a1-a4xd7"] }), "#/morris?moves=d2_a1-a4xd7");
});

test("what is written is read back", () => {
    const places = [
        { game: "connect-four", start: null, moves: [] },
        { game: "connect-four", start: null, moves: ["4", "4", "7"] },
        { game: "connect-four:10x7", start: null, moves: ["10", "1"] },
        { game: "connect-four:10x7", start: null, moves: ["1", "2"] },
        { game: "connect-four", start: "7/7/7/7/7/3XO2 x", moves: ["1"] },
        { game: "morris", start: null, moves: ["d2"], draws: "repetition 20" },
        { game: "morris", start: "W.B...../......../........ w 3 4", moves: [], draws: "off" },
        { game: "morris:lasker", start: "W.B...../......../........ w 3 4", moves: ["a1-a4", "d2"] },
    ];
    for (const place of places) {
        assert.deepEqual(readAddress(addressOf(place)), place, addressOf(place));
    }
});

test("draw rules are read and written as the server does", () => {
    assert.equal(addressOf({ game: "morris", start: null, moves: ["d2"], draws: "20" }), "#/morris?draws=20&moves=d2");
    for (const text of ["repetition 50", "repetition", "20", "off"]) assert.equal(drawsText(readDraws(text)), text);
    assert.deepEqual(readDraws(null), { repetition: true, quietMoves: 50 });
    assert.deepEqual(readDraws("off"), { repetition: false, quietMoves: null });
    assert.equal(unlessUsual("repetition 50"), null);
    assert.equal(unlessUsual("repetition 20"), "repetition 20");
});

test("on more than nine columns digits are not taken apart", () => {
    assert.equal(columns("connect-four:10x7"), 10);
    assert.equal(columns("connect-four"), 7);
    assert.deepEqual(readAddress("#/connect-four:10x7?moves=10_2").moves, ["10", "2"]);
    assert.deepEqual(readAddress("#/connect-four:10x7?moves=10").moves, ["10"]);
});

test("an empty address is an empty board", () => {
    for (const hash of ["", "#", "#/"]) {
        assert.deepEqual(readAddress(hash), { game: "connect-four", start: null, moves: [] }, hash);
    }
});

test("a live game, and a seat in it", () => {
    assert.deepEqual(readAddress(liveAddress("k3v9")), { id: "k3v9", seat: null });
    const seat = { side: "second", token: "a-b.c~d" };
    assert.deepEqual(readAddress(liveAddress("k3v9", seat)), { id: "k3v9", seat });
});

test("a scenario travels in its address", () => {
    const scenario = { game: "morris", position: "W.B a b", depth: 7, answers: ["a1-a4", "d2"], title: "Two & more" };
    assert.deepEqual(readLabAddress(scenarioAddress(scenario)), { part: "scenarios", scenario });
    const untitled = { ...scenario, title: "" };
    assert.deepEqual(readLabAddress(scenarioAddress(untitled)), { part: "scenarios", scenario: untitled });
});

test("an address that names a part of the Lab opens only that", () => {
    assert.equal(readLabAddress("#/morris?moves=d2"), null);
    assert.deepEqual(readLabAddress("#/morris?lab=tree"), { part: "tree", scenario: null });
    for (const depth of ["0", "-1", "1.5", "x"]) {
        const hash = `#/morris?start=x&lab=scenarios&depth=${depth}&answers=d2`;
        assert.deepEqual(readLabAddress(hash), { part: "scenarios", scenario: null }, depth);
    }
    assert.equal(readLabAddress("#/morris?start=x&lab=scenarios&depth=3&answers=")?.scenario, null);
});
