// Look and accessibility: dark, phone, keyboard only, nothing that jumps, no violations. Look at the screenshots too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromMenu, setPlayers } from "./actions.js";
import { assertPlayed, assertStatus, statusText } from "./expect.js";
import { assertAccessible, screenshot, setUp } from "./harness.js";

const { looks, open, page } = setUp();

const GAMES = { "connect-four": "/#/connect-four?moves=44353", morris: "/#/morris?moves=d6_f4_a4_d2" };

for (const [game, path] of Object.entries(GAMES)) {
    looks(game, `${game}-play`, path, async (page, check) => {
        await page.waitForSelector(".badge.best");
        await page.click("#tab-study");
        await check(`${game}-analyse`);
        await page.click("#tab-play");
    });
}

test(
    "windows are accessible: help, import, export, editor",
    page("/#/connect-four?moves=44", async (page) => {
        for (const open of ["#help", "[data-key=import]", "[data-key=export]", "[data-key=edit]"]) {
            if (open === "#help") await fromMenu(page, open);
            else await page.click(open);
            await page.waitForSelector("dialog[open]");
            await assertAccessible(page);
            await page.keyboard.press("Escape");
            await page.waitForSelector("dialog", { state: "detached" });
        }
    }),
);

test(
    "hidden answers, a finished game with its report, and German are accessible",
    page("/#/connect-four?moves=4455667", async (page) => {
        await page.waitForSelector("#report-card .accuracy-row");
        await assertAccessible(page);
        await screenshot(page, "report");
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("h");
        await page.click("#language");
        await assertAccessible(page);
        await screenshot(page, "hidden-german");
    }),
);

test(
    "the colours follow the system until chosen",
    page("/", async (page) => {
        const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        const light = await paper();
        await page.emulateMedia({ colorScheme: "dark" });
        const dark = await paper();
        assert.notEqual(dark, light);
        await page.click("#theme");
        assert.equal(await paper(), light, "light was chosen");
        await page.click("#theme");
        await page.emulateMedia({ colorScheme: "light" });
        assert.equal(await paper(), dark, "dark was chosen");
        await page.reload();
        assert.equal(await paper(), dark, "and is remembered");
    }),
);

test(
    "the board never moves while a game is played and panels fill",
    page("/", async (page) => {
        await setPlayers(page, "person", "level 1");
        const place = async () => JSON.stringify(await page.locator("#board .picture").boundingBox());
        const before = await place();
        for (let turn = 1; turn <= 4; turn += 1) {
            await page.click(".column:not([aria-disabled]):has(.badge)");
            await assertStatus(page, /Red (to move|wins:)/);
            assert.equal(await place(), before);
        }
        await page.keyboard.press("h");
        assert.equal(await place(), before);
        await page.click("#tab-play");
        assert.equal(await place(), before);
    }),
);

test(
    "a whole turn by keyboard alone, announced to screen readers",
    page("/#/connect-four?moves=44", async (page) => {
        const focused = () =>
            page.evaluate(() => document.activeElement?.getAttribute("data-key") ?? document.activeElement?.id);
        await page.keyboard.press("Tab");
        assert.match(await page.evaluate(() => document.activeElement.textContent), /Skip to the board/);
        await page.keyboard.press("Enter");
        await page.keyboard.press("Tab");
        assert.equal(await focused(), "column-4", "the board is one stop");
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("Enter");
        await assertPlayed(page, "4", "4", "2");
        assert.equal(await focused(), "column-2", "the keyboard keeps its place");
        assert.match(await page.textContent("#announcer"), /^Red: 2\.$/);
        assert.equal(await page.getAttribute("#status .status-words", "role"), "status");
        assert.match(await statusText(page), /^Yellow to move/);
        await page.keyboard.press("Tab");
        assert.notEqual((await focused()).startsWith("column"), true, "and is left with one press");
    }),
);

test(
    "morris by keyboard alone",
    page("/#/morris", async (page) => {
        await setPlayers(page);
        await page.focus("[data-point=a7]");
        for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
        await assertPlayed(page, "d6");
        assert.match(await page.getAttribute("[data-point=d6]", "aria-label"), /^d6, White/);
        assert.equal(await page.locator(".point[tabindex='0']").count(), 1, "the board is one stop");
    }),
);

test("men move in under a quarter of a second, and not at all with reduced motion", async () => {
    const duration = async (reducedMotion) => {
        const page = await open("/", { reducedMotion });
        await setPlayers(page);
        await page.click(".column[data-move='4']");
        // Looked at and measured in one step: the man may rest before a second one.
        const falling = await page.waitForFunction(() => {
            const man = document.querySelector(".falling .man");
            return (
                man && {
                    name: getComputedStyle(man).animationName,
                    seconds: parseFloat(getComputedStyle(man).animationDuration),
                }
            );
        });
        const { name, seconds: told } = await falling.jsonValue();
        const seconds = name === "none" ? 0 : told;
        page.assertQuiet();
        await page.context().close();
        return seconds;
    };
    assert.equal(await duration("reduce"), 0);
    const seconds = await duration("no-preference");
    assert.ok(seconds > 0 && seconds <= 0.25);
});
