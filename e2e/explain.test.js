// Explaining: the threats, the best move and why the others are worse, in both languages, and on the board what a
// sentence is about.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromMenu, press, setPlayers, unfold } from "./actions.js";
import { assertPlayed, eventually } from "./expect.js";
import { assertAccessible, PHONE, screenshot, setUp } from "./harness.js";

const { page } = setUp();

const board = (game, text) => `/#/${game}?start=${text.replaceAll(" ", "_")}`;
const sentences = (page, part) =>
    page.$$eval(`#explain-card .why.${part} .fact`, (all) => all.map((fact) => fact.textContent));

/** What the card says, once it says something about the moves. */
async function explained(page) {
    await page.waitForSelector("#explain-card .why.best");
    return {
        position: await sentences(page, "position"),
        best: await sentences(page, "best"),
        others: await sentences(page, "others"),
    };
}

/** The places and lines that the board points at. */
const pointedAt = (page) =>
    page.evaluate(() => ({
        cells: [...document.querySelectorAll("#board .light-cell.over")].map((ring) => Number(ring.dataset.cell)),
        lines: [...document.querySelectorAll("#board .light-line.over")].map((line) => line.dataset.line),
    }));

/**
 * Waits until the card says what is expected: it first shows what is known immediately, and again when the values are
 * proven.
 */
const explains = (page, check) => eventually(async () => check(await explained(page)));

const includes = (list, text) => assert.ok(list.includes(text), `expected “${text}” among\n${list.join("\n")}`);

// Row 1: Red Red . Yellow . Yellow Yellow; Red must fill the gap.
const BLOCK = board("connect-four", "7/7/7/7/X6/XX1O1OO X");
// Three of Yellow in row 2 between two cells that nobody can reach yet.
const ABOVE = board("connect-four", "7/7/7/7/X2OOO1/X2XOX1 X");

test(
    "a threat that must be stopped, and what happens if it is not",
    page(BLOCK, async (page) => {
        await explains(page, ({ position, best, others }) => {
            assert.deepEqual(position, ["Every move loses; column 5 holds out longest."]);
            includes(best, "Column 5 blocks: there Yellow would have made four in row 1.");
            assert.deepEqual(others, [
                "Columns 1, 2, 3, 4, 6 and 7 do not stop Yellow from making four in row 1 with column 5.",
            ]);
        });
        await unfold(page, "#explain-card .why.others");
        assert.match(
            await page.innerText("#explain-card .why.others .reason-head"),
            /Columns 1, 2, 3, 4, 6 and 7\s+▼ loses in 1 move$/,
        );
    }),
);

test(
    "the same in German",
    page(
        BLOCK,
        async (page) => {
            await explains(page, ({ position, best, others }) => {
                assert.deepEqual(position, ["Jeder Zug verliert; am längsten hält Spalte 5 stand."]);
                includes(best, "Spalte 5 wehrt ab: Dort hätte Gelb vier in Zeile 1 gemacht.");
                assert.deepEqual(others, [
                    "Die Spalten 1, 2, 3, 4, 6 und 7 halten Gelb nicht davon ab, mit Spalte 5 vier in Zeile 1 " +
                        "zu machen.",
                ]);
            });
            await page.click("#language");
            assert.equal((await sentences(page, "position"))[0], "Every move loses; column 5 holds out longest.");
        },
        { locale: "de" },
    ),
);

test(
    "a column that lets the other side make four above it",
    page(ABOVE, async (page) => {
        const { position } = await explained(page);
        includes(position, "Yellow has a winning square at column 3, row 2: a man there makes four in row 2.");
        includes(position, "Yellow has a winning square at column 7, row 2: a man there makes four in row 2.");
        const of = (moves) =>
            page.$$eval(`#explain-card .reason[data-moves='${moves}'] .fact`, (all) =>
                all.map((fact) => fact.textContent),
            );
        await eventually(async () => includes(await of("3"), "Column 3 lets Yellow make four in row 2, right above."));
        await eventually(async () => includes(await of("7"), "Column 7 lets Yellow make four in row 2, right above."));
        await page.click("#language");
        await eventually(async () =>
            includes(await of("3"), "Spalte 3 lässt Gelb direkt darüber vier in Zeile 2 machen."),
        );
    }),
);

test(
    "two threats of which only one can be stopped, before and after the move that makes them",
    page("/#/connect-four?moves=3344", async (page) => {
        await explains(page, ({ best }) => {
            includes(
                best,
                "After column 5, Red makes four next, with column 2 or column 6: there are two threats, and " +
                    "Yellow can stop only one.",
            );
            includes(
                best,
                "After column 2, Red makes four next, with column 1 or column 5: there are two threats, and " +
                    "Yellow can stop only one.",
            );
        });
        await press(page, "5");
        await eventually(async () =>
            includes(
                await sentences(page, "position"),
                "Red makes four next, with column 2 or column 6: there are two threats, and Yellow can stop only one.",
            ),
        );
        await page.click("#language");
        includes(
            await sentences(page, "position"),
            "Rot macht als Nächstes vier, mit Spalte 2 oder Spalte 6: Es sind zwei Drohungen, und Gelb kann " +
                "nur eine abwehren.",
        );
    }),
);

test(
    "a win at once names its column and its line",
    page("/#/connect-four?moves=112233", async (page) => {
        await explains(page, ({ position, best }) => {
            includes(position, "Red can win at once: column 4 makes four in row 1.");
            assert.deepEqual(best, ["Column 4 makes four in row 1 and wins."]);
        });
    }),
);

test(
    "a sentence with the keyboard or under the pointer is shown on the board, and stays there after a click",
    page(BLOCK, async (page) => {
        await explained(page);
        await unfold(page, "#explain-card .why.best");
        await unfold(page, "#explain-card .why.others");
        assert.deepEqual(await pointedAt(page), { cells: [], lines: [] });
        const gap = { cells: [39], lines: ["38 39 40 41"] };
        await page.focus("#explain-card [data-kind=blocks]");
        assert.deepEqual(await pointedAt(page), gap);
        await screenshot(page, "explain-threat");
        await page.keyboard.press("Tab");
        assert.deepEqual((await pointedAt(page)).lines, []);
        await page.hover("#explain-card [data-kind=ignores]");
        assert.deepEqual(await pointedAt(page), gap);
        await page.hover("#explain-card h2");
        assert.deepEqual(await pointedAt(page), { cells: [], lines: [] });
        await page.click("#explain-card [data-kind=blocks]");
        await page.hover("#explain-card h2");
        assert.deepEqual(await pointedAt(page), gap);
        assert.equal(await page.getAttribute("#explain-card [data-kind=blocks]", "aria-pressed"), "true");
        await page.keyboard.press("f");
        assert.deepEqual(await pointedAt(page), gap, "a board that is turned around points at the same");
        await page.keyboard.press("Escape");
        assert.deepEqual(await pointedAt(page), { cells: [], lines: [] });
    }),
);

test(
    "hidden answers hide the reasons until they are revealed, for one position",
    page(BLOCK, async (page) => {
        await explained(page);
        await page.keyboard.press("h");
        assert.equal(await page.locator("#explain-card .fact").count(), 0);
        assert.equal(await page.isVisible("#explain-card"), false);
        assert.equal(await page.locator(".cover").count(), 1, "one cover for all answers");
        await page.click("[data-key=reveal]");
        await explained(page);
        await setPlayers(page);
        await page.keyboard.press("5");
        await assertPlayed(page, "5");
        assert.equal(await page.locator("#explain-card .fact").count(), 0);
    }),
);

test(
    "the newest position is the one that is explained",
    page("/#/connect-four?moves=3344", async (page) => {
        await explained(page);
        await press(page, "5", "2");
        await eventually(async () =>
            includes(await sentences(page, "position"), "Red can win at once: column 6 makes four in row 1."),
        );
        await page.keyboard.press("Home");
        await eventually(async () => assert.doesNotMatch(await page.innerText("#explain-card"), /can win at once/));
    }),
);

test(
    "a win that the board does not show is reported, and a won position is never called quiet",
    page("/#/connect-four?moves=57336436745", async (page) => {
        await explains(page, ({ position }) => assert.match(position[0], /^Yellow has a forced win in \d+ moves\.$/));
        assert.doesNotMatch(await page.innerText("#explain-card"), /no immediate threats/);
        await page.click("#language");
        assert.match((await sentences(page, "position"))[0], /^Gelb kann den Gewinn in \d+ Zügen erzwingen\.$/);
    }),
);

/** The sentence about a fact, in both languages: said of a position with Red to move, or of moves in it. */
const worded = (page, fact, subject = []) =>
    page.evaluate(
        async ([fact, subject]) => {
            const { sentenceOf } = await import("/assets/boards/explain-words.js");
            const { setLanguage } = await import("/assets/app/text.js");
            const shape = { kind: "grid", width: 7, height: 6 };
            const state = { game: "connect-four", turn: "first", shape, cells: ".".repeat(42) };
            return ["en", "de"].map((language) => {
                setLanguage(language);
                return sentenceOf(
                    state,
                    { side: "first", cells: [], lines: [], moves: [], plies: null, ...fact },
                    subject,
                );
            });
        },
        [fact, subject],
    );

test(
    "the moves of a line name their sides, whoever goes first",
    page("/", async (page) => {
        const line = { kind: "forced-win", moves: ["3", "4", "5"], plies: 3 };
        assert.deepEqual(await worded(page, line), [
            "Red wins by force: Red 3, Yellow 4, Red 5.",
            "Rot erzwingt den Gewinn: Rot 3, Gelb 4, Rot 5.",
        ]);
        assert.deepEqual(await worded(page, { ...line, side: "second" }, ["1"]), [
            "After column 1, Yellow wins by force: Yellow 3, Red 4, Yellow 5.",
            "Nach Spalte 1 erzwingt Gelb den Gewinn: Gelb 3, Rot 4, Gelb 5.",
        ]);
        assert.deepEqual(await worded(page, { ...line, moves: ["2", "3"] }, ["1"]), [
            "After column 1, Red wins by force: Yellow 2, Red 3.",
            "Nach Spalte 1 erzwingt Rot den Gewinn: Gelb 2, Rot 3.",
        ]);
    }),
);

test(
    "a reply is called the best only if no other is as good, and the moves that are counted are those that follow it",
    page("/", async (page) => {
        const answer = (moves, plies) => worded(page, { kind: "answer", side: "second", moves, plies }, ["1"]);
        assert.deepEqual(await answer(["4"], null), [
            "After column 1, Yellow’s best reply is column 4, and the game is a draw.",
            "Nach Spalte 1 antwortet Gelb am besten mit Spalte 4, und die Partie endet unentschieden.",
        ]);
        assert.deepEqual(await answer(["4", "5"], null), [
            "After column 1, one of Yellow’s best replies is column 4, and the game is a draw.",
            "Nach Spalte 1 ist Spalte 4 eine der besten Antworten von Gelb, und die Partie endet unentschieden.",
        ]);
        assert.deepEqual(await answer(["4"], 1), [
            "After column 1, Yellow’s best reply is column 4, which wins.",
            "Nach Spalte 1 antwortet Gelb am besten mit Spalte 4; damit gewinnt Gelb.",
        ]);
        // Yellow replies, Red moves, Yellow wins.
        assert.deepEqual(await answer(["4"], 3), [
            "After column 1, Yellow’s best reply is column 4; then Yellow wins with 1 more move.",
            "Nach Spalte 1 antwortet Gelb am besten mit Spalte 4; danach gewinnt Gelb mit 1 weiterem Zug.",
        ]);
        // Yellow replies, Red moves, Yellow moves, Red wins.
        assert.deepEqual(await answer(["4"], 4), [
            "After column 1, Yellow’s best reply is column 4; Red still wins, with 2 more moves.",
            "Nach Spalte 1 antwortet Gelb am besten mit Spalte 4; Rot gewinnt trotzdem, mit 2 weiteren Zügen.",
        ]);
    }),
);

// White can go back and forth between d7 and d6.
const DOUBLE = board("morris", "WWW1BB2/W1W3B1/3B2B1 W 0 0");

test(
    "mills, double mills and what a move threatens are named by their points",
    page(DOUBLE, async (page) => {
        const { position } = await explained(page);
        includes(position, "White can close the mill b6–d6–f6 now, with d7–d6.");
        includes(
            position,
            "White has a double mill: a man going back and forth between d7 and d6 closes a mill each time. " +
                "Black can stop this only once its men may fly.",
        );
        await page.focus("#explain-card [data-kind=double-mill]");
        assert.deepEqual(await pointedAt(page), { cells: [1, 9], lines: ["0 1 2", "8 9 10"] });
        await screenshot(page, "explain-double-mill");
        await page.click("#language");
        includes(await sentences(page, "position"), "Weiß kann jetzt die Mühle b6–d6–f6 schließen, mit d7–d6.");
        includes(
            await sentences(page, "position"),
            "Weiß hat eine Zwickmühle: Ein Stein, der zwischen d7 und d6 hin- und herzieht, schließt jedes Mal " +
                "eine Mühle. Schwarz kann das erst verhindern, wenn gesprungen werden darf.",
        );
    }),
);

test(
    "the reasons are accessible, on a phone too, and nothing is wider than the card",
    page(
        BLOCK,
        async (page) => {
            await explained(page);
            await assertAccessible(page);
            await fromMenu(page, "#language");
            assert.deepEqual(
                await page.$$eval(
                    "#explain-card",
                    (cards) => cards.filter((card) => card.scrollWidth > card.clientWidth + 1).length,
                ),
                0,
            );
            await screenshot(page, "explain-phone", { fullPage: true });
        },
        { viewport: PHONE, colorScheme: "dark" },
    ),
);
