// How fast the page is there on a slow line, from an empty cache and again: what is fetched is compared with what it may
// be, and the times are told.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { PHONE, setUp } from "./harness.js";

const { server, context: newContext } = setUp();

/** Lines by the time to the server and back, in milliseconds, and the bytes that come in a second. */
const LINES = {
    "slow 4G": { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
    "400 ms": { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 },
};
/** The most that a reload may fetch: it asks for little more than the document. */
const AGAIN = { requests: 10, bytes: 20_000 };
/**
 * What is looked at: where somebody plays, and where somebody studies a position with its values; the most that
 * each may fetch, and that may move while it appears: the browser's layout shift. In Study values come after the board, in two or three
 * lines of text.
 */
const VIEWS = {
    play: {
        path: "/",
        isThere: "#board .column:not([aria-disabled=true])",
        first: { requests: 25, bytes: 100_000 },
        shiftMost: 0.02,
    },
    study: {
        path: "/#/connect-four?moves=4444",
        isThere: "#board .badge.best",
        first: { requests: 25, bytes: 110_000 },
        shiftMost: 0.04,
    },
};

/** @type {Record<string, Record<string, string | number>>} */
const told = {};
after(() => console.table(told));

/** Notes in the page what moves, and when the board is there; in a script that no policy forbids, because it comes first. */
function watch(selector) {
    window.shift = 0;
    window.moved = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            window.shift += entry.value;
            window.moved.push(...entry.sources.map(({ node }) => `${node?.id || node?.className || node?.nodeName}`));
        }
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
        if (document.querySelector(selector)) window.there ??= performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}

/** Loads the page and says what that took. */
async function load(page, session, name, open, isThere, most, shiftMost) {
    const fetched = new Map();
    const cached = new Set();
    const listeners = {
        // From the cache nothing comes over the line.
        "Network.requestServedFromCache": ({ requestId }) => cached.add(requestId),
        "Network.responseReceived": ({ requestId, response }) => {
            const { url, fromDiskCache, encodedDataLength: bytes } = response;
            if (!fromDiskCache && !cached.has(requestId)) fetched.set(requestId, { url, bytes });
        },
        // Streams go on and on.
        "Network.dataReceived": ({ requestId, encodedDataLength }) => {
            const one = fetched.get(requestId);
            if (one) one.bytes += encodedDataLength;
        },
        "Network.loadingFinished": ({ requestId, encodedDataLength }) => {
            const one = fetched.get(requestId);
            if (one) one.bytes = encodedDataLength;
        },
    };
    for (const [event, listener] of Object.entries(listeners)) session.on(event, listener);
    await open();
    await page.waitForSelector(isThere);
    await page.waitForFunction(() => window.there !== undefined);
    // What follows belongs to the view too.
    await page.waitForLoadState("networkidle");
    for (const [event, listener] of Object.entries(listeners)) session.off(event, listener);
    const { there, shift, moved } = await page.evaluate(() => ({ ...window, there: window.there }));
    const own = [...fetched.values()].filter(({ url }) => url.startsWith(server.address));
    const bytes = own.reduce((sum, one) => sum + one.bytes, 0);
    told[name] = {
        "requests": own.length,
        "kB": Number((bytes / 1000).toFixed(1)),
        "layout shift": Number(shift.toFixed(4)),
        "board after s": Number((there / 1000).toFixed(2)),
    };
    const list = own.map(({ url, bytes }) => `${bytes} ${url.slice(server.address.length)}`).join("\n");
    assert.ok(own.length <= most.requests, `${name}: ${own.length} requests\n${list}`);
    assert.ok(bytes <= most.bytes, `${name}: ${bytes} bytes\n${list}`);
    assert.ok(shift <= shiftMost, `${name}: layout shift ${shift} of ${moved.join(", ")}`);
}

for (const [line, conditions] of Object.entries(LINES)) {
    for (const [view, { path, isThere, first, shiftMost }] of Object.entries(VIEWS)) {
        for (const [device, options] of Object.entries({ desktop: {}, phone: { viewport: PHONE, locale: "de" } })) {
            test(`${view} on a ${line} line, ${device}`, async () => {
                const context = await newContext(options);
                const page = await context.newPage();
                const session = await context.newCDPSession(page);
                await session.send("Network.enable");
                await session.send("Network.emulateNetworkConditions", { offline: false, ...conditions });
                await page.addInitScript(watch, isThere);
                const name = `${view}, ${device}, ${line}`;
                await load(page, session, name, () => page.goto(server.address + path), isThere, first, shiftMost);
                await load(page, session, `${name}, again`, () => page.reload(), isThere, AGAIN, shiftMost);
                await context.close();
            });
        }
    }
}
