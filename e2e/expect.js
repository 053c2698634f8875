// What the page shows, and waiting until it is what a test expects.

import assert from "node:assert/strict";

/**
 * Milliseconds after which a test gives up waiting. A test continues as soon as its condition holds, so this only has
 * to be long enough for a busy machine.
 */
export const PATIENCE = Number(process.env.PATIENCE ?? 300_000);
/** Milliseconds within which something that would take a minute or more has stopped, on a busy machine too. */
export const AT_ONCE = 20_000;

/** A score as the page notes it beside what it shows. */
export const scoreText = ({ result, plies, points, mean, wins }) =>
    [result, plies, points, mean, wins].join(" ").trim();

/** Waits until an assertion about the page holds. */
export async function eventually(check) {
    const end = Date.now() + PATIENCE;
    for (;;) {
        try {
            return await check();
        } catch (error) {
            if (Date.now() > end) throw error;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    }
}

/** Waits until an element reads like this. */
export const assertReads = (page, selector, words) =>
    eventually(async () => assert.match(await page.innerText(selector), words));

/** The moves of the line that is shown. */
export const playedMoves = (page) =>
    page.$$eval("#tree-card .ply.in-line", (plies) => plies.map((ply) => ply.textContent.replace(/[?!]+$/, "")));

const STATUS = "#status .status-words";
export const statusText = (page) => page.innerText(STATUS);
/** Waits until the status reads like this. */
export const assertStatus = (page, words) => assertReads(page, STATUS, words);

/** Waits until these moves and no others have been played. */
export const assertPlayed = (page, ...moves) =>
    eventually(async () => assert.deepEqual(await playedMoves(page), moves));

/** Waits until this many moves have been played, and returns them. */
export const assertPlies = (page, count) =>
    eventually(async () => {
        const moves = await playedMoves(page);
        assert.equal(moves.length, count);
        return moves;
    });
