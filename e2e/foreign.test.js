// Another site's page, in the browser of someone whose server runs on the same machine.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { eventually } from "./expect.js";
import { setUp } from "./harness.js";

const { server, open } = setUp();
const IMAGES = 12;

const site = createServer((_, response) => {
    const images = Array.from(
        { length: IMAGES },
        (_, i) => `<img src="${server.address}/api/v1/connect-four:9x6/analysis?position=12345&time=${60000 - i}">`,
    );
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html>${images.join("")}<a href="${server.address}/#/connect-four?moves=44">a game</a>`);
});
before(() => once(site.listen(0, "localhost"), "listening"));
after(() => site.close());

test("twelve images on another site's page start no search, and a link from there opens the game", async () => {
    const page = await open("/");
    // A refusal comes immediately, and the browser hides it from the page.
    let refused = 0;
    page.on("requestfailed", (request) => (refused += Number(request.url().includes("/analysis?"))));
    await page.goto(`http://localhost:${site.address().port}/`);
    await eventually(async () => assert.equal(refused, IMAGES));
    const { thinking, waiting } = await (await fetch(`${server.address}/healthz`)).json();
    assert.deepEqual({ thinking, waiting }, { thinking: 0, waiting: 0 });
    await page.click("a");
    await page.waitForSelector("#board .column");
    await eventually(async () => assert.match(page.url(), /moves=44/));
    await page.context().close();
});
