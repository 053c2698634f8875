// The pictures of the README: each game, light and dark. `PICTURES=../docs/pictures ./run pictures.test.js` writes them
// anew.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setUp, WIDE } from "./harness.js";

const { page } = setUp();

const FOLDER = process.env.PICTURES ?? new URL("./screenshots/", import.meta.url).pathname;
const POSITIONS = {
    "connect-four": "/#/connect-four?moves=443654",
    morris: "/#/morris?moves=d6_f4_d2_b4_f6_b6_b2_f2_e4_a1",
};

for (const [name, address] of Object.entries(POSITIONS)) {
    for (const colorScheme of ["light", "dark"]) {
        test(
            `a picture of ${name}, ${colorScheme}`,
            page(
                address,
                async (page) => {
                    await page.waitForSelector(".badge");
                    await page.waitForSelector("#explain-card .fact");
                    mkdirSync(FOLDER, { recursive: true });
                    const picture = await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
                    assert.ok(picture.length < 250_000, `${picture.length} bytes`);
                },
                { viewport: WIDE, colorScheme },
            ),
        );
    }
}
