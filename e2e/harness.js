// A real server, a real browser, and pages that may neither log errors nor contact anyone but the server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { PATIENCE } from "./expect.js";

const PROGRAM = process.env.ZWICK ?? "../target/release/zwick";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const SCREENSHOTS = new URL("./screenshots/", import.meta.url).pathname;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const WIDE = { width: 1440, height: 960 };
export const PHONE = { width: 390, height: 844 };
/** Each colour scheme, size and language in some look. */
const LOOKS = {
    "light, wide": {},
    "dark, phone, German": { colorScheme: "dark", viewport: PHONE, locale: "de" },
    "light, narrow": { viewport: { width: 320, height: 640 } },
};

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

    /**
     * The answer of the server's API. A body is posted as JSON.
     * @param {string} path
     * @param {object} [body]
     * @param {string} [token] of a side
     */
    async ask(path, body, token) {
        const posted = body && {
            method: "POST",
            headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
            body: JSON.stringify(body),
        };
        return (await fetch(`${this.address}/api/v1${path}`, posted)).json();
    }

    /** Kills the server. */
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
const FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

const openBrowser = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/**
 * A page of its own browser profile. Its errors are collected; `assertQuiet` fails if there are any.
 */
async function openPage(browser, server, path = "/", options = {}) {
    const context = await browser.newContext({
        viewport: WIDE,
        locale: "en",
        colorScheme: "light",
        reducedMotion: "reduce",
        ...options,
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.address });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const complaints = [];
    page.mayLoseConnection = false;
    page.on("pageerror", (error) => complaints.push(error.stack ?? error.message));
    page.on("console", (message) => {
        const isLoss = page.mayLoseConnection && /net::ERR|Failed to load resource/.test(message.text());
        if (["error", "warning"].includes(message.type()) && !isLoss) complaints.push(message.text());
    });
    page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.origin !== server.address && !["blob:", "data:"].includes(url.protocol))
            complaints.push(`foreign request: ${request.url()}`);
    });
    page.assertQuiet = () => assert.deepEqual(complaints, []);
    await page.goto(server.address + path);
    await page.waitForSelector("#board :is(.column, .point)");
    return page;
}

/**
 * A server and a browser for all tests of a file. `page` makes a test of a page of its own, which must have been quiet
 * to the end; `open` opens further ones, of this server unless another is given. `looks` tests in every look that what
 * `show` brings up is accessible and fits; `show` may check several parts, each under a name of its own.
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
    const looks = (title, name, path, show) => {
        for (const [look, options] of Object.entries(LOOKS)) {
            const run = async (page) => {
                const check = async (name) => {
                    await assertAccessible(page);
                    await page.evaluate(() => scrollTo(0, 0));
                    await screenshot(page, `${name}-${look.replaceAll(", ", "-")}`, { fullPage: true });
                    await assertFits(page, name);
                };
                await show(page, check);
                await check(name);
            };
            test(`${title}, ${look}: accessible, and nothing is wider than the screen`, page(path, run, options));
        }
    };
    return { server, open, page, looks };
}

/** Fails on every violation of accessibility that axe-core finds in what is shown. */
export async function assertAccessible(page) {
    // In an isolated world of the debugger, so the page's security policy applies unchanged.
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document));
    const told = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
    );
    assert.deepEqual(told, []);
}

/**
 * Fails if the page, a window over it or one of their parts is wider than the screen. What has a scroll bar of its own
 * may be.
 */
export async function assertFits(page, name = "") {
    const tooWide = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const scrollers = ".scroller, .wide-table, .for-readers, svg";
        const isBeyond = (element) =>
            element.checkVisibility() &&
            element.getBoundingClientRect().right > clientWidth + 1 &&
            !element.closest(scrollers);
        const isCut = (element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1;
        const nameOf = (element) => element.id || element.className || element.tagName;
        const beyond = [...document.querySelectorAll("body *")].filter(
            (element) => element instanceof HTMLElement && isBeyond(element),
        );
        const cut = [
            ...document.querySelectorAll(
                ".card, .controls, .status, .start, .scoreboard, .tabs, table, dialog, .dialog-body, .button",
            ),
        ].filter((element) => isCut(element) && !element.closest(scrollers));
        return { page: Math.max(0, scrollWidth - clientWidth), beyond: beyond.map(nameOf), cut: cut.map(nameOf) };
    });
    assert.deepEqual(tooWide, { page: 0, beyond: [], cut: [] }, name);
}

export async function screenshot(page, name, options = {}) {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), ...options });
}
