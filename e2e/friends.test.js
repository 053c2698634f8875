// Two friends play by link: clocks, who is here, names and phrases, draws and refusals, rematches, help that is locked for both.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlay } from "./actions.js";
import { assertPlayed, assertReads, assertStatus, eventually, playedMoves, statusText } from "./expect.js";
import { assertAccessible, assertFits, PHONE, screenshot, setUp } from "./harness.js";

const { server, open } = setUp();

/** Nobody is charged more milliseconds than this for a server that was away. */
const FAIR = 1000;

/** A shared game that was begun over the interface, with a clock if one is given, and links to it. */
async function begin(wish = {}) {
    const made = await server.ask("/games", { game: "connect-four", ...wish });
    await server.ask(`/games/${made.id}/share`, {}, made.tokens.first);
    const seat = (side) => `/#/game/${made.id}/${side}/${made.tokens[side]}`;
    return {
        id: made.id,
        tokens: made.tokens,
        first: seat("first"),
        second: seat("second"),
        watch: `/#/game/${made.id}`,
    };
}

async function meet(wish, options = {}) {
    const game = await begin(wish);
    const red = await open(game.first, options);
    const yellow = await open(game.second, options);
    return { game, red, yellow };
}

async function part(...pages) {
    for (const page of pages) {
        page.assertQuiet();
        await page.context().close();
    }
}

const gameOf = (id) => server.ask(`/games/${id}`);

/** What a plate shows, in milliseconds. */
async function shownLeft(page, side) {
    const text = await page.innerText(`.seat.${side} .clock`);
    return text.split(":").reduce((sum, part) => 60 * sum + Number(part.replace(",", ".")), 0) * 1000;
}

/** Waits until a page shows what the server says a side has left, to a second. */
const assertClock = (page, id, side) =>
    eventually(async () => {
        const before = (await gameOf(id)).clock.left[side];
        const shown = await shownLeft(page, side);
        const after = (await gameOf(id)).clock.left[side];
        assert.ok(shown <= before + FAIR && shown >= after - FAIR, `${shown} is not between ${after} and ${before}`);
    });

/** Presses a key once no change is on its way: before that it would not be heard. */
async function press(page, key) {
    await page.waitForSelector("#board[aria-busy=false]");
    await page.keyboard.press(key);
}

async function playAll(red, yellow, columns) {
    for (const [i, column] of [...columns].entries()) {
        const page = [red, yellow][i % 2];
        await assertPlayed(page, ...columns.slice(0, i));
        await press(page, column);
        await assertPlayed(page, ...columns.slice(0, i + 1));
    }
    await Promise.all([red, yellow].map((page) => assertPlayed(page, ...columns)));
}

test("a clock is chosen with the invitation, shown on both plates, and starts once both have moved", async () => {
    const red = await open("/");
    await openPlay(red);
    await red.selectOption("#link-clock", { label: "5 min + 3 s a move" });
    await red.click("[data-key=invite]");
    const link = (await red.inputValue("#guest-link")).slice(server.address.length);
    const yellow = await open(link);
    await eventually(async () => assert.equal(await yellow.innerText(".seat.first .clock"), "5:00"));
    await playAll(red, yellow, "44");
    const id = /game\/(\w+)/.exec(link)[1];
    for (const page of [red, yellow]) {
        await eventually(async () => assert.ok(await page.isVisible(".seat.first .clock.running")));
        await assertClock(page, id, "first");
        assert.equal(await page.innerText(".seat.second .clock"), "5:00");
    }
    await press(red, "3");
    await eventually(async () => assert.ok((await gameOf(id)).clock.left.first > 300_000 - FAIR));
    await screenshot(red, "friends-clock-wide");
    await part(red, yellow);
});

test("no move is lost and no clock unfair, whether the server is killed or a connection is lost", async () => {
    const { game, red, yellow } = await meet({ clock: { initial: 600_000, increment: 0 } });
    for (const page of [red, yellow]) page.mayLoseConnection = true;
    await playAll(red, yellow, "443");
    const before = (await gameOf(game.id)).clock.left;
    const seen = Date.now();
    await server.kill();
    const there = Date.now() - seen;
    await assertStatus(red, /connection lost/);
    // The outage itself.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const again = Date.now();
    await server.start();
    const after = (await gameOf(game.id)).clock.left;
    const charged = before.second - after.second;
    const fair = there + (Date.now() - again) + FAIR;
    assert.ok(charged >= 0 && charged <= fair, `charged ${charged} ms of ${fair}`);
    assert.equal(after.first, before.first, "only the side to move pays");
    for (const page of [red, yellow]) {
        await eventually(async () => assert.doesNotMatch(await statusText(page), /connection lost/));
        await assertPlayed(page, "4", "4", "3");
        await assertClock(page, game.id, "second");
    }
    // A player's own lost connection is the player's own time, and both plates say the same afterwards.
    await yellow.context().setOffline(true);
    await assertStatus(yellow, /connection lost/);
    await assertReads(red, "#friend-card", /is away/);
    const away = (await gameOf(game.id)).clock.left.second;
    await eventually(async () => assert.ok((await gameOf(game.id)).clock.left.second < away));
    await yellow.context().setOffline(false);
    await eventually(async () => assert.doesNotMatch(await statusText(yellow), /connection lost/));
    await press(yellow, "5");
    for (const page of [red, yellow]) {
        await assertPlayed(page, "4", "4", "3", "5");
        await assertClock(page, game.id, "first");
        await assertClock(page, game.id, "second");
    }
    await part(red, yellow);
});

for (const [locale, words] of Object.entries({ en: /Red ran out of time/, de: /Rot hat die Zeit überschritten/ })) {
    test(`a flag falls by itself, and both are told why (${locale})`, async () => {
        const { red, yellow } = await meet({ clock: { initial: 3_000 } }, { locale });
        await playAll(red, yellow, "44");
        for (const page of [red, yellow]) {
            await assertStatus(page, words);
            await assertReads(page, ".seat.first .clock", /^0:00[.,]0$/);
        }
        await press(red, "3");
        await Promise.all([red, yellow].map((page) => assertPlayed(page, "4", "4")));
        await part(red, yellow);
    });
}

const WORDS = {
    en: {
        awaited: /Nobody has come yet/,
        here: /Bo is here/,
        against: /You play Red against Bo/,
        hello: /Anna: Hello!/,
        offered: /Anna offers a draw/,
        refused: /Bo said no/,
        asked: /Bo asks to take a move back/,
        turn: /Your move/,
        won: /Yellow wins: Red resigned/,
        over: /Draw.*by agreement/,
    },
    de: {
        awaited: /Noch ist niemand da/,
        here: /Bo ist da/,
        against: /Du spielst Rot gegen Bo/,
        hello: /Anna: Hallo!/,
        offered: /Anna bietet Remis an/,
        refused: /Bo lehnt ab/,
        asked: /Bo möchte einen Zug zurücknehmen/,
        turn: /Du bist dran/,
        won: /Gelb gewinnt: Rot hat aufgegeben/,
        over: /vereinbart/,
    },
};

for (const [locale, words] of Object.entries(WORDS)) {
    test(`one sees that the friend has come, and both have names, phrases, draws and refusals (${locale})`, async () => {
        const game = await begin();
        const red = await open(game.first, { locale });
        await assertReads(red, "#friend-card", words.awaited);
        await red.fill("#own-name", "Anna");
        await red.press("#own-name", "Tab");
        const yellow = await open(game.second, { locale });
        await yellow.fill("#own-name", " <b>Bo ");
        await yellow.fill("#own-name", "Bo");
        await yellow.press("#own-name", "Tab");
        await assertReads(red, "#friend-card", words.here);
        await assertReads(red, "#friend-card", words.against);
        await red.click("[data-key=say-hello]");
        await assertReads(yellow, "#friend-card", words.hello);
        await eventually(async () => assert.match(await red.title(), words.turn));
        assert.match(await red.getAttribute("link[rel=icon]", "href"), /^data:/);
        assert.doesNotMatch(await yellow.title(), words.turn);
        await playAll(red, yellow, "4");
        await eventually(async () => assert.match(await yellow.title(), words.turn));
        await red.click("[data-key=ask-draw]");
        await assertStatus(yellow, words.offered);
        await yellow.click("[data-key=refuse]");
        await assertStatus(red, words.refused);
        assert.ok(await red.isDisabled("[data-key=ask-draw]"), "who was refused asks again only after a move");
        await press(yellow, "4");
        await eventually(async () => assert.ok(await red.isEnabled("[data-key=ask-draw]")));
        await press(yellow, "u");
        await assertStatus(red, words.asked);
        await red.click("[data-key=refuse]");
        await Promise.all([red, yellow].map((page) => assertPlayed(page, "4", "4")));
        await red.click("[data-key=ask-draw]");
        await yellow.click("[data-key=allow]");
        for (const page of [red, yellow]) await assertStatus(page, words.over);
        await part(red, yellow);
    });

    test(`a new game asks before it leaves a friend, and resigning asks too (${locale})`, async () => {
        const { game, red, yellow } = await meet({}, { locale });
        await playAll(red, yellow, "44");
        await press(red, "n");
        await red.click("dialog [data-key=new-not]");
        assert.match(red.url(), new RegExp(`game/${game.id}`));
        await red.click("[data-key=resign]");
        await red.click("[data-key=resign-not]");
        await assertPlayed(red, "4", "4");
        await press(red, "n");
        await red.click("dialog [data-key=new-really]");
        await assertPlayed(red);
        await red.goBack();
        await assertPlayed(red, "4", "4");
        await red.click("[data-key=resign]");
        await red.click("[data-key=resign-really]");
        for (const page of [red, yellow]) await assertStatus(page, words.won);
        await part(red, yellow);
    });
}

test("nobody is helped before the end unless both agree to a lesson, and both get the report afterwards", async () => {
    const { game, red, yellow } = await meet();
    await playAll(red, yellow, "44");
    const isLocked = (page, name) =>
        page.$eval(`#control-${name}`, (button) => button.getAttribute("aria-disabled") === "true");
    for (const page of [red, yellow])
        for (const name of ["best", "random", "hint"]) assert.ok(await isLocked(page, name), name);
    await press(red, "h");
    await red.click("#tab-study");
    assert.equal(await red.locator("#board .badge:not(.empty)").count(), 0);
    await press(red, "h");
    assert.equal((await server.ask(`/games/${game.id}/report`)).status, 409);
    await red.click("#tab-play");
    await red.click("[data-key=ask-lesson]");
    await assertStatus(yellow, /would like hints for both/);
    await yellow.click("[data-key=allow]");
    await eventually(async () => assert.ok(!(await isLocked(red, "hint"))));
    await assertReads(yellow, "#friend-card", /A lesson: hints for both/);
    await red.click("[data-key=resign]");
    await red.click("[data-key=resign-really]");
    for (const page of [red, yellow]) await assertReads(page, "#after-card", /accuracy/);
    await part(red, yellow);
});

test("a rematch needs both, takes watchers along, and drags nobody away from a report", async () => {
    const { game, red, yellow } = await meet();
    const watcher = await open(game.watch);
    await playAll(red, yellow, "4455667");
    await red.click("#tab-study");
    await yellow.click("[data-key=rematch]");
    await assertReads(yellow, "#after-card", /waiting/);
    await assertStatus(red, /Yellow asks for a rematch/);
    await assertPlayed(red, ..."4455667");
    await red.click("#tab-play");
    await red.click("#after-card [data-key=rematch]");
    // Who asked goes along, unless something is being read.
    for (const page of [red, yellow, watcher]) {
        await assertPlayed(page);
        assert.doesNotMatch(page.url(), new RegExp(game.id));
    }
    await assertReads(red, "#friend-card", /You play Yellow/);
    await press(yellow, "4");
    for (const page of [red, yellow, watcher]) await assertPlayed(page, "4");
    await part(red, yellow, watcher);
});

test("who reads the report when the rematch begins is offered the way there", async () => {
    const { red, yellow } = await meet();
    await playAll(red, yellow, "4455667");
    await red.click("[data-key=rematch]");
    await red.click("#tab-study");
    await yellow.click("[data-key=rematch]");
    await assertPlayed(yellow);
    await assertPlayed(red, ..."4455667");
    await red.click("#tab-play");
    await red.click("#after-card [data-key=next]");
    await assertPlayed(red);
    await part(red, yellow);
});

test("two tabs of one seat show the same, and a move is never applied to a position not seen", async () => {
    const { game, red, yellow } = await meet();
    const tab = await red.context().newPage();
    await tab.goto(`${server.address}/#/game/${game.id}`);
    await tab.waitForSelector("#board .column");
    await playAll(red, yellow, "44");
    await assertPlayed(tab, "4", "4");
    await press(tab, "3");
    for (const page of [red, yellow, tab]) await assertPlayed(page, "4", "4", "3");
    await press(red, "3");
    assert.deepEqual(await playedMoves(red), ["4", "4", "3"]);
    await part(red, yellow);
});

test("a move goes through although the friend has just offered a draw", async () => {
    const { game, red, yellow } = await meet();
    await playAll(red, yellow, "44");
    // Red does not hear of it: the offer arrives while the move is on its way.
    const offer = async (route) => {
        await server.ask(`/games/${game.id}/draw`, {}, game.tokens.second);
        await route.continue();
    };
    await red.route("**/moves", offer, { times: 1 });
    red.mayLoseConnection = true;
    await press(red, "3");
    for (const page of [red, yellow]) await assertPlayed(page, "4", "4", "3");
    await eventually(async () => assert.equal((await gameOf(game.id)).draw_offered, null));
    await part(red, yellow);
});

test("the invitation is a link, a code to scan, and the system's share sheet where there is one", async () => {
    const page = await open("/");
    await page.evaluate(() => {
        navigator.share = async (told) => {
            document.body.dataset.shared = told.url;
        };
    });
    await openPlay(page);
    await page.click("[data-key=invite]");
    const link = await page.inputValue("#guest-link");
    await page.waitForSelector("svg.qr path");
    await page.click("[data-key=share-link]");
    assert.equal(await page.getAttribute("body", "data-shared"), link);
    await part(page);
});

for (const [name, options] of Object.entries({
    "light-wide": {},
    "dark-wide": { colorScheme: "dark" },
    "light-phone": { viewport: PHONE },
    "dark-phone": { viewport: PHONE, colorScheme: "dark", locale: "de" },
    "light-narrow": { viewport: { width: 320, height: 640 }, locale: "de" },
})) {
    for (const kind of ["connect-four", "morris"]) {
        test(`a game by link is accessible and fits: ${kind}, ${name}`, async () => {
            const game = await begin({ game: kind, clock: { initial: 600_000, increment: 5_000 } });
            const page = await open(game.first, options);
            await eventually(async () => assert.ok(await page.isVisible("#friend-card")));
            await page.fill("#own-name", "Anna-Lena Schmidt 2");
            await page.press("#own-name", "Tab");
            const friend = await open(game.second, options);
            await friend.click("[data-key=say-one-moment]");
            await server.ask(`/games/${game.id}/draw`, {}, game.tokens.second);
            await eventually(async () => assert.ok(await page.isVisible("[data-key=refuse]")));
            await assertAccessible(page);
            await screenshot(page, `friends-${kind}-${name}`, { fullPage: true });
            await assertFits(page, name);
            await part(page, friend);
        });
    }
}
