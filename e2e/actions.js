// What people do on the page.

import assert from "node:assert/strict";
import { AT_ONCE, assertPlayed, assertPlies, playedMoves } from "./expect.js";

/** Opens a part of the page that is folded, unless it is open. */
export const unfold = async (page, selector) => {
    if (!(await page.$eval(selector, (details) => details.open))) await page.click(`${selector} > summary`);
};

/** Opens the area Play with all players and the invitation to a friend. */
export async function openPlay(page) {
    await page.click("#tab-play");
    await unfold(page, "#tile-players");
    await unfold(page, "#tile-friends");
}

/** Uses one of the tools that are behind the dots below the board. */
export async function useTool(page, name) {
    await unfold(page, "#more");
    await page.click(`#control-${name}`);
}

/** Types a move. */
export async function type(page, move) {
    await unfold(page, "#more");
    await page.fill("#typed-move", move);
    await page.press("#typed-move", "Enter");
}

/** Chooses from the menu of the header. */
export async function fromMenu(page, selector) {
    if (!(await page.isVisible(selector))) await page.click("#menu");
    await page.click(selector);
}

/** Begins a new game, also in place of an unfinished one. */
export async function beginAnew(page) {
    await page.keyboard.press("n");
    const really = page.locator("[data-key=new-really]");
    if (await really.count()) await really.click();
}

/** Begins a game with column 4, and returns this move and the computer's answer. */
export async function startGame(page) {
    await page.click(".column[data-move='4']");
    return assertPlies(page, 2);
}

/** Chooses who plays; by default two people. */
export async function setPlayers(page, first = "person", second = "person") {
    await openPlay(page);
    await page.selectOption("#player-first", first);
    await page.selectOption("#player-second", second);
    await page.click("#tab-study");
}

/** Plays these columns by keyboard, each once the one before is there. */
export async function press(page, ...columns) {
    const before = await playedMoves(page);
    for (const [i, column] of columns.entries()) {
        await page.keyboard.press(column);
        await assertPlayed(page, ...before, ...columns.slice(0, i + 1));
    }
}

/** Two people play these columns. */
export async function playAsTwo(page, ...columns) {
    await setPlayers(page);
    await press(page, ...columns);
}

/** Imports a game or a position by the window for it. */
export async function importText(page, text) {
    await page.click("[data-key=import]");
    await page.fill("#import-text", text);
    await page.click("dialog .button.main");
}

/** Stops a run of the Lab, and waits until it can be started again. */
export async function assertStopsAtOnce(page, name) {
    const milliseconds = await page.evaluate(async (name) => {
        const begin = performance.now();
        document.querySelector(`#${name}-stop`).click();
        while (!document.querySelector(`#${name}-run`)) await new Promise(requestAnimationFrame);
        return performance.now() - begin;
    }, name);
    assert.ok(milliseconds < AT_ONCE, `${milliseconds} ms`);
}
