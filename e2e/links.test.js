// Links that do not work, refusals and lost connections: in the reader's language, and with a way on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importText, setPlayers } from "./actions.js";
import { assertPlayed, assertPlies, assertReads, assertStatus, eventually, playedMoves, statusText } from "./expect.js";
import { setUp } from "./harness.js";

const { page, server } = setUp();

const BAD = {
    "#/chess": { en: /names a game that does not exist here/, de: /nennt ein Spiel, das es hier nicht gibt/ },
    "#/game/99999": { en: /This game no longer exists/, de: /Dieses Spiel gibt es nicht mehr/ },
    "#/connect-four?moves=99": { en: /“9” is not a possible move/, de: /„9“ ist hier kein möglicher Zug/ },
    "#%E0%A4%A": { en: /names a game that does not exist here/, de: /nennt ein Spiel, das es hier nicht gibt/ },
    "#/morris?start=nonsense": { en: /This link does not work/, de: /Dieser Link funktioniert nicht/ },
};

for (const locale of ["en", "de"]) {
    for (const [hash, words] of Object.entries(BAD)) {
        test(
            `${hash} leads to a board with a sentence and a way on (${locale})`,
            page(
                "/",
                async (page) => {
                    page.mayLoseConnection = true;
                    await page.goto("about:blank");
                    await page.goto(`${server.address}/${hash}`);
                    await eventually(async () => assert.match(await page.innerText("#notices"), words[locale]));
                    await page.waitForSelector("#board :is(.column, .point):not([aria-disabled])");
                    await page.locator("#board :is(.column, .point):not([aria-disabled])").first().click();
                    await eventually(async () => assert.ok((await playedMoves(page)).length > 0));
                },
                { locale },
            ),
        );
    }
}

test(
    "the editor says why a board is not a position with the names of the sides, in both languages",
    page("/#/connect-four?area=study", async (page) => {
        page.mayLoseConnection = true;
        await page.click("[data-key=edit]");
        await page.click("dialog [aria-label^='Column 4, row 1']");
        const problem = () => page.innerText("dialog .problem");
        await page.click("dialog .button.main");
        await eventually(async () =>
            assert.equal(await problem(), "Red cannot be to move: Red has more men than the other side."),
        );
        await page.click("dialog [aria-label^='Column 6, row 3']");
        await page.click("dialog .button.main");
        await eventually(async () =>
            assert.equal(
                await problem(),
                "The man in column 6, row 3 floats above an empty cell. " +
                    "Red has 2 men and Yellow 0: the numbers may differ by one at most.",
            ),
        );
        await page.keyboard.press("Escape");
        await page.click("#language");
        await importText(page, "7/7/7/7/3X3/7 O");
        await eventually(async () =>
            assert.equal(await problem(), "Der Stein in Spalte 4, Zeile 2 schwebt über einem leeren Feld."),
        );
    }),
);

test(
    "without a connection the page says so, and the computer answers once it is back",
    page("/", async (page) => {
        page.mayLoseConnection = true;
        await setPlayers(page, "person", "level 1");
        await page.route("**/computer", (route) => route.abort());
        await page.context().setOffline(false);
        await page.keyboard.press("4");
        await assertReads(page, "#notices", /Cannot reach the server/);
        await page.unroute("**/computer");
        await assertPlies(page, 2);
        await page.context().setOffline(true);
        await page.keyboard.press("4");
        await assertStatus(page, /connection lost/);
        assert.equal((await playedMoves(page)).length, 2, "nothing was changed");
        await page.context().setOffline(false);
        await eventually(async () => assert.doesNotMatch(await statusText(page), /connection lost/));
        await page.keyboard.press("3");
        await eventually(async () => assert.ok((await playedMoves(page)).length >= 4));
        await page.click("#language");
        await page.context().setOffline(true);
        await page.keyboard.press("4");
        await assertReads(page, "#notices", /Server ist nicht erreichbar/);
        await page.context().setOffline(false);
        await eventually(async () => assert.doesNotMatch(await statusText(page), /Verbindung/));
        await assertPlayed(page, ...(await playedMoves(page)));
    }),
);
