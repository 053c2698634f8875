// The pictures of the README and of docs/page.md: written to the folder in PICTURES, or with the other screenshots.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { unfold } from "./actions.js";
import { PHONE, setUp, WIDE } from "./harness.js";

const { page } = setUp();

const FOLDER = process.env.PICTURES ?? new URL("./screenshots/", import.meta.url).pathname;
const PROJECTOR = { width: 1280, height: 720 };
const MOST = 300_000;
const POSITIONS = {
    "connect-four": "/#/connect-four?moves=443654",
    "morris": "/#/morris?moves=d6_f4_d2_b4_f6_b6_b2_f2_e4_a1",
};

async function take(page, name) {
    mkdirSync(FOLDER, { recursive: true });
    const picture = await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    assert.ok(picture.length < MOST, `${picture.length} bytes`);
}

for (const [name, address] of Object.entries(POSITIONS)) {
    for (const colorScheme of ["light", "dark"]) {
        test(
            `a picture of ${name}, ${colorScheme}`,
            page(
                address,
                async (page) => {
                    await page.waitForSelector(".badge");
                    await page.waitForSelector("#explain-card .why.best");
                    await unfold(page, "#explain-card .why.best");
                    await take(page, `${name}-${colorScheme}`);
                },
                { viewport: WIDE, colorScheme },
            ),
        );
    }
}

/** What is done before each picture of the area Play, and what it is then waited for. */
const PLAYED = {
    "play": { path: "/", viewport: PROJECTOR, show: (page) => page.waitForSelector(".opponent") },
    "play-phone": {
        path: "/#/morris",
        viewport: PHONE,
        colorScheme: "dark",
        locale: "de",
        show: (page) => page.waitForSelector(".opponent"),
    },
    "mill": {
        path: "/#/morris?start=WW5B/2W5/B5BB_W_0_0&area=play",
        viewport: PROJECTOR,
        show: async (page) => {
            await page.click("[data-point=f6]");
            await page.click("[data-point=g7]");
            await page.click("#control-hint");
            await page.waitForSelector(".mill-band", { state: "attached" });
            await page.waitForSelector("#hint-card .row");
        },
    },
    "after": {
        path: "/#/connect-four?moves=425655446426522234&area=play",
        viewport: PROJECTOR,
        show: async (page) => {
            await page.click(".column[data-move='3']");
            await page.waitForSelector("#after-card .percent");
        },
    },
};

for (const [name, { path, show, ...options }] of Object.entries(PLAYED)) {
    test(
        `a picture of ${name}`,
        page(
            path,
            async (page) => {
                await show(page);
                await take(page, name);
            },
            options,
        ),
    );
}
