// Nodes against depth: each player with a depth setting is run ply by ply until its share of the time is used up.

import { api } from "../app/api.js";
import { html } from "../app/dom.js";
import { RememberedNumber } from "../app/fields.js";
import { hasSetting, withSetting } from "../app/player-settings.js";
import { number, t } from "../app/text.js";
import { growthPicture } from "./chart-picture.js";
import { letterOf, settingsText, shortName } from "./contestants.js";
import { ExperimentCard } from "./experiment.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("./contestants.js").Contestants} Contestants */

/** @typedef {{ depth: number, nodes: number, milliseconds: number }} Point */
/** @typedef {{ spec: string, points: Point[], spent: number, isDone: boolean }} Line one player */
/** @typedef {{ letter: string, points: Point[] }} Series */
/** @typedef {{ lines: Line[] }} Growth */

const DEEPEST = 42;
/** A player whose last run took this share of its time would not finish the next one. */
const LAST_SHARE = 0.5;

/** Whether a player can be told how deep to look. @param {string} spec */
const hasDepth = (spec) => hasSetting(spec, "depth");

/**
 * @param {HTMLElement} root
 * @param {GameOnPage} game
 * @param {Contestants} contestants
 */
export function growthCard(root, game, contestants) {
    const seconds = new RememberedNumber("lab.growth.seconds", 10, { id: "growth-seconds", least: 0.1, most: 600 });
    let isOpen = false;
    /** @type {ExperimentCard<Growth>} */
    const card = new ExperimentCard(root, game, {
        name: "growth",
        canBegin: () => contestants.specs.some(hasDepth),
        field: () => seconds.field(t("lab.growth.seconds")),
        /** @returns {Growth} */
        begin: () => {
            const specs = [...new Set(contestants.specs)].filter(hasDepth);
            return { lines: specs.map((spec) => ({ spec, points: [], spent: 0, isDone: false })) };
        },
        work: (growth, at, signal) => grow(growth, seconds.value, at, signal, () => card.changed()),
        progress: (growth) => progressText(growth, contestants.specs, card.isRunning),
        result: (growth) => {
            const series = seriesOf(growth, contestants.specs);
            const table = html(
                "details",
                { class: "as-table", open: isOpen, ontoggle: () => (isOpen = table.open) },
                html("summary", { "data-key": "growth-table" }, t("graph.table")),
                seriesTable(series, contestants.specs),
            );
            return [growthPicture(series), table];
        },
    });
    return card;
}

/**
 * Lines with the players' current letters.
 * @param {Growth | null} growth
 * @param {string[]} specs
 * @returns {Series[]}
 */
function seriesOf(growth, specs) {
    return specs.flatMap((spec, at) => {
        const line = growth?.lines.find((one) => one.spec === spec);
        return line ? [{ letter: letterOf(at), points: line.points }] : [];
    });
}

/**
 * All players at one depth, then at the next, so that the lines grow side by side.
 * @param {Growth} growth
 * @param {number} seconds for all players together
 * @param {Place} at
 * @param {AbortSignal} signal
 * @param {() => void} onChange
 */
async function grow(growth, seconds, at, signal, onChange) {
    const share = (1000 * seconds) / Math.max(growth.lines.length, 1);
    for (let depth = 1; depth <= DEEPEST; depth += 1) {
        for (const line of growth.lines) {
            if (line.isDone || line.points.length >= depth) continue;
            const player = withSetting(line.spec, "depth", String(depth));
            const time = Math.round(Math.max(share - line.spent, 1));
            const { report } = await api.choose(at, player, signal, time);
            line.spent += report.milliseconds;
            const isWhole = report.stop !== "time" && report.stop !== "nodes";
            if (isWhole) line.points.push({ depth, nodes: report.nodes, milliseconds: report.milliseconds });
            // Once a position is solved, a greater depth finds nothing more.
            line.isDone =
                !isWhole ||
                report.stop === "solved" ||
                (report.depth ?? depth) < depth ||
                report.milliseconds > LAST_SHARE * (share - line.spent);
            onChange();
        }
    }
}

/** @param {Growth | null} growth @param {string[]} specs @param {boolean} isRunning */
function progressText(growth, specs, isRunning) {
    const without = specs.flatMap((spec, at) => (hasDepth(spec) ? [] : [letterOf(at)]));
    const left = without.length > 0 ? ` ${t("lab.growth.without", { letters: without.join(", ") })}` : "";
    if (!growth) return t("lab.growth.ready") + left;
    const seconds = number(growth.lines.reduce((sum, line) => sum + line.spent, 0) / 1000, 1);
    const depth = Math.max(0, ...growth.lines.map((line) => line.points.length));
    return t(isRunning ? "lab.growth.running" : "lab.growth.done", { depth, seconds }) + left;
}

/** @param {Series[]} series @param {string[]} specs */
function seriesTable(series, specs) {
    const nameOf = (/** @type {string} */ letter) => {
        const spec = specs["ABCDEFGH".indexOf(letter)];
        return `${shortName(spec)} (${settingsText(spec)})`;
    };
    const depths = Array.from({ length: Math.max(0, ...series.map(({ points }) => points.length)) }, (_, i) => i + 1);
    const head = html(
        "tr",
        {},
        html("th", { scope: "col" }, t("lab.row.depth")),
        ...series.map(({ letter }) => html("th", { scope: "col" }, `${letter} ${nameOf(letter)}`)),
    );
    const rows = depths.map((depth) =>
        html(
            "tr",
            { "data-depth": depth },
            html("th", { scope: "row" }, String(depth)),
            ...series.map(({ letter, points }) =>
                html("td", { "data-letter": letter }, points[depth - 1] ? number(points[depth - 1].nodes) : "–"),
            ),
        ),
    );
    return html(
        "div",
        { class: "scroller", role: "region", tabindex: 0, "aria-label": t("lab.growth.title") },
        html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows)),
    );
}
