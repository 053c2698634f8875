// The test positions: one click from the start, five at once put to any player, with their protocols.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromMenu, playAsTwo, useTool } from "./actions.js";
import { assertPlayed, eventually } from "./expect.js";
import { PHONE, setUp } from "./harness.js";

const { looks, page, server } = setUp();

/** Runs the five of a game with this player, and waits for the last verdict. */
async function runFive(page, game, player) {
    if (player) await page.selectOption("#scenarios-player", player);
    await page.click(`#scenarios-${game}-run`);
    await page.waitForFunction(() =>
        /^\d of 5 passed$/.test(document.querySelector("#lab-scenarios .progress").textContent),
    );
}

const group = (page, title) => page.locator(`.scenario-group:has(h3:text-is("${title}")) .scenario`);
const protocolOf = async (row) => {
    await row.locator("summary").click();
    return (await row.locator(".protocol").textContent()).split("\n");
};

test(
    "one click from the start leads to the test positions of the game on the board",
    page("/", async (page) => {
        await fromMenu(page, "#tests");
        await page.waitForSelector("#lab-scenarios .scenario");
        assert.equal(await page.textContent("#lab-scenarios h2"), "Test positions");
        assert.equal(await page.evaluate(() => document.activeElement.id), "tab-lab-scenarios");
        assert.equal(await page.locator(".scenario-group h3").first().textContent(), "Connect Four");
        await page.click("#game-morris");
        await eventually(async () =>
            assert.equal(await page.locator(".scenario-group h3").first().textContent(), "Nine Men’s Morris"),
        );
    }),
);

test(
    "on a phone the same click scrolls to them",
    page(
        "/",
        async (page) => {
            await fromMenu(page, "#tests");
            await page.waitForSelector("#lab-scenarios .scenario");
            await eventually(async () => assert.ok((await page.locator("#scenarios-player").boundingBox()).y < 844));
        },
        { viewport: PHONE },
    ),
);

test(
    "V1 passes the five of Connect Four: move, reason, time, and a protocol with the proof; the game stays",
    page("/", async (page) => {
        await playAsTwo(page, "4", "4", "3");
        const address = page.url();
        await fromMenu(page, "#tests");
        await page.waitForSelector("#lab-scenarios .scenario");
        await runFive(page, "connect-four", "v1");
        assert.equal(await page.textContent("#lab-scenarios .progress"), "5 of 5 passed");
        assert.equal(await page.locator(".verdict").count(), 5);
        const rows = group(page, "Connect Four");
        assert.match(
            await rows.nth(0).locator(".verdict").textContent(),
            /^✓ found 1 · wins in 1 move, depth \d+ · [\d,]+ nodes, [\d.,]+ ms$/,
        );
        const first = await protocolOf(rows.nth(0));
        const board = [".......", ".......", ".......", "O......", "O..X...", "O.XX..."].map((row) => `|${row}|`);
        assert.deepEqual(first.slice(0, 11), [
            "- Test 1: start -",
            "Position:",
            "---------",
            ...board,
            "---------",
            "O to move, V1: 1",
        ]);
        assert.match(first[11], /^Reason: wins in 1 move, depth \d+; [\d.,]+ ms$/);
        assert.deepEqual(first.slice(12), ["Right: 1", "Played on: 1", "Won O: true", "Passed", "- Test 1: end -"]);
        const third = await protocolOf(rows.nth(2));
        assert.equal(third.find((line) => line.startsWith("Played on: ")).split(", ").length, 5);
        assert.ok(third.includes("Won O: true"));
        assert.ok((await protocolOf(rows.nth(3))).includes("Won X: false"), "the block holds");

        await rows.nth(0).locator("details button").click();
        await eventually(async () =>
            assert.equal(await page.evaluate(() => navigator.clipboard.readText()), first.join("\n")),
        );
        assert.equal(page.url(), `${address}&lab=scenarios`, "the game on the board stays as it is");
        await page.click("#tab-study");
        await assertPlayed(page, "4", "4", "3");
    }),
);

test(
    "a search passes the five of morris; with numbers its protocol is written as players know it",
    page("/#/morris", async (page) => {
        await useTool(page, "numbers");
        await fromMenu(page, "#tests");
        await page.waitForSelector("#lab-scenarios .scenario");
        await runFive(page, "morris");
        assert.equal(await page.textContent("#lab-scenarios .progress"), "5 of 5 passed");
        const first = await protocolOf(group(page, "Nine Men’s Morris").nth(0));
        assert.deepEqual(first.slice(2, 9), [
            "B--------B--------O",
            "|  O-----W-----O  |",
            "|  |  O--O--O  |  |",
            "O--O--O     O--O--B",
            "|  |  O--O--O  |  |",
            "|  O-----O-----O  |",
            "W--------W--------B",
        ]);
        assert.match(first[9], /^Black to move, alpha-beta to depth 1: .*1 -> 2 \(5\)/);
        assert.ok(first.includes("Won Black: true"));
        assert.ok(
            first.some((line) => line.startsWith("scores [1 -> 2 (5): win")),
            "the log of the search follows",
        );
        const fourth = await protocolOf(group(page, "Nine Men’s Morris").nth(3));
        assert.ok(fourth.includes("Right: 1 -> 15, 8 -> 15, 18 -> 15"));
        assert.ok(fourth.includes("Won White: false"));
    }),
);

test(
    "V3 looks as far as each of its five needs and passes, a player that sees too little does not, and another one is tried afresh",
    page("/#/morris", async (page) => {
        await fromMenu(page, "#tests");
        await page.waitForSelector("#lab-scenarios .scenario");
        await runFive(page, "morris", "v3");
        const fifth = group(page, "Nine Men’s Morris").nth(4);
        assert.match(await fifth.locator(".verdict").textContent(), /^✓ .* depth 4 · /);
        const progress = () => page.textContent("#lab-scenarios .progress");
        assert.equal(await progress(), "5 of 5 passed");
        await page.reload();
        await fifth.locator(".verdict").waitFor();
        assert.equal(await page.inputValue("#scenarios-player"), "v3", "player and results outlive a reload");
        await page.selectOption("#scenarios-player", "level 1");
        await eventually(async () => assert.equal(await page.locator(".verdict").count(), 0));
        await runFive(page, "morris", "level 1");
        assert.match(await progress(), /^[0-4] of 5 passed$/);
    }),
);

test(
    "with an empty memory a player computes, with the database it looks up what is stored there",
    page("/#/morris", async (page) => {
        const position = "BB1BBWW1/1W6/8 B 0 0";
        const depth = 3;
        const job = {
            kind: "seed",
            game: "morris",
            position,
            from: 0,
            to: 0,
            count: 1,
            player: `alpha-beta:depth=${depth}`,
        };
        await server.ask("/jobs", job);
        await eventually(async () => assert.equal((await server.ask("/jobs")).items[0].state, "done"));
        await fromMenu(page, "#tests");
        await page.waitForSelector("#lab-scenarios .scenario");
        const first = group(page, "Nine Men’s Morris").nth(0);
        const verdict = first.locator(".verdict");
        await page.selectOption("#scenarios-player", "v3");
        assert.equal(await page.inputValue("#scenarios-memory"), "empty");
        await first.locator("[data-do=run]").click();
        await verdict.waitFor();
        assert.match(await verdict.textContent(), /^✓ .* depth 1 · \d+ nodes/);
        await page.selectOption("#scenarios-memory", "stored");
        await verdict.waitFor({ state: "detached" });
        await first.locator("[data-do=run]").click();
        await verdict.waitFor();
        assert.match(await verdict.textContent(), /^✓ .* database · 0 nodes/);
        await page.reload();
        await verdict.waitFor();
        assert.equal(await page.inputValue("#scenarios-memory"), "stored", "it outlives a reload with the results");
        await page.click("#language");
        assert.equal(await page.locator("#scenarios-memory option:checked").textContent(), "Die Datenbank");
    }),
);

test(
    "every player of the list can be tested",
    page("/", async (page) => {
        await fromMenu(page, "#tests");
        await page.waitForSelector("#scenarios-player option[value=v1]", { state: "attached" });
        const offered = (await server.ask("/games-offered")).players.map(({ name }) => name);
        const listed = await page.$$eval("#scenarios-player option", (options) => options.map(({ value }) => value));
        assert.deepEqual(listed, ["search", ...offered]);
    }),
);

looks("the test positions", "tests", "/#/morris?area=study", async (page) => {
    await useTool(page, "numbers");
    await fromMenu(page, "#tests");
    await page.waitForSelector("#lab-scenarios .scenario");
    await page.selectOption("#scenarios-player", "v3");
    await page.click("#scenarios-morris-run");
    await page.waitForFunction(() => document.querySelectorAll(".verdict").length === 5);
    await page.locator(".scenario summary").first().click();
});
