// A game first: opponents with faces, one tap to start, hints in steps, and what comes after the end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlay, setPlayers, startGame } from "./actions.js";
import { assertPlayed, assertPlies, assertReads, eventually, playedMoves, statusText } from "./expect.js";
import { assertAccessible, assertFits, PHONE, screenshot, setUp } from "./harness.js";

const { open, page, server } = setUp();

/** Red wins with column 4. */
const NEARLY = "/#/connect-four?moves=414141&area=play";
/** White can close a mill with f6-g7 and take; Black’s men on c5, c4 and c3 are safe in a mill. */
const CLOSING = "/#/morris?start=WW5B/2W5/B5BB_W_0_0&area=play";

test(
    "nothing is told before it is asked for, and the first man on the board starts a game",
    page("/", async (page) => {
        assert.equal(await page.locator(".badge:not(.empty)").count(), 0);
        assert.equal(await page.isVisible("#moves-card"), false);
        assert.equal(await page.locator(".button.main:visible").count(), 1, "one filled button");
        assert.equal(await page.locator(".opponent").count(), 6);
        await screenshot(page, "first-screen");
        await startGame(page);
        assert.match(await page.innerText("#scoreboard"), /Yellow: Mimi/);
        assert.equal(await page.isVisible("#start-card"), false);
        assert.equal(await page.locator(".badge:not(.empty)").count(), 0);
    }),
);

test(
    "an opponent, a side and a size are one tap each, in German too",
    page(
        "/",
        async (page) => {
            assert.match(await page.innerText("#start-card h2"), /Wähle einen Gegner/);
            await page.click("[data-key=opponent-flo]");
            await assertReads(page, ".seat.second", /Flo\s+Erstes Spiel/);
            await page.click("[data-key=side-second]");
            await assertReads(page, ".seat.first", /Flo/);
            // The first tap on the board lets the other side begin.
            await page.click(".column[data-move='4']");
            await assertPlies(page, 1);
            await assertReads(page, ".seat.second", /Du bist dran/);
            await page.reload();
            await assertReads(page, ".seat.first", /Flo/);
        },
        { locale: "de" },
    ),
);

test(
    "every face is a strength: from the first game to perfect play",
    page("/", async (page) => {
        const players = [];
        for (const id of ["flo", "bruno", "mimi", "rosa", "otto", "zwick"]) {
            await page.click(`[data-key=opponent-${id}]`);
            await eventually(async () =>
                assert.equal(await page.getAttribute(`[data-key=opponent-${id}]`, "aria-checked"), "true"),
            );
            players.push(await page.inputValue("#player-second"));
        }
        assert.deepEqual(players, ["level 1", "level 3", "level 5", "level 7", "level 9", "perfect"]);
    }),
);

test("the man falls before the server answers, and its fall is not cut by the answer", async () => {
    const page = await open("/", { reducedMotion: "no-preference" });
    await setPlayers(page);
    let release = () => {};
    const isHeld = new Promise((resolve) => (release = resolve));
    await page.route("**/api/v1/games*", async (route) => {
        await isHeld;
        await route.continue();
    });
    await page.click(".column[data-move='4']");
    const man = await page.waitForSelector(".falling", { state: "attached" });
    release();
    await assertPlayed(page, "4");
    assert.ok(await man.evaluate((element) => element.isConnected), "the same man is still there");
    page.assertQuiet();
    await page.context().close();
});

test(
    "a move that the server refuses is taken back on the board, and the page says so",
    page("/", async (page) => {
        page.mayLoseConnection = true;
        await setPlayers(page);
        await page.route("**/api/v1/games", (route) => route.abort());
        await page.click(".column[data-move='4']");
        await assertReads(page, "#notices", /Cannot reach the server/);
        assert.equal(await page.locator("#board .man").count(), 0);
        await page.unroute("**/api/v1/games");
        await page.click(".column[data-move='4']");
        await assertPlayed(page, "4");
    }),
);

test(
    "while one chooses what to take, the man is drawn, the mill is lit, and safe men show a lock",
    page(CLOSING, async (page) => {
        await page.click("[data-point=f6]");
        await page.click("[data-point=g7]");
        assert.match(await statusText(page), /^Mill! Which man do you take\?/);
        assert.equal(await page.locator(".mill-band").count(), 1);
        assert.match(await page.getAttribute("[data-point=g7]", "aria-label"), /^g7, White/);
        assert.match(await page.getAttribute("[data-point=f6]", "aria-label"), /^f6, empty/);
        const takeable = await page.locator(".point.takeable").count();
        assert.equal(await page.locator(".take-sign").count(), takeable);
        assert.equal(await page.locator(".lock").count(), 3);
        await page.click("#control-hint");
        // The man that can be taken stands on the outer square.
        await assertReads(page, "#hint-card", /Look at the outer square/);
        await screenshot(page, "mill");
        await page.keyboard.press("Escape");
        assert.equal(await page.locator(".mill-band").count(), 0);
        assert.match(await page.getAttribute("[data-point=f6]", "aria-label"), /^f6, White/);
    }),
);

for (const [locale, words] of Object.entries({
    en: { where: /Look at columns \d to \d/, move: /Column 4/, more: "Why?" },
    de: { where: /Schau auf die Spalten \d bis \d/, move: /Spalte 4/, more: "Warum?" },
})) {
    test(
        `a hint comes in three steps, for one position (${locale})`,
        page(
            NEARLY,
            async (page) => {
                const card = () => page.innerText("#hint-card");
                await page.click("#control-hint");
                await eventually(async () => assert.match(await card(), words.where));
                assert.doesNotMatch(await card(), words.move);
                assert.equal(await page.locator("#board .light-area:not(.under)").count(), 1);
                await page.click("[data-key=hint-more]");
                await eventually(async () => assert.match(await card(), words.move));
                assert.equal(await page.innerText("[data-key=hint-more]"), words.more);
                await page.keyboard.press("t");
                await page.waitForSelector("#hint-card .facts li");
                await assertAccessible(page);
                await page.click(".column[data-move='7']");
                await assertPlayed(page, ..."4141417");
                assert.equal(await page.isVisible("#hint-card"), false);
            },
            { locale },
        ),
    );
}

test("against a friend nobody is helped, and both may look at values afterwards", async () => {
    const red = await open("/");
    await openPlay(red);
    await red.click("[data-key=invite]");
    const link = (await red.inputValue("#guest-link")).slice(server.address.length);
    const yellow = await open(link);
    for (const page of [red, yellow]) {
        for (const name of ["hint", "best"])
            assert.equal(await page.getAttribute(`#control-${name}`, "aria-disabled"), "true", name);
        await page.click("#tab-study");
        assert.match(await page.innerText("#moves-card"), /answers are hidden/);
    }
    for (const [i, key] of [..."4455667"].entries()) {
        await [red, yellow][i % 2].keyboard.press(key);
        await Promise.all([red, yellow].map((page) => assertPlayed(page, ..."4455667".slice(0, i + 1))));
    }
    await red.waitForSelector("#report-card .accuracy-row");
    for (const page of [red, yellow]) {
        page.assertQuiet();
        await page.context().close();
    }
});

test(
    "a finished game is celebrated, and goes on with again, swapped sides, or a look back",
    page(NEARLY, async (page) => {
        await page.click(".column[data-move='4']");
        await page.waitForSelector(".banner.won");
        assert.match(await page.innerText(".banner"), /Red wins!\s+Four in column 4, in 4 moves/);
        assert.equal(await page.locator("#board .winning-line:not(.under)").count(), 1);
        await page.waitForSelector("#after-card .percent");
        await screenshot(page, "after-game");
        await page.click("[data-key=look-back]");
        await page.waitForSelector("#report-card .accuracy-row");
        await page.click("#tab-play");
        await page.click("[data-key=again]");
        await assertPlayed(page);
        assert.equal(await page.locator(".banner").count(), 0);
    }),
);

test(
    "a lost game consoles: it names who has won, and how",
    page("/", async (page) => {
        // Red lets Yellow win.
        await setPlayers(page, "person", "perfect");
        for (let turn = 0; turn < 21 && !(await page.locator(".banner").count()); turn += 1) {
            const played = await playedMoves(page);
            const { moves } = await server.ask(`/connect-four/analysis?position=${played.join("")}`);
            await page.click(`.column[data-move='${moves.at(-1).move}']`);
            await eventually(async () =>
                assert.ok(
                    (await playedMoves(page)).length >= played.length + 2 || (await page.locator(".banner").count()),
                ),
            );
        }
        assert.match(await page.innerText(".banner.lost"), /Zwick wins this time\s+Four /);
    }),
);

test(
    "sounds are off until they are wanted, and remembered",
    page("/", async (page) => {
        assert.equal(await page.getAttribute("#sound", "aria-pressed"), "false");
        await page.click("#sound");
        assert.equal(await page.getAttribute("#sound", "aria-pressed"), "true");
        await startGame(page);
        await page.reload();
        await eventually(async () => assert.equal(await page.getAttribute("#sound", "aria-pressed"), "true"));
    }),
);

// ---- every size ----

const SIZES = [
    [320, 640],
    [375, 667],
    [390, 844],
    [844, 390],
    [768, 1024],
    [1280, 720],
    [1440, 900],
    [1920, 1080],
];
/** How much of the screen the board takes at least, by the side that is short for it. */
const SHARE = 0.6;

for (const locale of ["en", "de"]) {
    test(
        `the board is large, whole and first on every screen, and nothing scrolls sideways (${locale})`,
        page(
            "/",
            async (page) => {
                for (const path of [
                    "/#/connect-four?area=play",
                    "/#/connect-four:9x6?moves=445",
                    "/#/morris?moves=d6_f4_a4&area=play",
                ]) {
                    await page.goto(server.address + path);
                    await page.waitForSelector("#board :is(.column, .point)");
                    for (const [width, height] of SIZES) {
                        await page.setViewportSize({ width, height });
                        const box = await page.locator("#board .picture").boundingBox();
                        const name = `${path} at ${width} x ${height}`;
                        await assertFits(page, name);
                        const room = width < 700 ? width : Math.min(width, height);
                        const least = width === 768 ? 0.45 : SHARE;
                        assert.ok(
                            Math.max(box.width, box.height) >= least * room,
                            `${name}: ${box.width} x ${box.height}`,
                        );
                        assert.ok(
                            box.y >= 0 && box.y + box.height <= height + 1,
                            `${name}: from ${box.y}, ${box.height} high`,
                        );
                    }
                }
            },
            { locale },
        ),
    );
}

for (const [name, viewport] of Object.entries({ phone: PHONE, desktop: { width: 1280, height: 720 } })) {
    test(`on a ${name} nothing jumps while the page loads slowly, and the dark theme is dark from the start`, async () => {
        const page = await open("/", { viewport, colorScheme: "dark", locale: "de" });
        await page.route("**/api/**", async (route) => {
            await new Promise((resolve) => setTimeout(resolve, 400));
            await route.continue();
        });
        await page.addInitScript(() => {
            globalThis.shift = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
            }).observe({ type: "layout-shift", buffered: true });
        });
        await page.reload();
        await page.waitForSelector("#board :is(.column, .point)");
        await page.waitForSelector(".opponent");
        await page.waitForTimeout(600);
        const shift = await page.evaluate(() => globalThis.shift);
        assert.ok(shift <= 0.02, `shifted by ${shift}`);
        page.assertQuiet();
        await page.context().close();
    });
}

test(
    "buttons are named without the letters of their keys",
    page("/#/connect-four?moves=44", async (page) => {
        const names = await page.$$eval("button", (buttons) =>
            buttons.map((button) => {
                const copy = button.cloneNode(true);
                for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
                return copy.getAttribute("aria-label") ?? copy.textContent.trim();
            }),
        );
        for (const name of names) assert.match(name, /\S/);
        assert.ok(names.includes("Undo") && names.includes("Best move"), names.join());
    }),
);
