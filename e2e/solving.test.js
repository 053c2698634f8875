// Solving Nine Men's Morris while it is played: what exact values cost, one click, and badges that turn exact.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, playedMoves } from "./expect.js";
import { assertAccessible, assertFits, PHONE, Server, screenshot, setUp } from "./harness.js";

const { open, page, server } = setUp();
/** There is room for positions with up to nine men: a few seconds of work. */
const small = new Server(["--tables-room", "20"]);
before(() => small.start());
after(() => small.stop());

/** Five men against four: White can close a mill, which leaves eight men. */
const NINE_MEN = "/#/morris?start=WW1W2W1/2W4B/B2B2B1_W_0_0";
/** All men placed, nothing taken yet. */
const MIDDLE = "/#/morris?start=WBWBWBWB/BWBWBWBW/1W3B2_W_0_0";

const study = (page) => page.click("#tab-study");
const card = "#solving-card";
const kinds = (page) =>
    page.$$eval(".badge:not(.empty)", (badges) => ({
        exact: badges.filter((badge) => badge.matches(".win, .draw, .loss")).length,
        estimated: badges.filter((badge) => badge.matches(".estimate, .dot")).length,
    }));

test("one click, and the values of a game that is being played become exact", async () => {
    const page = await open(NINE_MEN, {}, small);
    await study(page);
    await page.waitForSelector(`${card} [data-key=solving-begin]`);
    // Moves that take a man lead to small tables, which are built on first use; the others are estimated.
    await eventually(async () => {
        const { exact, estimated } = await kinds(page);
        assert.ok(exact > 0 && estimated > 0, JSON.stringify({ exact, estimated }));
    });
    assert.match(
        await page.innerText(`${card} .solving-line`),
        /^Exact values for positions with up to 9 men.*: about .*disk/,
    );
    assert.match(await page.innerText(card), /Everything needs .* on disk; .* are free/);
    assert.match(await page.innerText("#moves-card .card-head"), /\d+ exact, \d+ estimated/);
    await assertAccessible(page);
    await screenshot(page, "solving-offer");
    await page.click(`${card} [data-key=solving-begin]`);
    // The game goes on meanwhile, with a move that takes nothing.
    if (await page.isVisible("#moves-card [data-key=more]")) await page.click("#moves-card [data-key=more]");
    await page.click("#moves-card tr:has(td.value.estimate) button.plain");
    await eventually(async () => assert.ok((await playedMoves(page)).length > 0));
    await eventually(async () => {
        const { exact, estimated } = await kinds(page);
        assert.ok(exact > 0 && estimated === 0, JSON.stringify({ exact, estimated }));
    });
    await page.waitForSelector(card, { state: "hidden" });
    page.assertQuiet();
    await page.context().close();
});

test(
    "a build shows how far it is, survives a killed server, and can be paused",
    page(MIDDLE, async (page) => {
        page.mayLoseConnection = true;
        await study(page);
        await page.click(`${card} [data-key=solving-begin]`);
        await page.waitForSelector(`${card} [role=progressbar]`);
        await eventually(async () => assert.ok((await page.locator(`${card} .solving-pair.there`).count()) >= 2));
        await screenshot(page, "solving-progress");
        await page.setViewportSize(PHONE);
        await assertFits(page);
        await screenshot(page, "solving-progress-phone", { fullPage: true });
        await server.kill();
        await server.start();
        await page.reload();
        await page.waitForSelector(`${card} [role=progressbar]`);
        assert.ok((await page.locator(`${card} .solving-pair.there`).count()) >= 2, "finished tables are kept");
        await page.click(`${card} [data-key=solving-pause]`);
        await page.waitForSelector(`${card} [data-key=solving-begin]`);
        const { job, tables } = await server.ask("/databases/solving?game=morris");
        assert.equal(job.state, "stopped");
        assert.ok(job.share < 1 && tables.length >= 2);
    }),
);
