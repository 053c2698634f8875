// A real server, a real browser, and pages that may neither complain nor ask anyone but the server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const PROGRAM = process.env.ZWICK ?? "../target/release/zwick";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const SCREENSHOTS = new URL("./screenshots/", import.meta.url).pathname;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const WIDE = { width: 1440, height: 960 };
export const PHONE = { width: 390, height: 844 };

/** A server with a data directory of its own, which outlives a restart. */
export class Server {
    #directory = mkdtempSync(join(tmpdir(), "zwick-e2e-"));
    #listen = "127.0.0.1:0";
    #process = null;
    #options;
    address = "";

    /** @param {string[]} options more words for the program */
    constructor(options = []) {
        this.#options = options;
    }

    async start() {
        const words = ["serve", "--listen", this.#listen, "--data-dir", this.#directory, ...this.#options];
        this.#process = spawn(PROGRAM, words, { stdio: ["ignore", "pipe", "inherit"] });
        for await (const line of createInterface({ input: this.#process.stdout })) {
            const found = /(http:\/\/([\d.]+:\d+))/.exec(line);
            if (!found) continue;
            [, this.address, this.#listen] = found;
            this.#process.stdout.resume();
            return;
        }
        throw new Error("the server ended before it told its address");
    }

    /** Ends the server without warning. */
    async kill() {
        const ended = once(this.#process, "exit");
        this.#process.kill("SIGKILL");
        await ended;
    }

    async stop() {
        const ended = once(this.#process, "exit");
        this.#process.kill("SIGTERM");
        await ended;
        rmSync(this.#directory, { recursive: true, force: true });
    }
}

// Nothing of the browser's own goes out: the page is all there is to talk.
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const openBrowser = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/**
 * A page of its own browser profile. What it complains about is collected; `assertQuiet` fails if there is anything.
 */
async function openPage(browser, server, path = "/", options = {}) {
    const context = await browser.newContext({ viewport: WIDE, locale: "en", colorScheme: "light", reducedMotion: "reduce", ...options });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.address });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const complaints = [];
    page.mayLoseConnection = false;
    page.on("pageerror", (error) => complaints.push(error.stack ?? error.message));
    page.on("console", (message) => {
        const isLoss = page.mayLoseConnection && /net::ERR|Failed to load resource/.test(message.text());
        if (["error", "warning"].includes(message.type()) && !isLoss) complaints.push(message.text());
    });
    page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.origin !== server.address && !["blob:", "data:"].includes(url.protocol)) complaints.push(`foreign request: ${request.url()}`);
    });
    page.assertQuiet = () => assert.deepEqual(complaints, []);
    await page.goto(server.address + path);
    await page.waitForSelector("#board :is(.column, .point)");
    return page;
}

/**
 * A server and a browser for all tests of a file. `page` makes a test of a page of its own, which must have been quiet to the end; `open`
 * opens further ones, of this server unless another is given.
 */
export function setUp() {
    const server = new Server();
    let browser;
    before(async () => {
        await server.start();
        browser = await openBrowser();
    });
    after(async () => {
        await browser?.close();
        await server.stop();
    });
    const open = (path, options, from = server) => openPage(browser, from, path, options);
    const page = (path, run, options) => async () => {
        const page = await open(path, options);
        await run(page);
        page.assertQuiet();
        await page.context().close();
    };
    return { server, open, page };
}

/** Fails on every violation of accessibility that axe-core finds in what is shown. */
export async function assertAccessible(page) {
    // In the page's own world of the debugger, so that the page's security policy stays as it is.
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document));
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
    assert.deepEqual(told, []);
}

export async function screenshot(page, name, options = {}) {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), ...options });
}

/** Waits until an assertion about the page holds. */
export async function eventually(check, milliseconds = 15_000) {
    const end = Date.now() + milliseconds;
    for (;;) {
        try {
            return await check();
        } catch (error) {
            if (Date.now() > end) throw error;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    }
}

/** The moves that the page lists as played. */
export const playedMoves = (page) => page.$$eval(".played .ply", (plies) => plies.map((ply) => ply.textContent.replace(/[?!]+$/, "")));

export const statusText = (page) => page.innerText("#status .status-words");

/** Waits until these moves and no others have been played. */
export const assertPlayed = (page, ...moves) => eventually(async () => assert.deepEqual(await playedMoves(page), moves));

/** Chooses who plays; by default two people. */
export async function setPlayers(page, first = "person", second = "person") {
    await page.click("#tab-play");
    await page.selectOption("#player-first", first);
    await page.selectOption("#player-second", second);
    await page.click("#tab-analyse");
}

/** Plays these columns by keyboard, each once the one before is there. */
export async function press(page, ...columns) {
    const before = await playedMoves(page);
    for (const [i, column] of columns.entries()) {
        await page.keyboard.press(column);
        await assertPlayed(page, ...before, ...columns.slice(0, i + 1));
    }
}
