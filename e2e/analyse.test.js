// Analysing: values on the board and in the table, remembered hints, the address, import and export, the editor, the
// report.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importText, playAsTwo, press, setPlayers } from "./actions.js";
import { assertPlayed, assertPlies, assertReads, assertStatus, eventually, playedMoves, statusText } from "./expect.js";
import { screenshot, setUp } from "./harness.js";

const { page } = setUp();

/** An empty board to be studied. */
const STUDY = "/#/connect-four?area=study";

const badges = (page) => page.$$eval(".column .badge:not(.empty)", (all) => all.map((badge) => badge.textContent));

test(
    "the study board shows the exact value of every column, from the book",
    page(STUDY, async (page) => {
        await eventually(async () =>
            assert.deepEqual(await badges(page), ["▼20", "▼21", "●", "▲21", "●", "▼21", "▼20"]),
        );
        const rows = await page.$$eval("#moves-card tbody tr", (all) =>
            all.map((row) => row.innerText.replace(/\s+/g, " ").trim()),
        );
        assert.equal(rows[0], "4 ▲ wins in 21 moves book");
        assert.equal(rows.length, 7);
        assert.match(await page.innerText("#status .origin"), /^Analysis: [\d.,]+ ms · book$/);
        assert.ok(await page.locator(".column[data-move='4'] .badge.best").count());
        assert.equal(
            await page.getAttribute(".column[data-move='4']", "aria-label"),
            "Column 4, empty, wins in 21 moves",
        );
    }),
);

test(
    "hints stay as they are from move to move, and over a reload",
    page(STUDY, async (page) => {
        await playAsTwo(page, "4");
        await eventually(async () => assert.equal((await badges(page)).length, 7));
        await page.keyboard.press("h");
        await press(page, "4");
        assert.equal((await badges(page)).length, 0);
        assert.match(await page.innerText("#moves-card"), /answers are hidden/);
        await page.reload();
        await page.waitForSelector(".column");
        assert.equal(await page.getAttribute("#control-hints", "aria-checked"), "false");
        await page.click("[data-key=reveal]");
        await eventually(async () => assert.equal((await badges(page)).length, 7));
        await page.keyboard.press("3");
        await assertPlayed(page, "4", "4", "3");
        assert.equal((await badges(page)).length, 0, "a reveal is for one position");
    }),
);

test(
    "the address holds the position, and opening it shows the same",
    page(STUDY, async (page) => {
        await playAsTwo(page, "4", "4", "3", "5");
        assert.match(page.url(), /#\/connect-four\?moves=4435$/);
        await page.click("[data-key=copy-position-link]");
        const link = await page.evaluate(() => navigator.clipboard.readText());
        assert.equal(link, page.url());
        await page.context().clearCookies();
        await page.evaluate(() => localStorage.clear());
        await page.goto("about:blank");
        await page.goto(link);
        await assertPlayed(page, "4", "4", "3", "5");
        assert.equal(await page.inputValue("#position-text"), "7/7/7/7/3O3/2XXO2 X");
    }),
);

test(
    "a game resumes after a reload",
    page(STUDY, async (page) => {
        await setPlayers(page, "person", "level 2");
        await page.keyboard.press("4");
        await assertPlies(page, 2);
        await page.reload();
        await assertPlies(page, 2);
        assert.match(await page.innerText("#scoreboard"), /Yellow: Level 2/);
        await page.keyboard.press("u");
        await assertPlayed(page);
    }),
);

test(
    "a game is exported, and imported again",
    page("/#/morris?moves=d6_f4_a4", async (page) => {
        await page.click("[data-key=export]");
        const text = await page.inputValue("#game-text");
        assert.match(text, /\[Game "morris"\]/);
        assert.match(text, /1\. d6 f4 2\. a4 \*/);
        const [download] = await Promise.all([page.waitForEvent("download"), page.click("dialog a[download]")]);
        assert.equal(download.suggestedFilename(), "zwickmuehle-morris.txt");
        await page.keyboard.press("Escape");
        await page.click("#game-connect-four");
        await importText(page, text);
        await assertPlayed(page, "d6", "f4", "a4");
    }),
);

test(
    "a list of moves, a board, and nonsense are imported or explained",
    page(STUDY, async (page) => {
        await importText(page, "4435");
        await assertPlayed(page, "4", "4", "3", "5");
        await importText(page, "7/7/7/7/3O3/2XXO2 X");
        await assertPlayed(page);
        assert.equal(await page.inputValue("#position-text"), "7/7/7/7/3O3/2XXO2 X");
        page.mayLoseConnection = true;
        await importText(page, "4 9");
        await assertReads(page, "dialog .problem", /“9” is not a possible move here/);
        await page.keyboard.press("Escape");
    }),
);

test(
    "the editor sets up a position, and says what is impossible",
    page(STUDY, async (page) => {
        page.mayLoseConnection = true;
        await page.click("[data-key=edit]");
        await page.click("dialog [aria-label^='Column 4, row 2']");
        await page.click("dialog .button.main");
        await assertReads(page, "dialog .problem", /floats above an empty cell/);
        await page.click("dialog [aria-label^='Column 4, row 1']");
        await page.click("[data-key=brush-second]");
        await page.click("dialog [aria-label^='Column 5, row 1']");
        await page.selectOption("#editor-turn", "second");
        await screenshot(page, "editor-connect-four");
        await page.click("dialog .button.main");
        await page.waitForSelector("dialog", { state: "detached" });
        await eventually(async () => assert.equal(await page.inputValue("#position-text"), "7/7/7/7/3X3/3XO2 O"));
        await page.keyboard.press("4");
        await assertPlayed(page, "4");
        await page.keyboard.press("Home");
        await assertStatus(page, /after move 0 of 1/);
    }),
);

test(
    "the editor of morris asks for the men in hand",
    page("/#/morris?area=study", async (page) => {
        await page.click("[data-key=edit]");
        for (const point of ["a7", "d7", "f6", "e3"]) await page.click(`dialog [aria-label^='${point}']`);
        await page.click("[data-key=brush-second]");
        for (const point of ["a1", "d1", "f2"]) await page.click(`dialog [aria-label^='${point}']`);
        await page.fill("#hand-first", "0");
        await page.fill("#hand-second", "0");
        await screenshot(page, "editor-morris");
        await page.click("dialog .button.main");
        await page.waitForSelector("dialog", { state: "detached" });
        await eventually(async () => assert.match(await page.inputValue("#position-text"), / W 0 0$/));
    }),
);

test(
    "the report marks mistakes on the chart, with a retry from there",
    page("/#/connect-four?moves=4434252", async (page) => {
        await page.click("[data-key=report]");
        await page.waitForSelector("#report-card .mistakes li");
        assert.match(await page.innerText("#graph-card .accuracy"), /Red \d+ % · Yellow \d+ %/);
        assert.ok((await page.locator(".graph .mistake").count()) > 0);
        await page.click("#report-card .mistakes li .link");
        await eventually(async () => assert.ok((await playedMoves(page)).length < 7));
    }),
);

test(
    "a click on the chart, on a move and in its table goes there",
    page("/#/connect-four?moves=443526", async (page) => {
        await page.click("[data-key=ply-2]");
        await assertStatus(page, /after move 2 of 6/);
        await page.locator(".graph").scrollIntoViewIfNeeded();
        const box = await page.$eval(".graph", (graph) => graph.getBoundingClientRect().toJSON());
        await page.mouse.click(box.x + 4, box.y + 20);
        await assertStatus(page, /after move 0 of 6/);
        await page.click(".as-table summary");
        await eventually(async () => assert.equal(await page.locator(".as-table tbody tr").count(), 7));
        await eventually(async () => assert.doesNotMatch(await page.innerText(".as-table tbody"), /\t…/));
    }),
);

test(
    "a position and its analysis are one request",
    page("/#/connect-four?moves=443526", async (page) => {
        await page.waitForSelector(".badge.best");
        const asked = [];
        page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").slice(4).join("/")));
        await page.keyboard.press("Home");
        await assertStatus(page, /after move 0 of 6/);
        await page.waitForSelector(".badge.best");
        assert.ok(asked.filter((path) => path === "analysis/stream").length <= 1, asked.join());
        assert.ok(!asked.includes("position"), asked.join());
    }),
);

test(
    "German and English, switched without a reload, and remembered",
    page(STUDY, async (page) => {
        await page.waitForSelector(".badge.best");
        assert.match(await statusText(page), /Red to move/);
        await page.click("#language");
        assert.match(await statusText(page), /Rot ist am Zug ▲ gewinnt in 21 Zügen/);
        assert.equal(await page.getAttribute("html", "lang"), "de");
        assert.equal(
            await page.getAttribute(".column[data-move='4']", "aria-label"),
            "Spalte 4, leer, gewinnt in 21 Zügen",
        );
        await screenshot(page, "german");
        await page.reload();
        await assertStatus(page, /Rot ist am Zug/);
        await page.click("#language");
        assert.match(await statusText(page), /Red to move/);
    }),
);

test(
    "a browser that prefers German starts in German",
    page(
        STUDY,
        async (page) => {
            assert.match(await statusText(page), /Rot ist am Zug/);
        },
        { locale: "de" },
    ),
);
