// The page on small phones, whatever font the machine has: a narrow and a wide one are made of the one that is there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromMenu, openPlay } from "./actions.js";
import { assertFits, PHONE, screenshot, setUp } from "./harness.js";

const { page } = setUp();

const WIDTHS = [320, 375, 390];
/**
 * How much further apart the letters are: by about as much as Inter and Verdana are wider than Arial, and less than a
 * condensed font.
 */
const FONTS = { narrow: "-0.04em", wide: "0.08em" };

/** Sets every word of the page narrower or wider. */
const setFont = (page, spacing) =>
    page.evaluate((spacing) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`* { letter-spacing: ${spacing} !important }`);
        document.adoptedStyleSheets = [sheet];
    }, spacing);

/** Looks at what is shown on each of the phones. */
async function assertFitsAll(page, name) {
    for (const width of WIDTHS) {
        await page.setViewportSize({ ...PHONE, width });
        await assertFits(page, `${name} at ${width} px`);
    }
}

for (const [font, spacing] of Object.entries(FONTS)) {
    for (const locale of ["en", "de"]) {
        const options = { locale, viewport: PHONE };
        const visit = async (page) => {
            await page.waitForSelector(".badge.best");
            await setFont(page, spacing);
        };

        test(
            `${font}, ${locale}: every area fits, and every window`,
            page(
                "/#/connect-four?moves=44353",
                async (page) => {
                    await visit(page);
                    await page.waitForSelector("#explain-card .why.best");
                    await assertFitsAll(page, "study");
                    await screenshot(page, `font-${font}-${locale}`, { fullPage: true });
                    for (const opener of ["#help", "[data-key=import]", "[data-key=export]", "[data-key=edit]"]) {
                        if (opener === "#help") await fromMenu(page, opener);
                        else await page.click(opener);
                        await page.waitForSelector("dialog[open]");
                        await assertFitsAll(page, opener);
                        await page.keyboard.press("Escape");
                        await page.waitForSelector("dialog", { state: "detached" });
                    }
                    for (const [area, parts] of Object.entries({
                        lab: ["compare", "tree", "playouts", "symmetry", "scenarios"],
                        databases: ["positions", "search", "tables"],
                    })) {
                        await fromMenu(page, `#tab-${area}`);
                        for (const part of parts) {
                            await page.click(`#tab-${area}-${part}`);
                            await page.waitForSelector(`[aria-labelledby=tab-${area}-${part}] h2`);
                            await assertFitsAll(page, `${area}, ${part}`);
                        }
                    }
                    await openPlay(page);
                    await assertFitsAll(page, "play");
                    await page.click("[data-key=invite]");
                    await page.waitForSelector("#guest-link");
                    await assertFitsAll(page, "by link");
                },
                options,
            ),
        );

        test(
            `${font}, ${locale}: morris fits too`,
            page(
                "/#/morris?moves=d6_f4_a4_d2",
                async (page) => {
                    await visit(page);
                    for (const area of ["study", "play"]) {
                        await page.click(`#tab-${area}`);
                        await assertFitsAll(page, area);
                    }
                    assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 1, "the font stayed");
                },
                options,
            ),
        );
    }
}
