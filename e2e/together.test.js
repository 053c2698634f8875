// Two people play by link: seats, spectators, a lost connection, a killed server, taking back, rematch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlay } from "./actions.js";
import { assertPlayed, assertReads, assertStatus, eventually, statusText } from "./expect.js";
import { screenshot, setUp } from "./harness.js";

const { server, open } = setUp();

/** Two people and a watcher of one game. */
async function meet(path = "/") {
    const red = await open(path);
    await openPlay(red);
    await red.click("[data-key=invite]");
    const link = (id) => red.inputValue(id).then((url) => url.slice(server.address.length));
    const yellow = await open(await link("#guest-link"));
    const watcher = await open(await link("#watch-link"));
    return { red, yellow, watcher, all: [red, yellow, watcher] };
}

async function part(all) {
    for (const page of all) {
        page.assertQuiet();
        await page.context().close();
    }
}

const everyoneSees = (pages, ...moves) => Promise.all(pages.map((page) => assertPlayed(page, ...moves)));

test("each moves only for one side, and a watcher for none", async () => {
    const { red, yellow, watcher, all } = await meet();
    assert.doesNotMatch(yellow.url(), /[0-9a-f]{32}/, "the address does not keep the secret");
    await yellow.keyboard.press("4");
    await watcher.keyboard.press("4");
    await red.keyboard.press("4");
    await everyoneSees(all, "4");
    await red.keyboard.press("3");
    await yellow.keyboard.press("4");
    await everyoneSees(all, "4", "4");
    assert.match(await statusText(watcher), /you are watching/);
    await assertStatus(yellow, /Red is thinking/);
    await screenshot(red, "by-link");
    await part(all);
});

test("a lost connection resumes with nothing lost, also when the server was killed in between", async () => {
    const { red, yellow, watcher, all } = await meet();
    for (const page of all) page.mayLoseConnection = true;
    await red.keyboard.press("4");
    await everyoneSees(all, "4");
    await yellow.context().setOffline(true);
    await server.kill();
    await assertStatus(red, /connection lost/);
    await server.start();
    await eventually(async () => assert.doesNotMatch(await statusText(red), /connection lost/));
    await assertPlayed(red, "4");
    await yellow.context().setOffline(false);
    await eventually(async () => assert.doesNotMatch(await statusText(yellow), /connection lost/));
    await yellow.keyboard.press("5");
    await everyoneSees(all, "4", "5");
    await yellow.context().setOffline(true);
    await red.keyboard.press("3");
    await everyoneSees([red, watcher], "4", "5", "3");
    await yellow.context().setOffline(false);
    await everyoneSees(all, "4", "5", "3");
    await part(all);
});

test("taking back needs both, and a rematch changes sides", async () => {
    const { red, yellow, watcher, all } = await meet();
    await red.keyboard.press("4");
    await everyoneSees(all, "4");
    await red.keyboard.press("u");
    await assertStatus(yellow, /Red asks to take a move back/);
    await everyoneSees(all, "4");
    await yellow.click("[data-key=allow]");
    await everyoneSees(all);
    for (const [i, key] of [..."4455667"].entries()) {
        await [red, yellow][i % 2].keyboard.press(key);
        await everyoneSees(all, ...[..."4455667"].slice(0, i + 1));
    }
    await assertStatus(watcher, /Red wins: four in row 1/);
    await yellow.click("[data-key=rematch]");
    await assertStatus(red, /Yellow asks for a rematch/);
    await red.click("#after-card [data-key=rematch]");
    await everyoneSees(all);
    await assertReads(red, "#link-card", /You play Yellow/);
    await yellow.keyboard.press("4");
    await everyoneSees(all, "4");
    await part(all);
});

test("a seat is kept over a reload", async () => {
    const { red, yellow, all } = await meet("/#/morris");
    await red.click("[data-point=d6]");
    await yellow.reload();
    await assertPlayed(yellow, "d6");
    await yellow.click("[data-point=f4]");
    await everyoneSees(all, "d6", "f4");
    await part(all);
});

test("a game of two is deleted when both ask for it, and spectators are told", async () => {
    const { red, yellow, watcher, all } = await meet();
    await red.keyboard.press("4");
    await everyoneSees(all, "4");
    const ask = async (page) => {
        await page.click("#tab-study");
        await page.click("[data-key=delete-game]");
        await page.click("[data-key=delete-really]");
    };
    await ask(red);
    await assertReads(red, "#own-game", /when the other player agrees/);
    await yellow.click("#tab-study");
    await assertReads(yellow, "#own-game", /Red wants to delete this game/);
    // The notification may arrive before the answer to the request.
    const others = [red, watcher];
    const heard = () =>
        Promise.all(
            others.map((page) =>
                eventually(async () => assert.match(await page.innerText("#notices"), /has been deleted/)),
            ),
        );
    await yellow.route("**/api/v1/games/*", async (route) => {
        if (route.request().method() !== "DELETE") return route.fallback();
        const response = await route.fetch();
        await heard();
        await route.fulfill({ response });
    });
    await ask(yellow);
    await assertPlayed(yellow);
    await heard();
    await everyoneSees(others, "4");
    await part(all);
});

test("a single player lists a game, hides it again, and deletes it", async () => {
    const page = await open("/#/connect-four?moves=44");
    await page.keyboard.press("3");
    await assertPlayed(page, "4", "4", "3");
    const listed = () => page.evaluate(async () => (await (await fetch("/api/v1/games")).json()).items.length);
    const before = await listed();
    await page.check("#game-listed");
    await eventually(async () => assert.ok(await page.isChecked("#game-listed")));
    await page.uncheck("#game-listed");
    await eventually(async () => assert.ok(!(await page.isChecked("#game-listed"))));
    await page.click("[data-key=delete-game]");
    await page.click("[data-key=delete-really]");
    await assertPlayed(page);
    assert.equal(await listed(), before - 1, "on one's own machine the list has all games");
    page.assertQuiet();
    await page.context().close();
});
