// The databases: loaded data, filling and clearing, searching, tables of morris built while the page is used, and
// who may do it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fromMenu } from "./actions.js";
import { AT_ONCE, assertPlies, assertReads, assertStatus, eventually, playedMoves, statusText } from "./expect.js";
import { assertAccessible, assertFits, PHONE, Server, screenshot, setUp } from "./harness.js";

const { server, open, page } = setUp();

const KNOWN = readFileSync(new URL("../docs/morris-tables.csv", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").map(Number));

const counted = async (game) =>
    (await server.ask("/databases")).store.phases
        .filter((phase) => phase.game === game)
        .reduce((sum, phase) => sum + phase.positions, 0);

/** Opens the area and one of its parts. */
async function openPart(page, part) {
    await fromMenu(page, "#tab-databases");
    await page.click(`#tab-databases-${part}`);
    await page.waitForSelector("#stock-card dl", { state: "attached" });
}

/** Opens the part about positions; returns how many of this game are stored. */
async function openPositions(page, game) {
    await openPart(page, "positions");
    return counted(game);
}

/** Takes the only job, which has ended, off the list. */
async function forgetJob(page) {
    await page.click("[data-key^=forget-]");
    await page.waitForSelector("#jobs-card", { state: "hidden" });
}

const number = (text) => Number(text.replace(/[.,\u2009\u202f\u00a0]/g, ""));
const total = async (page) => Number(await page.getAttribute("#phases-card .total", "data-count"));

/** The rows of a table behind a chart, as numbers; the sums last. */
async function figures(page, card) {
    if (!(await page.locator(`#${card} details[open]`).count())) await page.click(`#${card} summary`);
    return page.$$eval(`#${card} .figures :is(tbody, tfoot) tr`, (rows) =>
        rows.map((row) => [...row.cells].map((cell) => cell.textContent)),
    );
}

async function beginSeed(page, { from, to, count, depth }) {
    await page.click("[data-key=fill-seed]");
    await page.fill("#seed-from", String(from));
    await page.fill("#seed-to", String(to));
    await page.fill("#seed-count", String(count));
    await page.fill("#fill-setting-depth", String(depth));
    await page.press("#fill-setting-depth", "Tab");
    await page.click("[data-key=fill-begin]");
}

test(
    "the loaded data is shown as the server reports it",
    page("/", async (page) => {
        await openPart(page, "positions");
        const { store, books, tables } = await server.ask("/databases");
        const text = await page.innerText("#stock-card");
        assert.ok(text.includes(`${store.kind} · ${store.place}`));
        assert.ok(text.includes(`${books[0].positions.toLocaleString("en")} positions, up to ${books[0].plies} plies`));
        assert.ok(text.includes("built in"));
        assert.ok(text.includes(tables.folder));
    }),
);

test(
    "seeding twenty positions makes the counts grow by twenty, and the table adds up",
    page("/", async (page) => {
        const before = await openPositions(page, "connect-four");
        assert.equal(await total(page), before);
        await beginSeed(page, { from: 16, to: 17, count: 10, depth: 3 });
        await page.waitForSelector(".job[data-state=done]");
        await eventually(async () => assert.equal(await total(page), before + 20));
        assert.match(
            await page.innerText(".job-figures"),
            /^20 of 20 positions · took .* · 20 positions saved · alpha-beta · depth=3$/,
        );
        const rows = await figures(page, "phases-card");
        const sums = rows.pop();
        assert.deepEqual(
            sums.slice(1).map(number),
            [1, 2, 3].map((i) => rows.reduce((sum, row) => sum + number(row[i]), 0)),
        );
        assert.equal(number(sums[1]), before + 20);
        assert.deepEqual(
            rows.map((row) => row[0]),
            (await server.ask("/databases")).store.phases.map(({ phase }) => `${phase.from}–${phase.to} moves played`),
        );
        await screenshot(page, "databases-seeded");
        await forgetJob(page);
    }),
);

test(
    "a job that is done before its start is acknowledged is shown as done",
    page("/", async (page) => {
        // The answer comes late, as from a busy server; the stream has already reported the end.
        await page.route("**/api/v1/jobs", async (route) => {
            const response = await route.fetch();
            await page.waitForSelector(".job[data-state=done]");
            await route.fulfill({ response });
        });
        const before = await openPositions(page, "connect-four");
        const answered = page.waitForResponse("**/api/v1/jobs");
        await beginSeed(page, { from: 15, to: 15, count: 10, depth: 2 });
        await (await answered).finished();
        await eventually(async () => assert.equal(await total(page), before + 10));
        assert.equal(await page.locator(".job[data-state=done]").count(), 1);
        await forgetJob(page);
    }),
);

test(
    "random continuations of the position on the board are computed and stored",
    page("/#/morris?moves=d6_f4_d2", async (page) => {
        const before = await openPositions(page, "morris");
        await page.selectOption("#fill-start", "board");
        assert.match(await page.innerText(".fill-board"), /Nine Men’s Morris\. Black to move/);
        assert.equal(await page.locator("#fill-game").count(), 0, "the game is that of the board");
        await beginSeed(page, { from: 0, to: 1, count: 5, depth: 2 });
        await page.waitForSelector(".job[data-state=done]");
        assert.match(await page.innerText(".job-head"), /0–1 moves from 8\/1W1B1W2\/8 B 7 8/);
        await eventually(async () => assert.equal(await counted("morris"), before + 6));
        // The position itself, and positions one move later.
        const { items } = await server.ask("/databases/positions?game=morris&limit=100");
        const men = items.map(({ position }) => position.split(" ")[0].replaceAll(/[^WB]/g, "").length);
        assert.ok(men.filter((count) => count === 3).length === 1 && men.every((count) => count >= 3), String(men));
        await page.click("[data-key^=forget-]");
        await page.click("#language");
        assert.equal(await page.locator("#fill-start option:checked").textContent(), "Die Stellung auf dem Brett");
        await page.click("#tab-study");
        await eventually(async () => assert.equal(await page.innerText("[data-fact=stored] dd"), String(before + 6)));
    }),
);

test(
    "games of a player against random play and itself are played and saved",
    page("/", async (page) => {
        await openPart(page, "positions");
        const { store } = await server.ask("/databases");
        await page.click("[data-key=fill-self-play]");
        await page.fill("#self-play-games", "2");
        await page.selectOption("#fill-player", "alpha-beta");
        await page.fill("#fill-setting-depth", "2");
        await page.press("#fill-setting-depth", "Tab");
        assert.match(await page.innerText("#fill-card"), /6 games in total/);
        await page.click("[data-key=fill-begin]");
        await page.waitForSelector(".job[data-state=done]");
        assert.match(await page.innerText(".job-figures"), /^6 of 6 games/);
        assert.equal((await server.ask("/databases")).store.games, store.games + 6);
        await eventually(async () =>
            assert.ok((await page.innerText("#stock-card")).includes(`games: ${store.games + 6}`)),
        );
        await page.click("[data-key^=forget-]");
    }),
);

test(
    "a position is found: its record, and the games in which it occurred",
    page("/#/connect-four?moves=44", async (page) => {
        await page.keyboard.press("3");
        await assertPlies(page, 3);
        await openPart(page, "search");
        await page.click("[data-key=search-board]");
        await page.waitForSelector("#search-card .found-games li");
        const { items: listed } = await server.ask(`/games?game=connect-four&position=${encodeURIComponent("443")}`);
        assert.equal(await page.locator("#search-card .found-games li").count(), listed.length);
        assert.match(
            await page.innerText("#search-card .found"),
            new RegExp(`Games with this position: ${listed.length}`),
        );
        // The first record of the list goes on the board, and is found from there.
        const value = await page.innerText("#entries-card li:first-child .value");
        const position = await page.innerText("#entries-card li:first-child .position");
        await page.click("#entries-card li:first-child .position");
        await eventually(async () => assert.equal(await page.inputValue("#position-text"), position));
        await page.click("[data-key=search-board]");
        await eventually(async () => assert.equal(await page.innerText("#search-card .record .value"), value));
        assert.equal(await page.inputValue("#search-position"), position);
    }),
);

test(
    "a typed position is searched, and nonsense is explained",
    page("/", async (page) => {
        page.mayLoseConnection = true;
        await openPart(page, "search");
        await page.fill("#search-position", "4435");
        await page.keyboard.press("Enter");
        await eventually(async () =>
            assert.equal(await page.innerText("#search-card .position"), "7/7/7/7/3O3/2XXO2 X"),
        );
        await page.fill("#search-position", "4 9");
        await page.keyboard.press("Enter");
        await assertReads(page, "#search-card .problem", /expected one of 1 2 3 4 5 6 7, found 9/);
        assert.equal(await page.locator("#search-card .found .position").count(), 0);
    }),
);

test(
    "all records can be browsed, and are exported as CSV and as JSON lines",
    page("/", async (page) => {
        await openPart(page, "search");
        const all = await counted("connect-four");
        const seen = new Set();
        for (;;) {
            await eventually(async () =>
                assert.match(
                    await page.innerText("#entries-card .card-head"),
                    new RegExp(`${(seen.size + 1).toLocaleString("en")} to`),
                ),
            );
            for (const key of await page.$$eval("#entries-card li", (items) => items.map((item) => item.dataset.entry)))
                seen.add(key);
            if (await page.getAttribute("[data-key=browse-next]", "aria-disabled")) break;
            await page.click("[data-key=browse-next]");
        }
        assert.equal(seen.size, all);
        await page.click("#tab-databases-positions");
        await page.selectOption("#transfer-game", "connect-four");
        for (const [format, lines] of [
            ["csv", all + 1],
            ["jsonl", all],
        ]) {
            const [download] = await Promise.all([
                page.waitForEvent("download"),
                page.click(`[data-key=export-${format}]`),
            ]);
            const text = readFileSync(await download.path(), "utf8");
            assert.equal(text.trim().split("\n").length, lines);
        }
    }),
);

test(
    "files of the older programs are imported and exported as they were; a damaged line is named and nothing is imported",
    page("/", async (page) => {
        const before = await openPositions(page, "connect-four");
        // O has three men in the first column and X in the last: V1 wins in column 0. And the same mirrored.
        const lines = ["7:30786325577728, 0, 12", "30786325577728:7, 6, 12"];
        const choose = async (name, text) => {
            await page.click("[data-key=import-positions]");
            await page.setInputFiles("#import-files", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
            await page.click("[data-key=import-do]");
        };
        page.mayLoseConnection = true; // the browser complains of the refusal
        await choose("data.txt", `${lines.join("\n")}\n7:8, 0, 12\n`);
        await eventually(async () =>
            assert.match(
                await page.innerText("dialog .problem"),
                /^data.txt, line 3, boards: expected a possible position/,
            ),
        );
        assert.equal(await counted("connect-four"), before);
        page.mayLoseConnection = false;
        await page.keyboard.press("Escape");
        await choose("data.txt", lines.join("\n"));
        await eventually(async () => assert.equal(await page.locator("#import-files").count(), 0));
        await eventually(async () => assert.equal(await counted("connect-four"), before + 1));
        await page.selectOption("#transfer-game", "connect-four");
        assert.equal(await page.locator("[data-key=export-v3]").count(), 0);
        const saved = async (key) => {
            const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-key="${key}"]`)]);
            return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
        };
        const data = await saved("export-v1");
        assert.equal(data.name, "data.txt");
        for (const line of lines) assert.ok(data.text.split("\n").includes(line), data.text);
        await page.click("[data-key=export-v2]");
        const table = await saved("export-01_table_4_6.txt");
        assert.equal(table.name, "01_table_4_6.txt");
        // The win is worth all of V2's two hundred random games.
        assert.match(table.text, /^\d+ [17] 200 1$/m);
        await assertAccessible(page);
    }),
);

/** Clicks a button of the only job; returns the milliseconds until the page shows it in this state. */
const clickUntil = (page, what, state) =>
    page.evaluate(
        ([what, state]) =>
            new Promise((resolve) => {
                const begun = performance.now();
                const look = () =>
                    document.querySelector(`.job[data-state=${state}]`) && resolve(performance.now() - begun);
                new MutationObserver(look).observe(document.getElementById("jobs-card"), {
                    subtree: true,
                    childList: true,
                    attributes: true,
                });
                document.querySelector(`[data-key^=${what}-]`).click();
            }),
        [what, state],
    );

test(
    "a job is shown again after a reload, stops immediately, and stays stopped",
    page("/", async (page) => {
        await openPart(page, "positions");
        await beginSeed(page, { from: 12, to: 12, count: 100_000, depth: 8 });
        await page.waitForSelector(".job[data-state=running]");
        await page.reload();
        await page.waitForSelector(".job[data-state=running]");
        await eventually(async () =>
            assert.match(
                await page.innerText(".job-figures"),
                /of 100,000 positions · [\d,.]+ positions per second · about .+ left/,
            ),
        );
        const milliseconds = await clickUntil(page, "stop", "stopped");
        assert.ok(milliseconds < AT_ONCE, `stopped after ${milliseconds} ms`);
        const [{ done }] = (await server.ask("/jobs")).items;
        await page.reload();
        await page.waitForSelector(".job[data-state=stopped]");
        assert.match(
            await page.innerText(".job-figures"),
            new RegExp(`^${done.toLocaleString("en")} of 100,000 positions`),
        );
        await forgetJob(page);
    }),
);

test(
    "a stopped job resumes where it was, to its end",
    page("/", async (page) => {
        const before = await openPositions(page, "connect-four");
        await beginSeed(page, { from: 13, to: 13, count: 600, depth: 10 });
        await page.waitForSelector(".job[data-state=running]");
        await clickUntil(page, "stop", "stopped");
        const [{ done }] = (await server.ask("/jobs")).items;
        assert.ok(done < 600);
        await page.click("[data-key^=resume-]");
        await page.waitForSelector(".job[data-state=done]");
        assert.match(await page.innerText(".job-figures"), /^600 of 600 positions/);
        assert.equal(await counted("connect-four"), before + 600);
        await eventually(async () => assert.equal(await total(page), before + 600));
        await forgetJob(page);
    }),
);

test(
    "tables with seven men are built while the page is used, with the known counts",
    page("/#/morris", async (page) => {
        await openPart(page, "tables");
        const wanted = KNOWN.filter(([own, other]) => own + other <= 7);
        await page.selectOption("#tables-men", "7");
        const needs = await server.ask("/databases/needs?game=morris&men=7");
        await eventually(async () =>
            assert.equal(await page.getAttribute("#tables-card .needs", "data-count"), String(needs.positions)),
        );
        assert.match(
            await page.innerText("#tables-card .needs"),
            /Disk\s+[\d.]+ [kM]B\s+Memory\s+[\d.]+ MB\s+CPU time/,
        );
        await page.click("[data-key=tables-build]");
        await page.waitForSelector(".job");
        // The page answers while the server works.
        await page.click("[data-point=d6]");
        await eventually(async () => assert.ok((await playedMoves(page)).length >= 1));
        await page.waitForSelector(".job[data-state=done]");
        await eventually(async () => assert.equal((await figures(page, "material-card")).length, wanted.length + 1));
        const rows = await figures(page, "material-card");
        const sums = rows.pop();
        assert.deepEqual(
            rows.map((row) => [row[0], ...row.slice(1, 6).map(number)]),
            wanted.map(([own, other, positions, wins, draws, losses, longest]) => [
                `${own}–${other}`,
                positions,
                wins,
                draws,
                losses,
                Math.ceil(longest / 2),
            ]),
        );
        assert.deepEqual(
            sums.slice(1, 5).map(number),
            [2, 3, 4, 5].map((i) => wanted.reduce((sum, row) => sum + row[i], 0)),
        );
        for (const row of rows) assert.equal(number(row[2]) + number(row[3]) + number(row[4]), number(row[1]));
        await eventually(async () => assert.equal(await page.getAttribute("#tables-card .needs", "data-count"), "0"));
        await screenshot(page, "databases-tables", { fullPage: true });
    }),
);

test(
    "the longest win of three men against four is played to its end by perfect players",
    page("/#/morris", async (page) => {
        await openPart(page, "tables");
        const [, , , , , , plies] = KNOWN.find(([own, other]) => own === 3 && other === 4);
        assert.equal(
            await page.innerText("#longest-card li:first-child .value"),
            `▲ wins in ${Math.ceil(plies / 2)} moves`,
        );
        await page.click("[data-key=longest-show-3-4]");
        await eventually(async () =>
            assert.match(await statusText(page), new RegExp(`to move ▲ wins in ${Math.ceil(plies / 2)} moves`)),
        );
        await page.keyboard.press("Space");
        await eventually(async () =>
            assert.match(await statusText(page), new RegExp(`to move ▼ loses in ${Math.floor(plies / 2)} moves`)),
        );
        await page.click("[data-key=longest-play-3-4]");
        await assertStatus(page, /wins: (White|Black) has only two men left/);
        assert.equal((await playedMoves(page)).length, plies);
    }),
);

test(
    "clearing asks first, says how much is lost, and can be cancelled",
    page("/", async (page) => {
        const all = await openPositions(page, "connect-four");
        assert.ok(all > 0);
        await page.selectOption("#transfer-game", "connect-four");
        await page.click("[data-key=empty]");
        assert.match(
            await page.innerText("dialog"),
            new RegExp(`${all.toLocaleString("en")} evaluated positions of Connect Four will be lost`),
        );
        await page.keyboard.press("Enter");
        await page.waitForSelector("dialog", { state: "detached" });
        assert.equal(await counted("connect-four"), all, "the first button is the harmless one");
        await page.click("[data-key=empty]");
        await page.click("[data-key=empty-confirm]");
        await eventually(async () =>
            assert.equal(await page.innerText("#notices"), `${all.toLocaleString("en")} positions deleted.`),
        );
        assert.equal(await counted("connect-four"), 0);
        await eventually(async () => assert.equal(await total(page), 0));
    }),
);

for (const [size, options] of Object.entries({
    wide: {},
    "phone-german-dark": { viewport: PHONE, locale: "de", colorScheme: "dark" },
})) {
    test(
        `${size}: every part is accessible and nothing is wider than the screen`,
        page(
            "/#/connect-four?moves=44353",
            async (page) => {
                for (const part of ["positions", "search", "tables"]) {
                    await openPart(page, part);
                    await page.waitForSelector(part === "tables" ? "#material-card .bar-row" : "#stock-card dl", {
                        state: "attached",
                    });
                    await assertAccessible(page);
                    await assertFits(page);
                    await screenshot(page, `databases-${size}-${part}`, { fullPage: true });
                }
            },
            options,
        ),
    );
}

test(
    "a position is searched by keyboard alone",
    page("/#/connect-four?moves=44", async (page) => {
        await page.focus("#menu");
        await page.keyboard.press("Enter");
        const focused = () =>
            page.evaluate(() => document.activeElement?.getAttribute("data-key") ?? document.activeElement?.id);
        const tabTo = async (isThere, most) => {
            for (let presses = 0; presses < most && !isThere(await focused()); presses += 1)
                await page.keyboard.press("Tab");
        };
        await tabTo((id) => id === "tab-databases", 12);
        await page.keyboard.press("Enter");
        assert.equal(await page.getAttribute("#tab-databases", "aria-current"), "page");
        await tabTo((id) => id.startsWith("tab-databases-"), 30);
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowRight");
        assert.equal(await focused(), "tab-databases-search");
        for (let presses = 0; presses < 6 && (await focused()) !== "search-board"; presses += 1)
            await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.waitForSelector("#search-card .found .position");
    }),
);

/** Runs a test with a page of a server that was started with these options. */
async function withServer(options, run) {
    const guarded = new Server(options);
    await guarded.start();
    try {
        const page = await open("/", {}, guarded);
        await run(page);
        page.assertQuiet();
        await page.context().close();
    } finally {
        await guarded.stop();
    }
}

test("a server with a secret asks for it once, and again if it was wrong", () =>
    withServer(["--operator", "open sesame"], async (page) => {
        page.mayLoseConnection = true;
        await openPart(page, "positions");
        await beginSeed(page, { from: 16, to: 16, count: 5, depth: 2 });
        await page.fill("#operator-secret", "nonsense");
        await page.keyboard.press("Enter");
        await eventually(async () => assert.equal(await page.innerText("dialog .problem"), "Wrong secret."));
        await page.fill("#operator-secret", "open sesame");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".job[data-state=done]");
        await page.reload();
        await page.waitForSelector(".job[data-state=done]");
        await forgetJob(page);
        assert.equal(await page.locator("dialog").count(), 0);
    }));

test(
    "where nobody may change anything, the page says so and still shows everything",
    page("/", async (page) => {
        // A server is closed when others than this machine can reach it, which a test does not want.
        await page.route("**/api/v1/databases", async (route) => {
            const response = await route.fetch();
            await route.fulfill({ response, json: { ...(await response.json()), operator: "closed" } });
        });
        await openPart(page, "positions");
        await page.waitForSelector(".closed:visible");
        assert.match(await page.innerText(".closed"), /^Only the operator of this server/);
        for (const key of ["fill-begin", "empty"]) assert.equal(await page.isDisabled(`[data-key=${key}]`), true);
        assert.match(await page.innerText("#stock-card"), /built in/);
        await page.click("#tab-databases-tables");
        assert.equal(await page.isDisabled("[data-key=tables-build]"), true);
    }),
);
