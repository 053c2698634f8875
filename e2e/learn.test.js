// The area Learn: both tutorials from the first step to the last, and the first game of somebody who knows nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress } from "../crates/zwick-server/page/app/address.js";
import { STEPS } from "../crates/zwick-server/page/learn/steps.js";
import { LANGUAGES } from "../crates/zwick-server/page/texts/languages.js";
import { fromMenu } from "./actions.js";
import { assertReads, eventually } from "./expect.js";
import { assertAccessible, PHONE, screenshot, setUp } from "./harness.js";

const { server, page, looks } = setUp();

/** A wrong choice at every step, with what is said of it: columns or points, the text, and what is filled in. */
const WRONG = {
    "drop": ["1", "drop.wrong", { column: 1 }],
    "row": ["1", "row.wrong", { column: 1 }],
    "column": ["3", "column.wrong", { column: 3 }],
    "diagonal": ["7", "diagonal.wrong", { column: 7 }],
    "block": ["1", "block.wrong"],
    "first": ["7", "first.wrong"],
    "full": ["4", "refused.full", { column: 4 }],
    "double": ["2", "double.wrong", { column: 2 }],
    "above": ["5", "above.wrong"],
    "full-board": ["3", "full-board.wrong"],
    "sizes": ["5", "sizes.wrong", { column: 5 }],
    "place": ["a1", "place.wrong", { point: "a1" }],
    "mill": ["f4", "refused.place-occupied", { point: "f4" }],
    "take": ["f2 c5", "refused.take-mill", { point: "c5" }],
    "move": ["g4 a4", "refused.far", { from: "g4", point: "a4" }],
    "again-and-again": ["f2 d2", "again-and-again.wrong", { from: "f2" }],
    "zwick": ["a7 a4", "zwick.wrong", { from: "a7", point: "a4" }],
    "jump": ["c5 a1", "jump.wrong", { point: "a1" }],
    "two": ["a4 a1", "two.wrong", { from: "a4", point: "a1" }],
    "blocked": ["g7 g4", "blocked.wrong", { from: "g7", point: "g4" }],
    "repeat": ["c3", "refused.not-yours", { point: "c3" }],
    "rules": ["g1", "rules.wrong", { point: "g1" }],
};

const TEXTS = { de: (await LANGUAGES.de.learn()).texts, en: (await LANGUAGES.en.learn()).texts };

/** A text of the page, with its fields filled in. */
const textOf = (locale, key, given = {}) =>
    TEXTS[locale][`learn.${key}`].replace(/\{(\w+)\}/g, (_, name) => given[name]);

const said = (page) => page.innerText("#lesson-card .lesson-said");

/** Chooses a column or a point, also one that leads nowhere. */
const choose = (page, place) =>
    page.click(`#board [data-move="${place}"], #board [data-point="${place}"]`, { force: true });

/** Makes a move on the board; a mill takes the first man that it can. */
async function move(page, text) {
    const [man, taken] = text.split("x");
    for (const place of man.split("-")) await choose(page, place);
    const takeable = page.locator(".point.takeable");
    if (taken) await choose(page, taken);
    else if (await takeable.count()) await takeable.first().click();
}

/** A wrong choice, what is said of it, and the same position again. */
async function stumble(page, locale, { id, tasks }) {
    const [places, key, given] = WRONG[id];
    const men = () => page.locator("#board :is(.man, .morris-man):not(.ghost *)").count();
    const before = await men();
    for (const place of places.split(" ")) await choose(page, place);
    await eventually(async () => assert.equal(await said(page), textOf(locale, key, given)));
    if (tasks[0].refute) {
        await page.waitForSelector("#board .winning-line", { state: "attached" });
        await page.click("[data-key=learn-again]");
    }
    // A half-made move is taken back.
    await page.keyboard.press("Escape");
    await eventually(async () => assert.equal(await men(), before));
}

/** The step from its first right move to its end. */
async function solve(page, locale, { id, tasks }) {
    for (const [i, { game, right }] of tasks.entries()) {
        if (i > 0 && game) await page.click("[data-key=learn-next]");
        const task = textOf(locale, i === 0 ? `${id}.do` : `${id}.do.${i + 1}`);
        await eventually(async () => assert.equal(await page.innerText("#lesson .task"), task));
        const isPaused = tasks[i + 1]?.game !== undefined;
        await eventually(() => page.waitForSelector("#board :is(.column, .point):not([aria-disabled])"));
        await move(page, right[0]);
        const key = isPaused ? `${id}.done.${i + 1}` : `${id}.done`;
        if (isPaused || i === tasks.length - 1)
            await eventually(async () => assert.equal(await said(page), textOf(locale, key)));
    }
}

const opening = { "connect-four": "/", "morris": "/#/morris" };
const partOf = (page) => new URL(page.url()).hash.split("learn=")[1];

for (const locale of ["en", "de"]) {
    for (const [game, steps] of Object.entries(STEPS)) {
        test(
            `${game} (${locale}): one click from the first screen, every wrong move with its reason, to the first game`,
            page(
                opening[game],
                async (page) => {
                    await page.click("#tile-learn");
                    for (const [i, step] of steps.entries()) {
                        await eventually(() => assert.equal(partOf(page), step.id));
                        await eventually(() =>
                            page.waitForSelector("#board :is(.column, .point):not([aria-disabled])"),
                        );
                        await stumble(page, locale, step);
                        await solve(page, locale, step);
                        assert.equal(await page.locator(".button.main:visible").count(), 1, "one filled button");
                        if (i < steps.length - 1) await page.click("[data-key=learn-next]");
                    }
                    assert.equal(await page.locator(".step.done").count(), steps.length);
                    await screenshot(page, `learned-${game}-${locale}`);
                    await page.click("[data-key=learn-play]");
                    await assertReads(page, ".seat.second", /Flo/);
                    assert.equal(await page.isVisible("#start-card"), false);
                    // What is learned stays learned.
                    await page.click("#tab-learn");
                    await eventually(async () => assert.equal(await page.locator(".step.done").count(), steps.length));
                },
                { locale },
            ),
        );
    }
}

test(
    "Back, Forward and a reload keep the step, and the game beside it",
    page("/", async (page) => {
        await page.keyboard.press("4");
        await eventually(() => assert.equal(readAddress(new URL(page.url()).hash).moves.length, 2));
        await page.click("#tab-learn");
        await eventually(() => assert.equal(partOf(page), "drop"));
        await page.click("[data-key=step-block]");
        await assertReads(page, "#lesson h2", /^5\. Block/);
        await page.click("#game-morris");
        await eventually(() => assert.equal(partOf(page), "place"));
        await eventually(() => page.waitForSelector("#board.morris"));
        await page.goBack();
        await assertReads(page, "#lesson h2", /^5\. Block/);
        await page.waitForSelector("#board.connect-four");
        await page.goForward();
        await assertReads(page, "#lesson h2", /^1\. Place a man/);
        await page.goBack();
        await page.reload();
        await assertReads(page, "#lesson h2", /^5\. Block/);
        await page.goBack();
        await eventually(() => assert.equal(partOf(page), "drop"));
        await page.goBack();
        await eventually(async () => assert.equal(await page.isVisible("#scoreboard"), true));
        await eventually(async () => assert.equal(await page.locator("#board .man").count(), 2));
    }),
);

test(
    "help leads to the rules, and what is right is shown on request",
    page("/", async (page) => {
        await fromMenu(page, "#help");
        await page.click("dialog [data-area=learn]");
        await page.waitForSelector("#lesson-card");
        assert.equal(await page.locator("dialog").count(), 0);
        await page.click("[data-key=step-double]");
        await eventually(() => assert.equal(partOf(page), "double"));
        await eventually(async () => assert.equal(await page.locator("#board .man").count(), 4));
        await page.keyboard.press("t");
        await eventually(async () =>
            assert.deepEqual(await page.$$eval(".light-move.over", (rings) => rings.map((ring) => ring.dataset.cell)), [
                "39",
            ]),
        );
        await page.click("#tab-play");
        assert.equal(await page.locator(".light-move").count(), 0);
    }),
);

test(
    "by keyboard alone, and heard by a screen reader",
    page("/#/morris?learn=take", async (page) => {
        await page.waitForSelector("[data-point=b2].occupied");
        await page.focus("[data-point=f2]");
        await page.keyboard.press("Enter");
        await page.focus("[data-point=c5]");
        await page.keyboard.press("Enter");
        await assertReads(page, "#lesson-card .lesson-said", /^The man on c5 stands in a mill\. Take another/);
        assert.equal(await page.getAttribute("#lesson-card .lesson-said", "role"), "status");
        // The nearest point to the right holds the man to take.
        await page.focus("[data-point=f2]");
        await page.keyboard.press("ArrowRight");
        assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^g1, Black, can be taken/);
        await page.keyboard.press("Enter");
        await eventually(async () => assert.equal(await said(page), textOf("en", "take.done")));
        await assertAccessible(page);
    }),
);

looks("a step of Connect Four", "learn-connect-four", "/#/connect-four?learn=double", (page) =>
    page.waitForSelector("#board .man", { state: "attached" }),
);
looks("a step of morris", "learn-morris", "/#/morris?learn=take", async (page) => {
    await page.waitForSelector("[data-point=b2].occupied");
    await choose(page, "f2");
    await choose(page, "c5");
    await page.waitForSelector(".lesson-said.wrong");
});

// ---- the first game ----

/** The position, and what follows from it, as somebody sees it who looks at the board. */
const look = ({ game, moves }, ...more) =>
    server.ask(`/${game}/position?${new URLSearchParams({ position: [...moves, ...more].join(" ") })}`);

/** What of a move the tutorial has taught, by its worth. */
async function worthOf(place, text) {
    const after = await look(place, text);
    if (after.over) return after.over.winner === "first" ? 1000 : 0;
    const answers = await Promise.all(after.legal.map((answer) => look(place, text, answer)));
    const isLost = answers.some(({ over }) => over?.winner === "second");
    const mills = after.legal.filter((answer) => answer.includes("x")).length;
    if (after.shape.kind === "grid") {
        const middle = (after.shape.width - 1) / 2;
        return (isLost ? -500 : 0) - Math.abs((after.last_touched.to % after.shape.width) - middle);
    }
    const isCrossing = ["d6", "f4", "d2", "b4"].includes(text);
    return (text.includes("x") ? 100 : 0) + (isLost ? -500 : 0) - Math.min(mills, 1) * 50 + (isCrossing ? 10 : 0);
}

/** Plays to the end; says who won. */
async function playOut(page) {
    for (;;) {
        const [place, state] = await eventually(async () => {
            const place = readAddress(new URL(page.url()).hash);
            const state = await look(place);
            assert.ok(state.over || state.turn === "first");
            return [place, state];
        });
        if (state.over) return state.over.winner;
        const worths = await Promise.all(state.legal.map((text) => worthOf(place, text)));
        const best = Math.max(...worths);
        const choices = state.legal.filter((_, i) => worths[i] === best);
        await eventually(() => page.waitForSelector("#board :is(.column, .point):not([aria-disabled])"));
        await move(page, choices[Math.floor(choices.length / 2)]);
        await eventually(() =>
            assert.ok(readAddress(new URL(page.url()).hash).moves.length > place.moves.length, "the move is made"),
        );
    }
}

const LAST = { "connect-four": "full-board", "morris": "repeat" };

for (const [game, id] of Object.entries(LAST)) {
    test(
        `${game}: whoever plays as the tutorial teaches wins a first game against the easiest opponent`,
        page(`/#/${game}?learn=${id}`, async (page) => {
            const step = STEPS[game].find((one) => one.id === id);
            await solve(page, "en", step);
            await page.click("[data-key=learn-play]");
            await assertReads(page, ".seat.second", /Flo/);
            const winners = [await playOut(page)];
            // The opponent is not the same every time.
            while (!winners.includes("first") && winners.length < 5) {
                await page.click("[data-key=again]");
                await eventually(() => assert.equal(readAddress(new URL(page.url()).hash).moves.length, 0));
                winners.push(await playOut(page));
            }
            assert.ok(winners.includes("first"), winners.join());
            await assertReads(page, "#scoreboard", /You win!/);
        }),
    );
}

test(
    "on a phone the way to the rules is at the thumb",
    page(
        "/",
        async (page) => {
            await page.click("#tab-learn");
            await eventually(async () => assert.equal(await page.innerText("#lesson h2"), "1. Einwerfen"));
            const board = await page.locator("#board").boundingBox();
            assert.ok(board.width > 350 && board.y + board.height < PHONE.height - 62, JSON.stringify(board));
        },
        { viewport: PHONE, locale: "de" },
    ),
);
