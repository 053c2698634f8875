// Playing: whole games against the computer, every button and key, undo and redo.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beginAnew, openPlay, playAsTwo, setPlayers, type, useTool } from "./actions.js";
import { assertPlayed, assertPlies, assertReads, assertStatus, eventually, playedMoves, statusText } from "./expect.js";
import { screenshot, setUp } from "./harness.js";

const { page, server } = setUp();

const isOver = async (page) => /wins:|Draw:/.test(await statusText(page));

test(
    "a whole game of Connect Four against the computer, with its reason and report",
    page("/", async (page) => {
        await setPlayers(page, "person", "level 1");
        for (let turn = 0; turn < 21 && !(await isOver(page)); turn += 1) {
            const played = await playedMoves(page);
            const before = played.length;
            // Not the best badge: on a busy machine it may still be an estimate.
            const wish = { position: played.join(""), player: "perfect", time: 60_000 };
            const { move } = await server.ask("/connect-four/choose", wish);
            await page.click(`.column[data-move='${move}']:not([aria-disabled])`);
            await eventually(async () =>
                assert.ok((await playedMoves(page)).length >= before + 2 || (await isOver(page))),
            );
        }
        assert.match(await statusText(page), /Red wins: four (in (row|column) \d|on a diagonal)/);
        await page.waitForSelector("#report-card .accuracy-row");
        assert.match(await page.innerText("#report-card"), /Red\s+100 %/);
        await page.click("#tab-play");
        await page.click("[data-key=rematch]");
        await assertReads(page, "#scoreboard", /Red: Flo/);
        await assertPlies(page, 1);
    }),
);

test(
    "a whole game of Nine Men's Morris against the computer",
    page("/#/morris", async (page) => {
        await setPlayers(page, "person", "random");
        for (let click = 0; click < 400 && !(await isOver(page)); click += 1) {
            await page.waitForSelector(".point.open .badge, #status .coin.none, .panel.over");
            if (await isOver(page)) break;
            // A mill closed while it looked best may no longer be: then any man to take will do.
            const best = page.locator(".point.open:has(.badge.best)");
            const point = (await best.count()) > 0 ? best : page.locator(".point.open");
            // The computer may have moved in between; then the next round sees the new board.
            await point
                .first()
                .click({ timeout: 2000 })
                .catch(() => {});
        }
        assert.match(await statusText(page), /White wins: Black (has only two men left|cannot move)/);
        await screenshot(page, "morris-won");
    }),
);

async function assertPlayedAtLeast(page, count) {
    await eventually(async () => assert.ok((await playedMoves(page)).length >= count));
}

test(
    "the computer goes first, and the person replies",
    page("/", async (page) => {
        await page.click("[data-key=side-second]");
        await assertReads(page, "#scoreboard", /Red: Mimi/);
        assert.deepEqual(await playedMoves(page), [], "the computer waits until it is asked to begin");
        await page.click("[data-key=start]");
        await assertPlayedAtLeast(page, 1);
        await assertStatus(page, /Yellow to move/);
    }),
);

test(
    "the computer answers in morris",
    page("/#/morris", async (page) => {
        await setPlayers(page, "person", "level 5");
        await page.click("[data-point=d6]");
        await assertPlies(page, 2);
    }),
);

test(
    "a perfect player is offered where it can play, and elsewhere what is missing",
    page("/", async (page) => {
        const option = "#player-second option[value=perfect]";
        await setPlayers(page, "person", "perfect");
        assert.equal(await page.locator("[data-key=perfect-note]").count(), 0);
        await page.click("#game-morris");
        await openPlay(page);
        await page.waitForSelector("[data-key=perfect-note]");
        assert.match(await page.innerText("[data-key=perfect-note]"), /needs the tables for these rules/);
        assert.ok(await page.isDisabled(option));
        await eventually(async () =>
            assert.equal(await page.inputValue("#player-second"), "level 10", "someone else sits down"),
        );
        await page.click("[data-key=perfect-tables]");
        await page.waitForSelector("#tables-card", { state: "visible" });
        await page.click("#game-connect-four");
        await openPlay(page);
        await page.selectOption("#variant", "connect-four:8x7");
        await assertReads(page, "[data-key=perfect-note]", /at most 36 cells are empty/);
    }),
);

test(
    "undo goes back to the person's own move, redo plays both again",
    page("/", async (page) => {
        await setPlayers(page, "person", "level 3");
        await page.click("[data-move='4'].column");
        await assertPlayedAtLeast(page, 2);
        const moves = await playedMoves(page);
        await page.click("#control-undo");
        await assertPlayed(page);
        await useTool(page, "redo");
        await assertPlayed(page, ...moves);
    }),
);

test(
    "every key does what it says",
    page("/", async (page) => {
        await playAsTwo(page, "4", "4", "3");
        await page.keyboard.press("ArrowLeft");
        await assertStatus(page, /after move 2 of 3/);
        await page.keyboard.press("Home");
        await assertStatus(page, /after move 0 of 3/);
        await page.keyboard.press("ArrowRight");
        await assertStatus(page, /after move 1 of 3/);
        await page.keyboard.press("End");
        await assertStatus(page, /Yellow to move/);
        await page.keyboard.press("u");
        await assertPlayed(page, "4", "4");
        await page.keyboard.press("r");
        await assertPlayed(page, "4", "4", "3");
        await page.keyboard.press("Space");
        await assertPlies(page, 4);
        const left = () => page.$eval(".column", (column) => column.dataset.move);
        await page.keyboard.press("f");
        assert.equal(await left(), "7");
        await page.keyboard.press("f");
        assert.equal(await left(), "1");
        await page.keyboard.press("h");
        assert.equal(await page.getAttribute("#control-hints", "aria-checked"), "false");
        await page.keyboard.press("h");
        await page.keyboard.press("?");
        await page.waitForSelector("dialog[open]");
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog", { state: "detached" });
        await page.keyboard.press("t");
        await page.click("#tab-play");
        await beginAnew(page);
        await assertPlayed(page);
    }),
);

test(
    "every button does what it says",
    page("/", async (page) => {
        await setPlayers(page);
        await useTool(page, "best");
        await assertPlayed(page, "4");
        await useTool(page, "random");
        await assertPlies(page, 2);
        await page.click("#control-first");
        await assertStatus(page, /after move 0 of 2/);
        await page.click("#control-next");
        await assertStatus(page, /after move 1 of 2/);
        await page.click("#control-last");
        await assertStatus(page, /Red to move/);
        await page.click("#control-previous");
        await assertStatus(page, /after move 1 of 2/);
        await useTool(page, "flip");
        assert.equal(await page.$eval(".column", (column) => column.dataset.move), "7");
        await page.click("#tab-play");
        await page.click("#control-new");
        await page.click("[data-key=new-really]");
        await assertPlayed(page);
        await openPlay(page);
        await page.selectOption("#player-second", "level 2");
        await page.click("[data-key=swap]");
        await assertReads(page, "#scoreboard", /Red: Level 2[\s\S]*Yellow: Person/);
        await assertPlayedAtLeast(page, 1);
        await page.click("[data-key=new-two]");
        await assertPlayed(page);
        assert.match(await page.innerText("#scoreboard"), /Red: Person[\s\S]*Yellow: Person/);
    }),
);

test(
    "an algorithm with its settings plays, is stopped, and resumes",
    page("/", async (page) => {
        await openPlay(page);
        await page.selectOption("#player-second", "algorithm");
        await page.fill("#setting-second-depth", "3");
        await page.dispatchEvent("#setting-second-depth", "change");
        await assertReads(page, "#scoreboard", /alpha-beta · depth=3/);
        await page.keyboard.press("Escape");
        await page.click(".column[data-move='4']");
        await assertPlayedAtLeast(page, 2);
        await page.selectOption("#algorithm-second", "monte-carlo");
        await assertReads(page, "#scoreboard", /monte-carlo/);
        await page.fill("#setting-second-playouts", "10000000");
        await page.dispatchEvent("#setting-second-playouts", "change");
        await assertReads(page, "#scoreboard", /monte-carlo · playouts=10000000/);
        await page.click(".column[data-move='4']");
        await page.click("[data-key=stop]");
        await assertStatus(page, /is paused/);
        await page.selectOption("#player-second", "level 1");
        await assertPlayedAtLeast(page, 4);
    }),
);

test(
    "another move at an earlier ply is a variation beside what was played",
    page("/", async (page) => {
        await playAsTwo(page, "4", "4", "3");
        await page.keyboard.press("ArrowLeft");
        await assertStatus(page, /after move 2 of 3/);
        await page.click(".column[data-move='5']");
        await assertPlayed(page, "4", "4", "5");
        assert.equal(await page.locator("#tree-card .ply").count(), 4, "the first line stays");
    }),
);

test(
    "typed moves are played, and impossible ones are explained",
    page("/#/morris", async (page) => {
        await setPlayers(page);
        await type(page, "d6");
        await assertPlayed(page, "d6");
        await type(page, "d6");
        assert.match(await page.innerText("#notices"), /“d6” is not a legal move here. Legal: a7 d7/);
    }),
);

test(
    "a morris turn of three clicks: the man, its point, the man it takes",
    page(`/#/morris?start=${"WW5B/2W1B3/8_W_0_0".replace("8_", "4B3_")}`, async (page) => {
        await page.click("[data-point=f6]");
        assert.equal(await page.innerText("#due"), "White: choose where f6 goes");
        await page.keyboard.press("Escape");
        assert.equal(await page.innerText("#due"), "White: choose a man to move");
        await page.click("[data-point=f6]");
        await page.click("[data-point=g7]");
        assert.equal(await page.innerText("#due"), "White: mill! Take a man");
        assert.match(await statusText(page), /^Mill! Which man do you take\?/);
        await page.click(".point.takeable");
        await eventually(async () => assert.match((await playedMoves(page))[0], /^f6-g7x[a-g]\d$/));
        assert.match(await statusText(page), /White wins: Black has only two men left/);
    }),
);

test(
    "boards of other sizes and other rules",
    page("/", async (page) => {
        await page.click("#tab-play");
        await page.selectOption("#variant", "connect-four:8x7");
        await eventually(async () => assert.equal(await page.locator(".column").count(), 8));
        await page.click("#game-morris");
        await page.waitForSelector(".point");
        await page.selectOption("#variant", "morris:morabaraba");
        await eventually(async () => assert.match(await page.getAttribute(".seat.first .hand", "aria-label"), /12/));
        assert.equal(await page.locator(".lines line").count(), 20);
        await page.click("#game-connect-four");
        await eventually(async () => assert.equal(await page.locator(".column").count(), 8));
    }),
);

// ---- the computer's move ----

test(
    "the time of the computer's own move is told beside that of the analysis",
    page("/", async (page) => {
        await page.click(".column[data-move='4']");
        const told = page.locator("#status .played-by");
        await eventually(async () =>
            assert.match(await told.innerText(), /^Mimi played [1-7] in (\d+\.\d\d|\d\.\d|[\d,]+) ms$/),
        );
        const [, played] = await playedMoves(page);
        assert.ok((await told.innerText()).includes(` played ${played} in `));
        await page.keyboard.press("ArrowLeft");
        await eventually(async () => assert.equal(await told.innerText(), ""));
        await page.keyboard.press("ArrowRight");
        await eventually(async () => assert.match(await told.innerText(), /^Mimi played/));
        await setPlayers(page);
        await useTool(page, "best");
        await eventually(async () => assert.match(await told.innerText(), /^Best move [1-7] found in [\d.,]+ ms$/));
        await useTool(page, "random");
        await eventually(async () => assert.match(await told.innerText(), /^Random played [1-7] in [\d.,]+ ms$/));
        const count = (await playedMoves(page)).length;
        await page.click(".column:not([aria-disabled])");
        await eventually(async () => assert.equal((await playedMoves(page)).length, count + 1));
        assert.equal(await told.innerText(), "", "a person's move is not timed");
    }),
);

test(
    "the time told is the server's time of that move",
    page("/#/morris", async (page) => {
        let milliseconds = 0;
        page.on("response", async (response) => {
            if (response.url().endsWith("/computer")) milliseconds = (await response.json()).found.report.milliseconds;
        });
        await page.click("[data-point=d6]");
        await eventually(async () => {
            const [, told] = /in ([\d.,]+) ms$/.exec(await page.innerText("#status .played-by"));
            assert.ok(Math.abs(Number(told.replaceAll(",", "")) - milliseconds) <= 0.5, `${told}, ${milliseconds}`);
        });
    }),
);

test(
    "a move right after a change of players waits until that is told, and stays",
    page("/", async (page) => {
        await playAsTwo(page, "4");
        let waiting = 0;
        await page.route("**/api/v1/games/*/players", async (route) => {
            waiting += 1;
            const response = await route.fetch();
            await new Promise((resolve) => setTimeout(resolve, 500));
            await route.fulfill({ response });
        });
        await setPlayers(page, "random", "person");
        await page.click(".column[data-move='3']");
        await assertPlies(page, 3);
        assert.deepEqual((await playedMoves(page)).slice(0, 2), ["4", "3"]);
        assert.ok(waiting > 0);
        assert.equal(await page.locator("#notices .notice").count(), 0);
    }),
);

test(
    "how the computer found its move is told, and again after a reload",
    page("/", async (page) => {
        await setPlayers(page, "person", "v5");
        await page.click(".column[data-move='4']");
        const found = page.locator("#status .found");
        await eventually(async () =>
            assert.match(await found.textContent(), /^depth 7 · [\d,]+ nodes · [+−]?\d+\.\d\destimate: .+ points$/),
        );
        const before = await found.textContent();
        await page.reload();
        await assertReads(page, "#status .played-by", /^V5 played \d in /);
        assert.equal(await found.textContent(), before);
        await page.keyboard.press("u");
        await eventually(async () => assert.equal(await found.textContent(), ""));
        await setPlayers(page);
        await useTool(page, "best");
        await eventually(async () => assert.match(await found.textContent(), /^book · ▲ \d+wins in \d+ moves$/));
    }),
);

test(
    "V5 keeps what it searched from move to move",
    page("/", async (page) => {
        const nodes = [];
        page.on("response", async (response) => {
            if (response.url().endsWith("/computer")) nodes.push((await response.json()).found.report.nodes);
        });
        await openPlay(page);
        await page.selectOption("#player-second", "v5");
        await page.click("[data-key=settings-second]");
        await page.fill("#setting-second-threads", "1");
        await page.dispatchEvent("#setting-second-threads", "change");
        await assertReads(page, "#scoreboard", /V5 · threads=1/);
        for (const column of ["4", "1"]) {
            const before = nodes.length;
            await page.click(`.column[data-move='${column}']`);
            await eventually(async () => assert.equal(nodes.length, before + 1));
        }
        const played = await playedMoves(page);
        const text = `[Game "connect-four"]\n\n${played.slice(0, 3).join(" ")} *`;
        const players = { first: "person", second: "v5:threads=1" };
        const game = await server.ask("/games", { import: text, players });
        const cold = await server.ask(`/games/${game.id}/computer`, {}, game.tokens.second);
        assert.ok(nodes[1] < cold.found.report.nodes, `${nodes[1]}, ${cold.found.report.nodes}`);
    }),
);

// ---- older programs ----

test(
    "a program that looks in the stored positions says so, unless that is switched off",
    page("/#/connect-four?moves=112233", async (page) => {
        const found = page.locator("#status .found");
        await openPlay(page);
        await page.selectOption("#player-second", "v1");
        await page.click("[data-key=settings-second]");
        assert.equal(await page.innerText("#setting-second-store option:checked"), "default (on)");
        await page.selectOption("#setting-second-store", "off");
        await assertReads(page, "#scoreboard", /V1 · store=off/);
        assert.equal(await page.inputValue("#player-second"), "v1");
        await page.click("[data-key=swap]");
        await assertPlayed(page, ..."1122334");
        await eventually(async () => assert.match(await found.textContent(), /^depth \d/));
        await page.click("[data-key=settings-first]");
        const playAgain = async (store) => {
            await page.click("#control-undo");
            await assertPlayed(page, ..."11223");
            await page.selectOption("#setting-first-store", store);
            await page.click(".column[data-move='3']");
            await assertPlayed(page, ..."1122334");
            return found.textContent();
        };
        assert.match(await playAgain(""), /^depth \d/);
        // On a busy machine the store may not answer in time: then the player searches, and looks there the next time.
        await eventually(async () => assert.match(await playAgain("on"), /^database · ▲ 1wins in 1 move$/));
    }),
);

const OLDER = { "connect-four": ["v1", "v2", "v4", "v5"], "morris": ["v3"] };

for (const [game, programs] of Object.entries(OLDER)) {
    test(
        `${game}: the older programs are opponents in two clicks, each with what it is`,
        page(`/#/${game}`, async (page) => {
            await openPlay(page);
            const keys = await page.$$eval("[data-key^=against-]", (buttons) =>
                buttons.map(({ dataset }) => dataset.key),
            );
            assert.deepEqual(
                keys,
                programs.map((program) => `against-${program}`),
            );
            for (const program of programs) {
                await page.click(`[data-key=against-${program}]`);
                await eventually(async () => assert.equal(await page.inputValue("#player-second"), program));
                assert.equal(await page.getAttribute(`[data-key=against-${program}]`, "aria-pressed"), "true");
                const note = await page.textContent(`#note-${program}`);
                assert.match(note, /^[A-Z].{30,}\.$/);
                const told = await page.textContent("#players-card .player:nth-of-type(3) p");
                assert.ok(told.startsWith(note), told);
                assert.match(told, /One of five older programs; it played (Connect Four|Nine Men’s Morris)\.$/);
                assert.match(await page.innerText(".seat.second"), new RegExp(program.toUpperCase()));
            }
            await page.click(game === "morris" ? "[data-point=d6]" : ".column[data-move='4']");
            await eventually(async () =>
                assert.match(
                    await page.innerText("#status .played-by"),
                    new RegExp(`^${programs.at(-1).toUpperCase()} played \\S+ in [\\d.,]+ ms$`),
                ),
            );
        }),
    );
}

test(
    "in the list of players a program of the other game says so",
    page("/#/morris", async (page) => {
        await openPlay(page);
        const names = await page.$$eval("#player-second option[value^=v]", (options) =>
            options.map(({ textContent }) => textContent),
        );
        assert.deepEqual(names, [
            "V1 (Connect Four)",
            "V2 (Connect Four)",
            "V3",
            "V4 (Connect Four)",
            "V5 (Connect Four)",
        ]);
        await page.click("#language");
        await page.click("[data-key=against-v3]");
        await eventually(async () =>
            assert.match(
                await page.textContent("#players-card"),
                /Eines von fünf älteren Programmen; es spielte Mühle\./,
            ),
        );
    }),
);
