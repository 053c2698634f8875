// Draw rules: chosen on the page, kept with the game, and named when they end it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beginAnew, setPlayers, type } from "./actions.js";
import { assertPlayed, assertStatus, eventually } from "./expect.js";
import { setUp } from "./harness.js";

const { server, page } = setUp();

/** Four men each, which can step back and forth without a mill. */
const QUIET = "start=W1W1W3/1B1B1B1W/7B_W_0_0";
const ROUND = ["a7-d7", "d6-b6", "d7-a7", "b6-d6"];
const plies = (count) => Array.from({ length: count }, (_, ply) => ROUND[ply % ROUND.length]);

const assertAddress = (page, address) =>
    eventually(async () => assert.equal(new URL(page.url()).hash.replace(/&?moves=.*/, ""), address));

test(
    "draw rules are chosen for a new game, and kept in its address, its text, a reload and the next game",
    page("/#/morris", async (page) => {
        await setPlayers(page);
        await page.click("#tab-play");
        assert.equal(await page.inputValue("#quiet-moves"), "50", "as usual");
        assert.ok(await page.isChecked("#repetition"));
        await page.selectOption("#quiet-moves", "20");
        await assertAddress(page, "#/morris?draws=repetition_20");
        await page.uncheck("#repetition");
        await assertAddress(page, "#/morris?draws=20");
        await page.click("[data-point=d6]");
        await assertPlayed(page, "d6");
        await assertAddress(page, "#/morris?draws=20");

        await page.reload();
        await assertPlayed(page, "d6");
        assert.equal(await page.inputValue("#quiet-moves"), "20");
        assert.ok(!(await page.isChecked("#repetition")));
        const id = await page.evaluate(() => JSON.parse(localStorage.getItem("zwick.games"))[0].id);
        assert.match(await (await fetch(`${server.address}/api/v1/games/${id}/text`)).text(), /\[DrawRules "20"\]/);
        await page.keyboard.press("ArrowLeft");
        await eventually(async () => assert.equal(await page.textContent("#due"), "White: place a man"));

        await beginAnew(page);
        await assertAddress(page, "#/morris?draws=20");
        await page.click("#game-connect-four");
        await page.waitForSelector(".column");
        assert.equal(await page.locator("#quiet-moves").count(), 0, "no man moves in Connect Four");
        // Back to the unfinished game, and from there to a new one by its rules.
        await page.click("#game-morris");
        await assertPlayed(page, "d6");
        await beginAnew(page);
        await assertPlayed(page);
        await assertAddress(page, "#/morris?draws=20");
        await page.selectOption("#quiet-moves", "");
        await assertAddress(page, "#/morris?draws=off");
        await page.selectOption("#quiet-moves", "50");
        await page.check("#repetition");
        await assertAddress(page, "#/morris");
    }),
);

test(
    "twenty moves without a mill are counted, and end the game by that rule in both languages",
    page(`/#/morris?${QUIET}&draws=20&moves=${plies(39).join("_")}`, async (page) => {
        await eventually(async () => assert.equal(await page.innerText("[data-fact=quiet] dd"), "19 of 20"));
        await type(page, ROUND[3]);
        await assertStatus(page, /^Draw: 20 moves without a mill/);
        await page.click("#language");
        await assertStatus(page, /^Unentschieden: 20 Züge ohne Mühle/);
        await page.click("#control-undo");
        await eventually(async () => assert.equal(await page.innerText("[data-fact=quiet] dd"), "19 von 20"));
    }),
);

test(
    "a position that occurs for the third time is a draw only where that rule holds",
    page(`/#/morris?${QUIET}&moves=${plies(7).join("_")}`, async (page) => {
        await type(page, ROUND[3]);
        await assertStatus(page, /^Draw: threefold repetition/);
        await page.goto(`${server.address}/#/morris?${QUIET}&draws=off&moves=${plies(120).join("_")}`);
        await assertStatus(page, /^White to move/);
        await eventually(async () => assert.equal(await page.innerText("[data-fact=quiet] dd"), "60"));
        assert.equal(await page.inputValue("#quiet-moves"), "");
    }),
);
