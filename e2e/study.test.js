// The exact value of a position that is too hard for an immediate answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertReads, eventually, statusText } from "./expect.js";
import { assertAccessible, screenshot, setUp } from "./harness.js";

const { server, page } = setUp();

/** Won in 29 plies, which takes some seconds to find out. */
const HARD = "/#/connect-four:8x7?moves=268866135354";

async function beginStudy(page) {
    page.mayLoseConnection = true;
    await page.click("#study-begin");
    await page.waitForSelector("#study-card [data-state=running]");
}

test(
    "the server works on it while the page is closed, and everyone sees the result",
    page(HARD, async (page) => {
        await beginStudy(page);
        await assertReads(page, "#study-card .job-figures", /^\d of 8 positions/);
        await assertAccessible(page);
        await screenshot(page, "study");
        await page.goto("about:blank");
        await eventually(async () => {
            const [job] = (await server.ask("/jobs")).items;
            assert.deepEqual([job.settings.kind, job.state, job.done], ["analysis", "done", 8]);
        });
        // No search for it is running any more.
        await server.kill();
        await server.start();
        await page.goto(server.address + HARD);
        await page.waitForSelector("#status .origin");
        await assertReads(page, "#status .origin", /database$/);
        assert.match(await statusText(page), /wins in 15 moves/);
        assert.equal(await page.isVisible("#study-card"), false);
        const sources = await page.$$eval("#moves-card td.source", (all) => [
            ...new Set(all.map((cell) => cell.textContent)),
        ]);
        assert.deepEqual(sources, ["database"]);
    }),
);

test(
    "stopped elsewhere, it can be resumed here",
    page("/#/connect-four:9x6?area=study", async (page) => {
        await beginStudy(page);
        const [job] = (await server.ask("/jobs")).items.filter(({ settings }) => settings.game === "connect-four:9x6");
        await server.ask(`/jobs/${job.id}/stop`, {});
        await page.waitForSelector("#study-card [data-state=stopped]");
        await page.reload();
        await page.waitForSelector("#study-card [data-state=stopped]");
        await page.click("#language");
        assert.equal(await page.textContent("#study-begin"), "Fortsetzen");
        await beginStudy(page);
        await server.ask(`/jobs/${job.id}/stop`, {});
        await page.waitForSelector("#study-card [data-state=stopped]");
    }),
);

test(
    "morris is not solved by search, and nothing is offered",
    page("/#/morris?moves=d6_f4", async (page) => {
        await page.waitForSelector("#moves-card table.moves");
        assert.equal(await page.isVisible("#study-card"), false);
    }),
);
