// The Lab: players side by side, and nodes against depth, with the server's numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStopsAtOnce, beginAnew } from "./actions.js";
import { AT_ONCE, eventually, scoreText } from "./expect.js";
import { setUp } from "./harness.js";

const { looks, page, server } = setUp();

const POSITION = "/#/connect-four?moves=4435";
const MINIMAX = "minimax:depth=6";
const PRUNED = "alpha-beta:depth=6,ordering=off,deepening=off,symmetry=off,scout=off,table=off";

const openLab = async (page) => {
    await page.click("#tab-lab");
    await page.waitForSelector("#contestant-A option[value=minimax]", { state: "attached" });
};
const numberOf = (text) => Number(text.replaceAll(/[,.\s]/g, ""));
const figure = async (page, row, player) =>
    numberOf(await page.textContent(`[data-row="${row}"] [data-player="${player}"]`));
const scores = (page, player) =>
    page.$$eval(`.comparison [data-move] [data-player="${player}"]`, (cells) =>
        cells.map((cell) => [cell.parentElement.dataset.move, cell.dataset.score]),
    );
/** Compares the players of a preset, by default those that are chosen. */
const compare = async (page, preset) => {
    if (preset) await page.click(`[data-key=preset-${preset}]`);
    await page.click("#compare-run");
    await page.waitForFunction(() => document.querySelector("#lab-compare .progress").textContent === "Done.");
};
/** Begins to draw nodes against depth, for this many seconds. */
const beginGrowth = async (page, seconds) => {
    await openLab(page);
    await page.fill("#growth-seconds", seconds);
    await page.click("#growth-run");
};

test(
    "pruning visits fewer nodes and finds the same best score",
    page(POSITION, async (page) => {
        await openLab(page);
        await compare(page, "pruning");
        assert.ok((await figure(page, "nodes", PRUNED)) < (await figure(page, "nodes", MINIMAX)) / 4);
        assert.equal(await figure(page, "cut-offs", MINIMAX), 0);
        assert.ok((await figure(page, "cut-offs", PRUNED)) > 1000);
        assert.equal(await figure(page, "depth", PRUNED), 6);
        assert.equal((await scores(page, MINIMAX)).length, 7);
        const [all, pruned] = [new Map(await scores(page, MINIMAX)), new Map(await scores(page, PRUNED))];
        const chosen = await page.textContent(`[data-row=choice] [data-player="${PRUNED}"]`);
        assert.equal(pruned.get(chosen), all.get(chosen), "the best move has its score");
        for (const [move, score] of all)
            assert.ok(Number(pruned.get(move)) >= Number(score), `${move}: a bound is not below the score`);
        assert.ok(
            (await page.locator(`.comparison [data-move] [data-player="${PRUNED}"]`, { hasText: "≤" }).count()) > 0,
            "the others have bounds",
        );
        const { report } = await server.ask("/connect-four/choose", { position: "4435", player: MINIMAX });
        assert.equal(await figure(page, "nodes", MINIMAX), report.nodes, "the server tells the same");
        assert.deepEqual(
            new Map(await scores(page, MINIMAX)),
            new Map(report.moves.map((scored) => [scored.move, scoreText(scored)])),
        );
    }),
);

test(
    "nodes are those of the textbook, and scoring every move costs more of them",
    page("/", async (page) => {
        await openLab(page);
        await compare(page, "scores");
        assert.equal(await figure(page, "nodes", PRUNED), 19_643, "alpha-beta in column order");
        assert.equal(await figure(page, "nodes", `${PRUNED},all-scores=on`), 29_495);
        await compare(page, "pruning");
        const everyMove = await server.ask("/connect-four/choose", { player: `${PRUNED},all-scores=on` });
        assert.deepEqual(
            new Map(await scores(page, MINIMAX)),
            new Map(everyMove.report.moves.map((scored) => [scored.move, scoreText(scored)])),
            "the same score of every move",
        );
    }),
);

test(
    "every preset changes one switch at a time",
    page("/", async (page) => {
        await openLab(page);
        const usual = {
            minimax: {
                pruning: "off",
                ordering: "off",
                deepening: "off",
                symmetry: "off",
                scout: "off",
                table: "off",
                "all-scores": "on",
            },
            "alpha-beta": {
                pruning: "on",
                ordering: "on",
                deepening: "on",
                symmetry: "on",
                scout: "on",
                table: "1048576",
                "all-scores": "off",
            },
        };
        const settings = (spec) => {
            const [name, text = ""] = spec.split(":");
            return {
                ...usual[name],
                ...Object.fromEntries(
                    text
                        .split(",")
                        .filter(Boolean)
                        .map((setting) => setting.split("=")),
                ),
            };
        };
        // Without pruning every move is scored anyway.
        const switches = ({ pruning, "all-scores": all, ...others }) => ({
            ...others,
            pruning,
            all: pruning === "off" ? "either" : all,
        });
        const differences = (one, other) => {
            const [a, b] = [switches(settings(one)), switches(settings(other))];
            const different = Object.keys(a).filter((key) => a[key] !== b[key]);
            return different.includes("pruning") ? different.filter((key) => key !== "all") : different;
        };
        for (const preset of ["pruning", "table", "symmetry", "scores"]) {
            for (const address of ["/", "/#/morris"]) {
                await page.goto(`${server.address}${address}`);
                await openLab(page);
                await page.click(`[data-key=preset-${preset}]`);
                const specs = await page.evaluate(() =>
                    JSON.parse(localStorage.getItem("zwick.lab.contestants") ?? "null"),
                );
                const pairs =
                    preset === "pruning"
                        ? [
                              [0, 1],
                              [1, 2],
                              [2, 3],
                          ]
                        : [
                              [0, 1],
                              [2, 3],
                          ];
                for (const [i, j] of pairs)
                    assert.equal(differences(specs[i], specs[j]).length, 1, `${preset}: ${specs[i]} and ${specs[j]}`);
            }
        }
    }),
);

test(
    "every score is next to its exact value, and a choice that is not best is marked",
    page(POSITION, async (page) => {
        await openLab(page);
        await compare(page);
        const { moves } = await server.ask("/connect-four/analysis?position=4435");
        for (const { move, moves: distance } of moves)
            assert.match(
                await page.textContent(`.comparison [data-move="${move}"] td`),
                new RegExp(`▼ ${distance}loses in ${distance} moves`),
            );
        const best = moves.filter((rated) => rated.best).map(({ move }) => move);
        const chosen = await page.textContent(`[data-row=choice] [data-player="${MINIMAX}"]`);
        assert.equal(best.includes(chosen), false, "six plies see too little here");
        assert.equal(await page.textContent(`[data-row=right] [data-player="${MINIMAX}"]`), "✗ no");
        assert.equal(await page.textContent("[data-row=choice] td"), best.join(", "));
        assert.equal(await page.locator(`.comparison [data-move="${chosen}"] td.chosen`).count(), 4);
    }),
);

test(
    "what the table and symmetry save",
    page("/", async (page) => {
        await openLab(page);
        await compare(page, "table");
        const withTable = "minimax:depth=6,table=1000000";
        assert.ok((await figure(page, "table-hits", withTable)) > 0);
        assert.ok((await figure(page, "nodes", withTable)) < (await figure(page, "nodes", MINIMAX)));
        assert.deepEqual(await scores(page, withTable), await scores(page, MINIMAX));
        await compare(page, "symmetry");
        const withSymmetry = "minimax:depth=6,symmetry=on,table=1000000";
        assert.ok((await figure(page, "nodes", withSymmetry)) < (await figure(page, "nodes", withTable)) * 0.7);
        assert.deepEqual(await scores(page, withSymmetry), await scores(page, withTable));
    }),
);

test(
    "the five systems side by side, in both games",
    page("/#/morris?moves=d6_f4", async (page) => {
        await openLab(page);
        await page.fill("#compare-seconds", "0.3");
        await compare(page, "systems");
        const { state } = await server.ask("/morris/analysis?position=d6%20f4&time=100");
        for (const system of ["v1", "v2", "v3", "v4", "v5"])
            assert.ok(state.legal.includes(await page.textContent(`[data-row=choice] [data-player=${system}]`)));
        assert.equal(await page.locator(".comparison [data-move]").count(), 8);
        await page.click("[data-key=compare-more]");
        assert.equal(await page.locator(".comparison [data-move]").count(), state.legal.length);
    }),
);

test(
    "players are added, set and removed by keyboard, errors are shown beside the others, and all is remembered",
    page(POSITION, async (page) => {
        await openLab(page);
        await page.focus("[data-key=add-contestant]");
        await page.keyboard.press("Enter");
        await page.focus("#contestant-D");
        await beginAnew(page);
        await page.focus("[data-key=settings-D]");
        await page.keyboard.press("Enter");
        await page.fill("#contestant-D-depth", "999");
        await page.keyboard.press("Tab");
        page.mayLoseConnection = true; // The browser notes the refusal.
        await compare(page);
        assert.match(await page.textContent("#lab-compare .problem"), /D: .*depth/);
        assert.equal(await figure(page, "depth", MINIMAX), 6, "the others have run");
        await page.focus("[data-key=remove-B]");
        await page.keyboard.press("Enter");
        await page.reload();
        await page.waitForSelector("#contestant-C option[value=negamax-mc]", { state: "attached" });
        assert.equal(await page.inputValue("#contestant-C"), "negamax-mc");
        assert.equal(await page.locator(".contestant").count(), 4);
        assert.equal(await figure(page, "depth", MINIMAX), 6, "and so are the results");
    }),
);

test(
    "nodes against depth: the numbers behind the lines are the server's",
    page(POSITION, async (page) => {
        await beginGrowth(page, "3");
        await page.waitForSelector("#growth-run");
        await page.click("[data-key=growth-table]");
        const nodes = async (letter) =>
            (await page.$$eval(`[data-letter=${letter}]`, (cells) => cells.map((cell) => cell.textContent)))
                .filter((text) => text !== "–")
                .map(numberOf);
        const [minimax, pruned] = [await nodes("A"), await nodes("B")];
        assert.ok(minimax.length >= 5 && pruned.length >= minimax.length);
        for (const [i, count] of minimax.entries()) {
            if (i > 0) assert.ok(count > 2 * minimax[i - 1]);
            if (i > 1) assert.ok(pruned[i] < count, `depth ${i + 1}`);
        }
        const { report } = await server.ask("/connect-four/choose", { position: "4435", player: "minimax:depth=4" });
        assert.equal(minimax[3], report.nodes);
        assert.equal(await page.locator(".growth-point.series-A").count(), minimax.length);
        const heights = await page.$$eval(".growth-point.series-A", (points) =>
            points.map((point) => Number(/ ([\d.]+)\)/.exec(point.getAttribute("transform"))[1])),
        );
        assert.deepEqual(
            heights,
            heights.toSorted((a, b) => b - a),
            "the line climbs",
        );
    }),
);

test(
    "a run resumes after a reload, and stops immediately when told",
    page(POSITION, async (page) => {
        await beginGrowth(page, "120");
        await page.waitForFunction(() => document.querySelectorAll(".growth-point.series-A").length >= 6);
        await page.reload();
        await page.waitForSelector("#growth-stop");
        assert.ok((await page.locator(".growth-point.series-A").count()) >= 6, "what was known is shown again");
        const before = await page.locator(".growth-point").count();
        await page.waitForFunction((count) => document.querySelectorAll(".growth-point").length > count, before);
        await assertStopsAtOnce(page, "growth");
        // The server has stopped too: an answer that needs a moment of its processors comes at once.
        const begin = Date.now();
        await server.ask("/connect-four/choose", { position: "4435", player: "minimax:depth=4" });
        assert.ok(Date.now() - begin < AT_ONCE);
        await page.reload();
        await page.waitForSelector("#growth-run");
    }),
);

test(
    "a run whose connection was lost says so, and is resumed after a reload",
    page(POSITION, async (page) => {
        page.mayLoseConnection = true;
        await beginGrowth(page, "120");
        await page.waitForSelector(".growth-point.series-A");
        await server.kill();
        await page.waitForSelector("#growth-run");
        await server.start();
        await page.reload();
        await page.click("#growth-stop");
        await page.waitForSelector("#growth-run");
    }),
);

test(
    "another position ends a comparison, and its numbers come back with it",
    page(POSITION, async (page) => {
        await openLab(page);
        await compare(page);
        await page.click("#control-previous");
        await eventually(async () => assert.equal(await page.locator(".comparison").count(), 0));
        await page.click("#control-next");
        await page.waitForSelector(".comparison");
    }),
);

looks("comparison", "lab-compare", POSITION, async (page) => {
    await openLab(page);
    await page.fill("#compare-seconds", "0.2");
    await page.click("[data-key=preset-systems]");
    await page.click("#compare-run");
    await page.waitForSelector("#compare-run");
    await page.click("[data-key=preset-pruning]");
    await page.fill("#growth-seconds", "1");
    await page.click("#growth-run");
    await page.waitForSelector("#growth-run");
});
