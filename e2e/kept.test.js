// Nothing is ever lost: variations, the address, Back and Forward, reloads, two tabs, and the list of one's games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beginAnew, importText, playAsTwo, press, startGame } from "./actions.js";
import { assertPlayed, assertPlies, assertReads, assertStatus, eventually, playedMoves } from "./expect.js";
import { screenshot, setUp } from "./harness.js";

const { open, page, server } = setUp();

const LINE = "4455366227";
/** Every move of the tree, also those of variations. */
const allMoves = (page) => page.locator("#tree-card .ply").count();
const hash = (page) => new URL(page.url()).hash;
const assertHash = (page, wanted) => eventually(async () => assert.equal(hash(page), wanted));
const stepBack = async (page, times) => {
    for (let i = 0; i < times; i += 1) await page.keyboard.press("ArrowLeft");
};

test(
    "another move six moves back is a variation: Back and Forward lead between both, and a reload keeps them",
    page(`/#/connect-four?moves=${LINE}`, async (page) => {
        await assertPlayed(page, ...LINE);
        await stepBack(page, 6);
        await assertHash(page, `#/connect-four?moves=${LINE}&ply=4`);
        await page.click(".column[data-move='1']");
        await assertPlayed(page, ..."44551");
        assert.equal(await allMoves(page), 11);
        await page.goBack();
        await assertPlayed(page, ...LINE);
        await assertStatus(page, /after move 4 of 10/);
        await page.goForward();
        await assertPlayed(page, ..."44551");
        await page.reload();
        await assertPlayed(page, ..."44551");
        assert.equal(await allMoves(page), 11, "the first line is still there");
        await page.click("[data-key='variation-4-4-5-5-3']");
        await assertStatus(page, /after move 5 of 10/);
    }),
);

test(
    "a variation becomes the main line or is deleted only where somebody asks for it, and comments stay with their position",
    page("/#/connect-four?moves=443", async (page) => {
        await assertPlayed(page, ..."443");
        await stepBack(page, 1);
        await assertStatus(page, /after move 2 of 3/);
        await page.keyboard.press("5");
        await assertPlayed(page, ..."445");
        await page.fill("#comment", "sharper {than} 3");
        await page.dispatchEvent("#comment", "change");
        await assertReads(page, "#tree-card .variation", /sharper \{than\} 3/);
        await page.click("[data-key=promote]");
        await assertReads(page, "#tree-card .variation", /^2\.\s*3$/);
        await page.click("[data-key=export]");
        const text = await page.inputValue("#game-text");
        assert.match(text, /1\. 4 4 2\. 5 \{sharper \\\{than\\\} 3\} \(2\. 3\) \*/);
        await page.keyboard.press("Escape");
        await page.click("[data-key=cut]");
        await assertPlayed(page, ..."443");
        assert.equal(await allMoves(page), 3);
        await importText(page, text);
        await assertPlayed(page, ..."445");
        assert.equal(await allMoves(page), 4);
        assert.match(await page.innerText("#tree-card"), /sharper \{than\} 3/);
        page.mayLoseConnection = true;
        await importText(page, "4 4 (3 9) 5");
        await assertReads(page, "dialog .problem", /“9” is not a possible move/);
        await page.fill("#import-text", "4 4 (3");
        await page.click("dialog .button.main");
        await assertReads(page, "dialog .problem", /missing its partner/);
    }),
);

test(
    "what was taken back is not lost when something else is played",
    page("/", async (page) => {
        await playAsTwo(page, "4", "4", "3");
        await page.keyboard.press("u");
        await assertPlayed(page, "4", "4");
        await page.keyboard.press("5");
        await assertPlayed(page, "4", "4", "5");
        assert.equal(await allMoves(page), 4);
    }),
);

test(
    "a reload after stepping back brings the same view, and the same opponent",
    page("/", async (page) => {
        const before = await startGame(page);
        await stepBack(page, 1);
        await assertStatus(page, /after move 1 of 2/);
        await page.reload();
        await assertPlayed(page, ...before);
        await assertStatus(page, /after move 1 of 2/);
        assert.match(await page.innerText("#scoreboard"), /Red: Person[\s\S]*Yellow: Mimi/);
        assert.equal(await page.getAttribute("#tab-play", "aria-current"), "page");
    }),
);

test(
    "areas and their parts are in the address, and Back leads through them",
    page("/", async (page) => {
        await page.click("#tab-study");
        await assertHash(page, "#/connect-four?area=study");
        await page.click("#tab-lab");
        await eventually(async () => assert.match(hash(page), /^#\/connect-four\?lab=\w+$/));
        await page.click("#tab-lab-symmetry");
        await assertHash(page, "#/connect-four?lab=symmetry");
        await page.goBack();
        await page.goBack();
        await assertHash(page, "#/connect-four?area=study");
        assert.equal(await page.getAttribute("#tab-study", "aria-current"), "page");
        await page.goBack();
        await eventually(async () => assert.equal(await page.getAttribute("#tab-play", "aria-current"), "page"));
        await page.goForward();
        await page.goForward();
        await page.goForward();
        await page.waitForSelector("#lab-symmetry h2");
        await page.goto(`${server.address}/#/morris?databases=tables`);
        await page.waitForSelector("#tables-card");
    }),
);

test(
    "a new game asks if the old one has no end, and leads back to it",
    page("/", async (page) => {
        const before = await startGame(page);
        await page.keyboard.press("n");
        await page.click("[data-key=new-not]");
        assert.deepEqual(await playedMoves(page), before);
        await beginAnew(page);
        await assertPlayed(page);
        await page.click("[data-key=offer]");
        await assertPlayed(page, ...before);
        assert.match(await page.innerText("#scoreboard"), /Yellow: Mimi/);
        await beginAnew(page);
        await assertPlayed(page);
        await page.keyboard.press("n");
        assert.equal(await page.locator("dialog").count(), 0, "an empty board is left without a question");
        await page.goBack();
        await eventually(async () => assert.notDeepEqual(await playedMoves(page), []));
    }),
);

test(
    "my games lists what was played here: resumed where they were, and taken off",
    page("/", async (page) => {
        const first = await startGame(page);
        await page.click("#game-morris");
        await page.click("[data-point=d6]");
        await assertPlies(page, 2);
        await page.click("#my-games");
        assert.equal(await page.locator(".kept").count(), 2);
        assert.match(
            await page.innerText(".kept:first-child"),
            /Against Mimi\s+Nine Men’s Morris · 1 move · unfinished/,
        );
        await screenshot(page, "my-games");
        await page.locator(".kept").nth(1).click();
        await assertPlayed(page, ...first);
        await page.click("#game-morris");
        await eventually(async () => assert.equal((await playedMoves(page))[0], "d6"), "the other game goes on too");
        await page.click("#my-games");
        await page.click("[data-key^=drop-]");
        await eventually(async () => assert.equal(await page.locator(".kept").count(), 1));
    }),
);

test(
    "the plain address leads back to the unfinished game",
    page("/", async (page) => {
        const before = await startGame(page);
        await page.goto("about:blank");
        await page.goto(`${server.address}/`);
        await assertPlayed(page, ...before);
        assert.match(await page.innerText("#scoreboard"), /Yellow: Mimi/);
    }),
);

test("two tabs of one game show the same, and a move is made in what is seen", async () => {
    const one = await open("/");
    await playAsTwo(one, "4");
    const two = await one.context().newPage();
    two.setDefaultTimeout(60_000);
    await two.goto(one.url());
    await two.goto(`${server.address}/`);
    await assertPlayed(two, "4");
    await press(one, "4");
    await assertPlayed(two, "4", "4");
    await two.keyboard.press("3");
    await assertPlayed(two, "4", "4", "3");
    await assertPlayed(one, "4", "4", "3");
    one.assertQuiet();
    await one.context().close();
});
