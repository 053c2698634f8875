// Morris while it is played: the due action, the men, and points by number.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beginAnew, importText, setPlayers, type, unfold, useTool } from "./actions.js";
import { assertPlayed, assertPlies, assertReads, assertStatus, eventually, playedMoves } from "./expect.js";
import { assertAccessible, screenshot, setUp } from "./harness.js";

const { looks, page, server } = setUp();

const due = (page) => page.innerText("#due");
const assertDue = (page, words) => eventually(async () => assert.equal(await due(page), words));
const men = (page, side) => page.getAttribute(`.seat.${side} .hand`, "aria-label");

/** Types these moves, each once the one before is there. */
async function typeAll(page, ...moves) {
    for (const [i, move] of moves.entries()) {
        await type(page, move);
        await eventually(async () => assert.equal((await playedMoves(page)).length, i + 1));
    }
}

/** Holds the answers of the computer back; returns what releases them. */
async function holdComputer(page) {
    let release = () => {};
    const isHeld = new Promise((resolve) => (release = resolve));
    await page.route("**/computer", async (route) => {
        await isHeld;
        await route.continue();
    });
    return release;
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
        await assertStatus(page, /^White wins: Black has only two men left/);
        await assertDue(page, "");
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
        const release = await holdComputer(page);
        await page.click("[data-point=d6]");
        await assertDue(page, "Black: Mimi places a man …");
        await page.click("#language");
        await assertDue(page, "Schwarz: Mimi setzt einen Stein …");
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
        const piles = () =>
            page.$$eval(".seat.first .hand strong", (counts) => counts.map((count) => count.textContent));
        assert.deepEqual(await piles(), ["6", "1"], "in hand and taken");
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
        await useTool(page, "numbers");
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
        await useTool(page, "numbers");
        assert.equal(await page.locator(".labels.numbers").count(), 0);
    }),
);

test(
    "moves are written with numbers wherever they appear: table, line, list, reasons, report",
    page(CLOSING, async (page) => {
        await useTool(page, "numbers");
        await page.waitForSelector("#explain-card .why.best");
        await unfold(page, "#explain-card .why.best");
        await page.waitForSelector("#moves-card tr[data-move^='f6-g7x']");
        const row = page.locator("#moves-card tr[data-move^='f6-g7x']").first();
        assert.match(await row.locator("th").innerText(), /^10 -> 2 \(\d+\)$/);
        await assertReads(page, "#explain-card", /10 -> 2 \(7\) leaves Black only two men/);
        const points = async () => (await page.innerText("#panel-study")).match(/\b[a-g][1-7]\b/g);
        assert.equal(await points(), null, "no point by name");
        assert.match(await page.innerText(".line-moves"), /^1\.\s*10 -> 2 \(\d+\)/);
        await row.locator("button").click();
        await eventually(async () => assert.match((await playedMoves(page))[0], /^10 -> 2 \(\d+\)$/));
        assert.match(await page.textContent("#announcer"), /^White: 10 -> 2 \(\d+\)\./);
        await page.waitForSelector("#report-card .accuracy-row");
        assert.equal(await points(), null);
        await useTool(page, "numbers");
        await eventually(async () => assert.match((await playedMoves(page))[0], /^f6-g7x[a-g]\d$/));
    }),
);

test(
    "the Lab writes numbers too",
    page("/#/morris?moves=d6_f4_a4_d2&lab=tree", async (page) => {
        await useTool(page, "numbers");
        await page.selectOption("#search-player", "minimax");
        await page.click("[data-key=search-settings]");
        await page.fill("#search-player-depth", "2");
        await page.press("#search-player-depth", "Enter");
        await page.click("#search-run");
        await page.waitForSelector("#tree-node");
        await assertReads(page, "#search-result strong", /^\d+$/);
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
        await useTool(page, "numbers");
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
    page("/#/morris?area=study", async (page) => {
        await importText(page, "0 9 1 10 2 (9)");
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

looks("numbers, men and the due action", "morris-numbers", "/#/morris?area=study", async (page) => {
    await useTool(page, "numbers");
    await page.click("[data-point=d6]");
    await page.waitForSelector(".played-by:not(:empty)");
    await page.waitForSelector(".badge");
});

test(
    "while the computer thinks, board, typed moves and buttons change nothing; then they work again",
    page("/#/morris", async (page) => {
        const requests = [];
        page.on("request", (request) => {
            if (/\/(computer|moves|analysis\?.*)$/.test(request.url())) requests.push(new URL(request.url()).pathname);
        });
        const release = await holdComputer(page);
        // Without values no request of the page's own comes in between.
        await page.click("[data-point=d6]");
        await assertDue(page, "Black: Mimi places a man …");
        await assertPlayed(page, "d6");
        const [before, asked] = [page.url(), requests.length];

        for (const name of ["best", "random"])
            assert.equal(await page.getAttribute(`#control-${name}`, "aria-disabled"), "true", name);
        await page.locator("[data-point=a7]").click({ force: true });
        await type(page, "a7");
        for (const name of ["best", "random"]) await page.locator(`#control-${name}`).click({ force: true });
        await page.locator("#board").focus();
        await page.keyboard.press("Space");
        await page.waitForTimeout(300);
        assert.deepEqual([await playedMoves(page), page.url(), requests.length], [["d6"], before, asked]);
        await assertDue(page, "Black: Mimi places a man …");

        release();
        await assertDue(page, "White: place a man");
        const [, reply] = await playedMoves(page);
        const free = reply === "a7" ? "g7" : "a7";
        await type(page, free);
        await eventually(async () => assert.equal((await playedMoves(page))[2], free));
        await assertDue(page, "White: place a man");
        await useTool(page, "best");
        await eventually(async () => assert.ok((await playedMoves(page)).length >= 5));
    }),
);

/** The facts of the statistics, by their keys. */
const facts = (page) =>
    page.$$eval("#statistics-card [data-fact]", (all) =>
        Object.fromEntries(all.map((fact) => [fact.dataset.fact, fact.querySelector("dd").textContent])),
    );
const counts = (page) =>
    page.$$eval("#statistics-card tbody tr", (rows) =>
        rows.map((row) => [...row.cells].map((cell) => cell.textContent)),
    );

test(
    "statistics: the criteria from White's view with their parts, the stored positions, and the last best move",
    page("/#/morris?start=BB1BBWW1/1W6/8_B_0_0", async (page) => {
        const stored = (await server.ask("/databases")).store.phases
            .filter(({ game }) => game === "morris")
            .reduce((sum, { positions }) => sum + positions, 0);
        await eventually(async () => {
            const { evaluation, stored: shown } = await facts(page);
            assert.deepEqual([evaluation, shown], ["−15,900", String(stored)]);
        });
        assert.equal(await page.innerText("[data-fact=evaluation] dt"), "Criteria, from White’s view");
        assert.deepEqual(await counts(page), [
            ["Men on the board", "3", "4"],
            ["Men in hand", "0", "0"],
            ["Open rows of one", "2", "1"],
            ["Open rows of two", "0", "2"],
            ["Rows of three (mills)", "0", "0"],
        ]);
        assert.match(await page.innerText("#statistics-card"), /Last best move\s+None yet/);

        let nodes = 0;
        page.on("response", async (response) => {
            if (response.url().includes("/analysis?") && response.url().includes("time=2500"))
                ({ nodes } = await response.json());
        });
        await useTool(page, "best");
        await page.waitForSelector(".last-best");
        const best = await facts(page);
        assert.match(best.move, /^(d7|g4)-g7x/);
        assert.equal(best.value, "wins in 1 move");
        assert.match(best.time, /^[\d.,]+ ms$/);
        assert.equal(Number(best.nodes.replaceAll(",", "")), nodes);
        assert.equal(best.evaluation, "−100,000", "White has lost");
        await page.click("#language");
        assert.equal(await page.innerText("[data-fact=evaluation] dt"), "Kriterien, aus Sicht von Weiß");
        assert.equal((await facts(page)).value, "gewinnt in 1 Zug");
        await screenshot(page, "statistics-de", { fullPage: true });
    }),
);

test(
    "statistics: moves of the computer are explained too, and stay while the person replies",
    page("/#/morris", async (page) => {
        await setPlayers(page, "person", "v3");
        await page.click("[data-point=d6]");
        await page.waitForSelector(".last-best");
        const [, reply] = await playedMoves(page);
        const found = await facts(page);
        assert.equal(found.move, `${reply} by V3`);
        assert.equal(found.depth, "3 plies");
        assert.ok(Number(found.nodes.replaceAll(",", "")) > 20, found.nodes);
        assert.match(found.value, /points/);
        assert.equal(found.source, "depth 3");
        await setPlayers(page);
        await page.click(`[data-point=${reply === "a7" ? "g7" : "a7"}]`);
        await assertPlies(page, 3);
        assert.deepEqual((await facts(page)).move, found.move);
        await beginAnew(page);
        await eventually(async () => assert.equal(await page.locator(".last-best").count(), 0));
        await assertAccessible(page);
    }),
);
