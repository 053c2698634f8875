// The search tree of the Lab: its numbers agree with the search, it opens level by level and step by step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AT_ONCE, eventually, scoreText } from "./expect.js";
import { setUp } from "./harness.js";

const { looks, page, server } = setUp();

const POSITION = "/#/connect-four?moves=4435&lab=tree";

const numbersIn = (text) => (text.match(/\d[\d,]*/g) ?? []).map((word) => Number(word.replaceAll(",", "")));
const ready = (page) => page.waitForSelector("#search-player option[value=minimax]", { state: "attached" });
/** Records a search and returns what the server says about it. */
const record = async (page) => {
    await ready(page);
    const before =
        (await page.locator("[data-trace]").count()) && (await page.getAttribute("[data-trace]", "data-trace"));
    await page.click("#search-run");
    await page.waitForFunction(
        (old) => ![null, old].includes(document.querySelector("[data-trace]")?.getAttribute("data-trace") ?? null),
        before || "",
    );
    await page.waitForSelector("#tree-node");
    return server.ask(`/traces/${await page.getAttribute("[data-trace]", "data-trace")}`);
};
const setDepth = async (page, player, depth) => {
    await page.selectOption("#search-player", player);
    if (!(await page.isVisible("#search-player-depth"))) await page.click("[data-key=search-settings]");
    await page.fill("#search-player-depth", String(depth));
    await page.keyboard.press("Tab");
};
/** Opens the node in this row, the last one by default. */
const openRow = async (page, selector) => {
    const depth = await page.locator("[data-path]").count();
    await page.click(`${selector} button.plain`);
    await eventually(async () => assert.equal(await page.locator("[data-path]").count(), depth + 1));
};

test(
    "the root's value is the result, and nodes and steps agree",
    page(POSITION, async (page) => {
        const trace = await record(page);
        assert.equal(
            trace.nodes,
            trace.report.nodes + trace.rounds.length + 1,
            "every node visited, every round, and the root",
        );
        assert.equal(trace.steps, 2 * trace.nodes, "each is entered and left");
        const [nodes, steps, cuts, hits] = numbersIn(await page.textContent("#search-figures"));
        assert.deepEqual(
            [nodes, steps, cuts, hits],
            [trace.nodes, trace.steps, trace.report.cut_offs, trace.report.table_hits],
        );
        assert.equal(await page.getAttribute("#tree-score", "data-score"), scoreText(trace.report.moves[0]));
        assert.equal(
            await page.getAttribute("#search-result [data-score]", "data-score"),
            scoreText(trace.report.moves[0]),
        );
        assert.match(await page.textContent("#search-result"), new RegExp(`alpha-beta: ${trace.choice}`));
        const sizes = await page.$$eval("[data-node-row]", (rows) => rows.map((row) => Number(row.dataset.size)));
        assert.deepEqual(sizes.length, 4, "four rounds, each a ply deeper");
        assert.equal(sizes.reduce((sum, size) => sum + size + 1, 0) + 1, trace.nodes, "what is below adds up");
    }),
);

test(
    "the tree opens level by level, with windows, scores, and why a branch was cut",
    page(POSITION, async (page) => {
        const trace = await record(page);
        await openRow(page, "[data-node-row]:last-child");
        const rows = await page.$$eval("[data-node-row]", (all) =>
            all.map((row) => [row.querySelector("button").textContent, row.dataset.score]),
        );
        assert.deepEqual(
            new Map(rows),
            new Map(trace.report.moves.map((scored) => [scored.move, scoreText(scored)])),
            "the last round has the scores of the result",
        );
        await openRow(page, "[data-node-row]:nth-child(1)");
        await page.waitForSelector(".node-kind.cut");
        const cut = page.locator("[data-node-row].cut").first();
        const node = await cut.getAttribute("data-node-row");
        const branch = await server.ask(`/traces/${trace.id}/nodes/${node}`);
        const last = branch.children.items.at(-1);
        assert.equal(branch.node.cut_by.move, last.move);
        assert.ok(last.score.points >= last.beta.points, "its score reaches beta");
        const words = await cut.textContent();
        assert.ok(words.includes(`Refuted by ${last.move}`), words);
        assert.match(words, /Window: α .+, β .+/);
        await openRow(page, `[data-node-row="${node}"]`);
        assert.match(await page.textContent("#tree-node"), /this move is refuted, and no other reply matters/);
        await page.click("[data-path='0']");
        await eventually(async () => assert.equal(await page.locator("[data-path]").count(), 1));
    }),
);

test(
    "table hits are marked, as many as the search counted",
    page(POSITION, async (page) => {
        const trace = await record(page);
        assert.ok(trace.report.table_hits > 0);
        let hits = 0;
        for (let from = 0; from < trace.steps; from += 500) {
            const { items: steps } = await server.ask(
                `/traces/${trace.id}/steps?limit=500${from === 0 ? "" : `&after=${from - 1}`}`,
            );
            hits += steps.filter(({ kind, node }) => kind === "leave" && node.kind === "table").length;
        }
        assert.equal(hits, trace.report.table_hits);
        const { items: steps } = await server.ask(`/traces/${trace.id}/steps?limit=500`);
        const hit = steps.find(({ kind, node }) => kind === "leave" && node.kind === "table");
        if (!hit) return;
        await page.fill("#step-slider", String(hit.step));
        await page.waitForSelector(`#step-now[data-step="${hit.step}"] .node-kind.table`);
    }),
);

test(
    "steps go forward and back in the order they happened, by keyboard, by the slider, and by themselves",
    page(POSITION, async (page) => {
        const trace = await record(page);
        const { items: steps } = await server.ask(`/traces/${trace.id}/steps?limit=20`);
        const now = async () => ({
            step: Number(await page.getAttribute("#step-now", "data-step")),
            kind: await page.getAttribute("#step-now", "data-kind"),
            node: Number(await page.getAttribute("#step-now", "data-node")),
        });
        await page.waitForSelector("#step-now");
        await page.focus("#step-next");
        for (const { step, kind, node } of steps.slice(1, 12)) {
            await page.keyboard.press("Enter");
            assert.deepEqual(await now(), { step, kind, node: node.node });
        }
        await page.focus("#step-back");
        await page.keyboard.press("Enter");
        assert.equal((await now()).step, 10);
        await page.click("#step-last");
        await page.waitForSelector(`#step-now[data-step="${trace.steps - 1}"]`);
        assert.deepEqual(await now(), { step: trace.steps - 1, kind: "leave", node: 0 }, "at last the root is left");
        assert.deepEqual(numbersIn(await page.textContent("#step-count")), [trace.steps, trace.steps]);
        await page.fill("#step-slider", "500");
        await page.waitForSelector("#step-now[data-step='500']");
        await page.selectOption("#step-speed", "50");
        await page.click("#step-play");
        await page.waitForFunction(() => Number(document.querySelector("#step-now")?.getAttribute("data-step")) > 540);
        await page.click("#step-pause");
        const { step, node } = await now();
        await page.click("[data-key=step-open]");
        await page.waitForSelector(`#tree-node[data-node="${node}"]`);
        assert.equal((await now()).step, step, "it rests");
        await page.reload();
        await page.waitForSelector(`#tree-node[data-node="${node}"]`);
        await page.waitForSelector(`#step-now[data-step="${step}"]`);
    }),
);

test(
    "a large tree stays usable, and is fetched in pieces",
    page("/#/morris?moves=d6_f4_a4_d2&lab=tree", async (page) => {
        await ready(page);
        await setDepth(page, "minimax", 4);
        await page.fill("#search-nodes", "300000");
        const sizes = [];
        page.on("response", async (response) => {
            if (/traces\/.*(nodes|steps)/.test(response.url()))
                sizes.push(Number((await response.body().catch(() => "")).length));
        });
        const trace = await record(page);
        assert.ok(trace.nodes >= 100_000, `${trace.nodes} nodes`);
        await openRow(page, "[data-node-row]:last-child");
        await openRow(page, "[data-node-row]:first-child");
        const begin = Date.now();
        await page.click("#step-last");
        await page.waitForSelector(`#step-now[data-step="${trace.steps - 1}"]`);
        assert.ok(Date.now() - begin < AT_ONCE);
        assert.ok(Math.max(...sizes) < 300_000, "no answer is large");
        if (trace.full) assert.ok(numbersIn(await page.textContent("#search-full"))[0] > trace.nodes);
    }),
);

test(
    "a search continues through a reload, shows its progress, and stops immediately with what it has",
    page(POSITION, async (page) => {
        await ready(page);
        await setDepth(page, "minimax", 20);
        await page.fill("#search-nodes", "2000000");
        await page.fill("#search-seconds", "60");
        await page.click("#search-run");
        await page.waitForSelector("#search-stop");
        await page.reload();
        await page.waitForSelector("#search-stop");
        await eventually(async () => assert.ok(numbersIn(await page.textContent("#lab-tree .progress"))[0] > 0));
        const milliseconds = await page.evaluate(async () => {
            const begin = performance.now();
            document.querySelector("#search-stop").click();
            while (!document.querySelector("#search-run")) await new Promise(requestAnimationFrame);
            return performance.now() - begin;
        });
        assert.ok(milliseconds < AT_ONCE, `${milliseconds} ms until the server has stopped and told so`);
        await page.waitForSelector("#tree-node");
        const id = await page.getAttribute("[data-trace]", "data-trace");
        await page.reload();
        await page.waitForSelector(`[data-trace="${id}"]`);
        await page.waitForSelector("#tree-node");
    }),
);

test(
    "the log is downloaded, one line per step",
    page(POSITION, async (page) => {
        const trace = await record(page);
        const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-key=protocol]")]);
        const chunks = [];
        for await (const chunk of await download.createReadStream()) chunks.push(chunk);
        const lines = Buffer.concat(chunks).toString().trim().split("\n");
        assert.equal(lines.filter((line) => /^looking \d+ pl/.test(line)).length, trace.rounds.length);
        assert.equal(lines.filter((line) => /: \d+ pl(y|ies) left, window/.test(line)).length, trace.report.nodes);
    }),
);

test(
    "a search of another position says so and leads back there; a removed one is not found",
    page(POSITION, async (page) => {
        const trace = await record(page);
        await page.click("#control-previous");
        await page.waitForSelector("[data-key=trace-show]");
        await page.click("[data-key=trace-show]");
        await page.click("#tab-study");
        await page.waitForSelector("#position-text");
        await eventually(async () => assert.equal(await page.inputValue("#position-text"), trace.position));
        await page.click("#tab-lab");
        await fetch(`${server.address}/api/v1/traces/${trace.id}`, { method: "DELETE" });
        page.mayLoseConnection = true; // The browser notes that it is gone.
        await page.reload();
        await ready(page);
        await page.waitForSelector("#search-run:not([disabled])");
        assert.equal(await page.locator("[data-trace]").count(), 0);
    }),
);

looks("tree and steps", "lab-tree", POSITION, async (page) => {
    await record(page);
    await openRow(page, "[data-node-row]:last-child");
    await openRow(page, "[data-node-row]:first-child");
    await page.click("#step-next");
});
