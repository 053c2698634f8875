// Morris while it is played: the due action, the men, and points by number.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    assertAccessible,
    assertFits,
    assertPlayed,
    eventually,
    PHONE,
    playedMoves,
    screenshot,
    setPlayers,
    setUp,
} from "./harness.js";

const { server, page } = setUp();

const due = (page) => page.innerText("#due");
const assertDue = (page, words) => eventually(async () => assert.equal(await due(page), words));
const men = (page, side) => page.getAttribute(`.seat.${side} .hand`, "aria-label");
const type = async (page, move) => {
    await page.fill("#typed-move", move);
    await page.press("#typed-move", "Enter");
};

/** Types these moves, each once the one before is there. */
async function typeAll(page, ...moves) {
    for (const [i, move] of moves.entries()) {
        await type(page, move);
        await eventually(async () => assert.equal((await playedMoves(page)).length, i + 1));
    }
}

/** White can close a mill with f6-g7 and take. */
const CLOSING = "/#/morris?start=WW5B/2W1B3/4B3_W_0_0";

test(
    "the due action is named with the side to move: placing, moving, taking, and the end",
    page("/#/morris", async (page) => {
        await setPlayers(page);
        await assertDue(page, "White: place a man");
        await typeAll(page, "d6");
        await assertDue(page, "Black: place a man");
        await page.click("[data-point=f4]");
        await assertPlayed(page, "d6", "f4");
        await page.click("[data-point=b6]");
        await assertPlayed(page, "d6", "f4", "b6");
        await page.click("[data-point=d2]");
        await assertPlayed(page, "d6", "f4", "b6", "d2");
        await page.click("[data-point=f6]");
        await assertDue(page, "White: mill! Take a man");
        await page.keyboard.press("Escape");
        await assertDue(page, "White: place a man");

        await page.goto(server.address + CLOSING);
        await assertDue(page, "White: choose a man to move");
        await page.click("[data-point=f6]");
        await assertDue(page, "White: choose where f6 goes");
        await page.click("[data-point=g7]");
        await assertDue(page, "White: mill! Take a man");
        await page.click(".point.takeable");
        await assertDue(page, "White wins: Black has only two men left");
    }),
);

test(
    "where one may place or move, both are named; the other game has no such line",
    page("/#/morris:lasker?moves=d6_f4", async (page) => {
        await assertDue(page, "White: place a man, or choose one to move");
        await page.click("#game-connect-four");
        await page.waitForSelector(".column");
        assert.equal(await page.isVisible("#due"), false);
    }),
);

test(
    "when the computer is to move, the line says so",
    page("/#/morris", async (page) => {
        // An answer that is held back as long as the test needs it.
        let release = () => {};
        const isHeld = new Promise((resolve) => (release = resolve));
        await page.route("**/choose", async (route) => {
            await isHeld;
            await route.continue();
        });
        await page.click("[data-point=d6]");
        await assertDue(page, "Black: Level 5 places a man …");
        await page.click("#language");
        await assertDue(page, "Schwarz: Stufe 5 setzt einen Stein …");
        release();
        await assertDue(page, "Weiß: Setze einen Stein");
    }),
);

test(
    "men on the board and in hand are counted for both sides",
    page("/#/morris", async (page) => {
        await setPlayers(page);
        assert.equal(await men(page, "first"), "Men on the board: 0, in hand: 9");
        await typeAll(page, "0", "9", "1", "10", "2 (9)");
        await assertPlayed(page, "a7", "d6", "d7", "f6", "g7xd6");
        assert.equal(await men(page, "first"), "Men on the board: 3, in hand: 6");
        assert.equal(await men(page, "second"), "Men on the board: 1, in hand: 7");
        assert.equal(await page.innerText(".seat.second .men-count"), "Board 1\nHand 7");
        await page.click("#game-connect-four");
        await page.waitForSelector(".column");
        assert.equal(await page.locator(".seat .hand").count(), 0);
    }),
);

// ---- points by number ----

test(
    "numbers are those of the server, on every board, flipped too, and remembered",
    page("/#/morris", async (page) => {
        const { shape } = await server.ask("/morris/position");
        await page.click("#control-numbers");
        const shown = () => page.$$eval(".labels.numbers text", (texts) => texts.map((text) => text.textContent));
        assert.deepEqual(
            await shown(),
            shape.points.map((_, point) => String(point)),
        );
        const labels = await page.$$eval(".point", (points) =>
            points.map((point) => [point.dataset.point, point.getAttribute("aria-label").split(",")[0]]),
        );
        assert.deepEqual(
            labels,
            shape.points.map(({ name }, point) => [name, String(point)]),
        );
        await page.keyboard.press("f");
        assert.equal((await shown()).length, 24);
        await page.reload();
        await page.waitForSelector(".labels.numbers");
        await page.click("#control-numbers");
        assert.equal(await page.locator(".labels.numbers").count(), 0);
    }),
);

test(
    "moves are written with numbers wherever they appear: table, line, list, reasons, report",
    page(CLOSING, async (page) => {
        await page.click("#control-numbers");
        await page.waitForSelector("#moves-card tr[data-move^='f6-g7x']");
        const row = page.locator("#moves-card tr[data-move^='f6-g7x']").first();
        assert.match(await row.locator("th").innerText(), /^10 -> 2 \(\d+\)$/);
        await eventually(async () =>
            assert.match(await page.innerText("#explain-card"), /10 -> 2 \(7\) leaves Black only two men/),
        );
        const points = async () => (await page.innerText("#panel-analyse")).match(/\b[a-g][1-7]\b/g);
        assert.equal(await points(), null, "no point by name");
        assert.match(await page.innerText(".line-moves"), /^1\.\s*10 -> 2 \(\d+\)/);
        await row.locator("button").click();
        await eventually(async () => assert.match((await playedMoves(page))[0], /^10 -> 2 \(\d+\)$/));
        assert.match(await page.textContent("#announcer"), /^White: 10 -> 2 \(\d+\)\. White wins/);
        await page.waitForSelector("#report-card .accuracy-row");
        assert.equal(await points(), null);
        await page.click("#control-numbers");
        await eventually(async () => assert.match((await playedMoves(page))[0], /^f6-g7x[a-g]\d$/));
    }),
);

test(
    "the Lab writes numbers too",
    page("/#/morris?moves=d6_f4_a4_d2&lab=tree", async (page) => {
        await page.click("#control-numbers");
        await page.selectOption("#search-player", "minimax");
        await page.click("[data-key=search-settings]");
        await page.fill("#search-player-depth", "2");
        await page.press("#search-player-depth", "Enter");
        await page.click("#search-run");
        await page.waitForSelector("#tree-node");
        await eventually(async () => assert.match(await page.innerText("#search-result strong"), /^\d+$/));
        await page.click("#tab-lab-playouts");
        assert.deepEqual(
            await page.$$eval(".shares th[scope=row]", (cells) => cells.slice(0, 3).map((cell) => cell.textContent)),
            ["0", "1", "2"],
        );
    }),
);

test(
    "typed moves are read in both notations, whichever is shown",
    page(CLOSING, async (page) => {
        await type(page, "10 -> 2 (10)");
        assert.match(await page.innerText("#notices"), /“10 -> 2 \(10\)” is not a legal move here. Legal: a7-g7 a7-g4/);
        await page.click("#control-numbers");
        await type(page, "10-0");
        assert.match(await page.innerText("#notices"), /“10-0” is not a legal move here. Legal: 0 -> 2, 0 -> 3, /);
        assert.equal(await page.getAttribute("#typed-move", "placeholder"), "Move, e.g. 9");
        await type(page, "F6-G7xB6");
        assert.match(await page.innerText("#notices"), /is not a legal move/);
        await type(page, "10->2(12)");
        await assertPlayed(page, "10 -> 2 (12)");
        await page.click("#control-undo");
        await assertPlayed(page);
        await type(page, "f6-g7xf2");
        await assertPlayed(page, "10 -> 2 (12)");
    }),
);

test(
    "a game with numbers is imported, and one's own test position takes them",
    page("/#/morris", async (page) => {
        await page.click("[data-key=import]");
        await page.fill("#import-text", "0 9 1 10 2 (9)");
        await page.click("dialog .button.main");
        await assertPlayed(page, "a7", "d6", "d7", "f6", "g7xd6");
        await page.goto(`${server.address}${CLOSING}&lab=scenarios`);
        await page.waitForSelector(".scenario[data-number]");
        await page.fill("#scenario-answers", "10 -> 2 (7), 10-2x12");
        await page.click("#scenario-add");
        const own = page.locator(".scenario:not([data-number])");
        await own.waitFor();
        assert.match(await own.textContent(), /right: f6-g7xa4, f6-g7xf2/);
        await page.click("#scenarios-run");
        await page.waitForFunction(() =>
            /of 11 passed$/.test(document.querySelector("#lab-scenarios .progress").textContent),
        );
        assert.match(await own.locator(".verdict").textContent(), /^✗ considered f6-g7xa4, f6-g7xf2, f6-g7xe3 best/);
    }),
);

for (const [look, options] of Object.entries({
    "light, wide": {},
    "dark, wide, German": { colorScheme: "dark", locale: "de" },
    "light, phone, German": { viewport: PHONE, locale: "de" },
    "dark, phone": { colorScheme: "dark", viewport: PHONE },
    "light, narrow, German": { viewport: { width: 320, height: 640 }, locale: "de" },
})) {
    test(
        `numbers, men and the due action, ${look}: accessible, and nothing is wider than the screen`,
        page(
            "/#/morris",
            async (page) => {
                await page.click("#control-numbers");
                await page.click("[data-point=d6]");
                await page.waitForSelector(".played-by:not(:empty)");
                await page.waitForSelector(".badge");
                await assertAccessible(page);
                await screenshot(page, `morris-numbers-${look.replaceAll(", ", "-")}`);
                await assertFits(page);
            },
            options,
        ),
    );
}
