// Random games, symmetry and scenarios of the Lab.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStopsAtOnce } from "./actions.js";
import { eventually } from "./expect.js";
import { setUp } from "./harness.js";

const { looks, open, page, server } = setUp();

// ---- random games ----

const PLAYOUTS = "/#/connect-four?moves=4435&lab=playouts";

/** What the page shows of each move: games won, drawn and lost, the share, and the bar. */
const shares = (page) =>
    page.$$eval(".shares tbody tr", (rows) =>
        rows.map((row) => {
            const [wins, draws, losses] = row
                .querySelector("[data-is=games]")
                .textContent.split(" / ")
                .map((text) => Number(text.replaceAll(",", "")));
            const confidence = row.querySelector(".confidence");
            const low = Number(confidence?.getAttribute("x"));
            return {
                move: row.dataset.move,
                wins,
                draws,
                losses,
                share: parseFloat(row.querySelector("[data-is=share]").textContent),
                low,
                high: low + Number(confidence?.getAttribute("width")),
            };
        }),
    );
const play = async (page, games) => {
    await page.fill("#playouts-wanted", String(games));
    await page.click("#playouts-run");
    await page.waitForFunction(() => /played\.$/.test(document.querySelector("#lab-playouts .progress").textContent));
};

test(
    "shares of random games add up, with the confidence their number allows, beside the exact values",
    page(PLAYOUTS, async (page) => {
        await play(page, 2000);
        const few = await shares(page);
        assert.equal(few.length, 7);
        for (const { move, wins, draws, losses, share, low, high } of few) {
            assert.equal(wins + draws + losses, 2000, `games after ${move}`);
            assert.ok(Math.abs((100 * (wins + draws / 2)) / 2000 - share) < 0.051, `share of ${move}`);
            assert.ok(low < share && share < high && high - low > 3 && high - low < 6, `${low} to ${high}`);
        }
        const { moves } = await server.ask("/connect-four/analysis?position=4435");
        for (const { move, moves: distance } of moves)
            assert.match(
                await page.textContent(`.shares [data-move="${move}"] [data-is=exact]`),
                new RegExp(`▼ ${distance}loses in ${distance} moves`),
            );
        await play(page, 50_000);
        const many = await shares(page);
        for (const [i, { low, high }] of many.entries())
            assert.ok(high - low < (few[i].high - few[i].low) / 3, "more games, more certainty");
    }),
);

test(
    "random games are shown as they are played, resume after a reload, and stop immediately",
    page(PLAYOUTS, async (page) => {
        await page.fill("#playouts-wanted", "1000000");
        await page.click("#playouts-run");
        const games = async () =>
            (await shares(page)).reduce((sum, { wins, draws, losses }) => sum + (wins + draws + losses || 0), 0);
        await eventually(async () => assert.ok((await games()) > 10_000));
        const before = await games();
        await page.reload();
        await page.waitForSelector("#playouts-stop");
        await eventually(async () => assert.ok((await games()) > before, "what was played before counts"));
        await assertStopsAtOnce(page, "playouts");
        const stopped = await games();
        await page.reload();
        await page.waitForSelector("#playouts-run");
        assert.equal(await games(), stopped, "it stays stopped, and keeps what it has");
        const [played] = (await page.textContent("#lab-playouts .progress")).match(/[\d,]+/);
        assert.equal(Number(played.replaceAll(",", "")), stopped, "the games told are the games of the table");
    }),
);

// ---- symmetry ----

const keys = (page, image) => page.$$eval(`[data-image=${image}] td`, (cells) => cells.map((cell) => cell.textContent));
const positionText = (page) => page.inputValue("#position-text");

for (const [game, path, names] of [
    ["Connect Four", "/#/connect-four?moves=4435&lab=symmetry", ["mirror", "colours"]],
    ["morris", "/#/morris?moves=d6_f4_a4_d2_g7&lab=symmetry", ["mirror", "turn", "rings", "colours"]],
]) {
    test(
        `${game}: every symmetry turns the board, and leaves the canonical key as it is`,
        page(path, async (page) => {
            await page.waitForSelector("[data-image=here]");
            const [, canonical] = await keys(page, "here");
            assert.match(canonical, /^[0-9a-f]+$/);
            const members = await page.textContent(".members");
            const begin = await positionText(page);
            for (const name of names) {
                const [key, same] = await keys(page, name);
                assert.equal(same, canonical, name);
                await page.focus(`[data-key=image-${name}]`);
                const wanted = await page.getAttribute(`[data-key=image-${name}]`, "data-position");
                await page.keyboard.press("Enter");
                await eventually(async () => assert.equal(await positionText(page), wanted));
                await eventually(async () => assert.deepEqual(await keys(page, "here"), [key, canonical]));
                assert.equal(await page.textContent(".members"), members);
            }
            assert.notEqual(await positionText(page), begin);
            const standard = await page.getAttribute("[data-key=use-canonical]", "data-position");
            await page.click("[data-key=use-canonical]");
            await eventually(async () => assert.deepEqual(await keys(page, "here"), [canonical, canonical]));
            assert.equal(await positionText(page), standard);
        }),
    );
}

test(
    "mirrored twice a position is itself, and four turns lead back",
    page("/#/morris?moves=d6_f4_a4_d2_g7&lab=symmetry", async (page) => {
        await page.waitForSelector("[data-image=here]");
        const begin = await positionText(page);
        for (const [name, times] of [
            ["mirror", 2],
            ["turn", 4],
            ["rings", 2],
            ["colours", 2],
        ]) {
            for (let i = 0; i < times; i += 1) {
                const wanted = await page.getAttribute(`[data-key=image-${name}]`, "data-position");
                await page.click(`[data-key=image-${name}]`);
                await eventually(async () => assert.equal(await positionText(page), wanted));
                await eventually(async () =>
                    assert.notEqual(await page.getAttribute(`[data-key=image-${name}]`, "data-position"), wanted),
                );
            }
            assert.equal(await positionText(page), begin, name);
        }
    }),
);

test(
    "the stored record of a position is shown, and for its mirror image with the move mirrored",
    page("/", async (page) => {
        await server.ask("/jobs", {
            kind: "seed",
            game: "connect-four",
            from: 20,
            to: 20,
            count: 3,
            player: "alpha-beta:depth=6",
        });
        const record = await eventually(async () => {
            const { items: records } = await server.ask("/databases/positions?game=connect-four&limit=1");
            assert.equal(records.length, 1);
            return records[0];
        });
        await page.goto(`${server.address}/#/connect-four?start=${record.position.replace(" ", "_")}&lab=symmetry`);
        await page.waitForSelector(".record p:not(.quiet)");
        assert.ok((await page.textContent(".record")).includes(`Best move here ${record.best}`));
        const canonical = (await keys(page, "here"))[1];
        await page.click("[data-key=image-mirror]");
        const mirrored = String(8 - Number(record.best));
        await eventually(async () =>
            assert.ok((await page.textContent(".record")).includes(`Best move here ${mirrored}`)),
        );
        assert.equal((await keys(page, "here"))[1], canonical);
    }),
);

// ---- scenarios ----

const SCENARIOS = "/#/connect-four?moves=4435&lab=scenarios";

test(
    "all ten scenarios pass, each with its board, the moves found, and its log",
    page(SCENARIOS, async (page) => {
        await page.waitForSelector(".scenario");
        assert.equal(await page.locator(".scenario[data-number]").count(), 10);
        await page.click("#scenarios-run");
        await page.waitForFunction(
            () => document.querySelector("#lab-scenarios .progress").textContent === "10 of 10 passed",
        );
        const { items: all } = await server.ask("/scenarios");
        for (const { game, position, depth, answers } of all) {
            const row = page.locator(`[data-scenario="${[game, position, depth, answers.join(" ")].join("|")}"]`);
            const verdict = await row.locator(".verdict").textContent();
            assert.match(verdict, /^✓ found /);
            const found = /found ([^·]+) ·/.exec(verdict)[1].trim().split(", ");
            assert.ok(
                found.every((move) => answers.includes(move)),
                verdict,
            );
            await row.locator("svg.thumbnail").waitFor();
            await row.locator("summary").click();
            assert.match(await row.locator(".protocol").textContent(), /looking|window|leaf/);
        }
        assert.equal(await page.locator(".scenario .verdict").count(), 10);
        const men = await page.locator(".scenario[data-number='1']").first().locator("svg .man").count();
        assert.equal(men, 6, "the first one has six men on its board");
    }),
);

test(
    "the user's own scenario is created from the board, run, shared by its address, and deleted",
    page(SCENARIOS, async (page) => {
        await page.waitForSelector(".scenario");
        await page.click("#scenario-add");
        assert.match(await page.textContent("#lab-scenarios .problem"), /Which moves are right/);
        await page.fill("#scenario-answers", "9");
        await page.click("#scenario-add");
        assert.match(await page.textContent("#lab-scenarios .problem"), /“9” is not a legal move here/);
        await page.fill("#scenario-title", "What six plies see");
        await page.fill("#scenario-answers", "4");
        await page.fill("#scenario-depth", "6");
        await page.click("#scenario-add");
        const own = page.locator(".scenario:not([data-number])");
        await own.locator("[data-do=run]").click();
        await own.locator(".verdict").waitFor();
        assert.match(await own.locator(".verdict").textContent(), /^✓ found 4/);
        assert.match(await own.textContent(), /What six plies see.*Depth 6 \(plies\), right: 4/);
        await own.locator(".links button:has-text('Copy')").click();
        const link = await eventually(() => page.evaluate(() => navigator.clipboard.readText()));
        const position = await positionText(page);

        // Somebody else opens the link in a browser of their own.
        const other = await open(link.slice(server.address.length));
        const shared = other.locator(".scenario:not([data-number])");
        await shared.waitFor();
        assert.equal(await positionText(other), position);
        assert.equal(await other.getAttribute("#tab-lab", "aria-current"), "page");
        await shared.locator("[data-do=run]").click();
        await shared.locator(".verdict").waitFor();
        assert.match(await shared.textContent(), /What six plies see.*✓ found 4/);
        await other.reload();
        await shared.waitFor();
        assert.equal(await shared.count(), 1, "it is kept once");
        await shared.locator("[data-do=delete]").click();
        await eventually(async () => assert.equal(await shared.count(), 0));
        await other.reload();
        await other.waitForSelector(".scenario[data-number]");
        assert.equal(await shared.count(), 0);
        other.assertQuiet();
        await other.context().close();
    }),
);

test(
    "a search that sees too little fails a scenario, and says what it considered best",
    page("/#/connect-four?start=7/7/7/7/3O3/2XXO2_X&lab=scenarios&depth=6&answers=1_2_5", async (page) => {
        const own = page.locator(".scenario:not([data-number])");
        await own.locator("[data-do=run]").click();
        await own.locator(".verdict").waitFor();
        assert.match(await own.locator(".verdict").textContent(), /^✗ considered 4 best/);
        await page.waitForFunction(
            () => document.querySelector("#lab-scenarios .progress").textContent === "0 of 1 passed",
        );
    }),
);

test(
    "a shared address with nonsense explains itself",
    page("/", async (page) => {
        page.mayLoseConnection = true;
        await page.goto(`${server.address}/#/connect-four?start=7/7/7/7/3O3/2XXO2_X&lab=scenarios&depth=6&answers=99`);
        const own = page.locator(".scenario:not([data-number])");
        await own.locator("[data-do=run]").click();
        await own.locator(".problem").waitFor();
        assert.match(await own.locator(".problem").textContent(), /answers/);
    }),
);

test(
    "the parts of the Lab are reached by keyboard and by address, and remembered",
    page("/", async (page) => {
        await page.focus("#tab-lab");
        await page.keyboard.press("Enter");
        await page.focus("#tab-lab-compare");
        for (const part of ["tree", "playouts", "symmetry", "scenarios"]) {
            await page.keyboard.press("ArrowRight");
            assert.equal(await page.evaluate(() => document.activeElement.id), `tab-lab-${part}`);
            await page.waitForSelector(`#lab-${part} h2`);
        }
        await page.reload();
        await page.waitForSelector("#lab-scenarios h2");
        await page.click("#language");
        assert.equal(await page.textContent("#tab-lab"), "Labor");
        assert.equal(await page.textContent("#lab-scenarios h2"), "Teststellungen");
    }),
);

looks(
    "random games, symmetry, scenarios",
    "lab-scenarios",
    "/#/morris?moves=d6_f4_a4_d2&lab=playouts",
    async (page, check) => {
        await page.fill("#playouts-wanted", "50");
        await page.click("#playouts-run");
        await page.waitForSelector(".shares .confidence");
        await check("lab-playouts");
        await page.click("#tab-lab-symmetry");
        await page.waitForSelector("[data-image=here]");
        await check("lab-symmetry");
        await page.click("#tab-lab-scenarios");
        await page.waitForSelector("[data-number='5']");
        await page.click("#scenarios-run");
        await page.waitForFunction(() => document.querySelectorAll(".verdict").length === 10);
        await page.locator(".scenario summary").first().click();
    },
);
