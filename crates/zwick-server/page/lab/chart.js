// Nodes against depth: each player with a depth setting is run ply by ply until its share of the time is used up.

import { api } from "../app/api.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { RememberedNumber } from "../app/fields.js";
import { hasSetting, withSetting } from "../app/player-settings.js";
import { number, t } from "../app/text.js";
import { growthPicture } from "./chart-picture.js";
import { letterOf, settingsText, shortName } from "./contestants.js";
import { Experiment } from "./experiment.js";

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

export class GrowthCard {
    #seconds = new RememberedNumber("lab.growth.seconds", 10, { id: "growth-seconds", least: 0.1, most: 600 });
    #isOpen = false;

    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     * @param {Contestants} contestants
     */
    constructor(root, game, contestants) {
        this.root = root;
        this.game = game;
        this.contestants = contestants;
        /** @type {Experiment<Growth>} */
        this.experiment = new Experiment(game, {
            name: "growth",
            begin: () => this.#begin(),
            work: (growth, at, signal) => this.#grow(growth, at, signal),
            show: () => this.show(),
        });
    }

    show() {
        const { state } = this.game;
        if (!state) return;
        this.experiment.follow();
        const growth = this.experiment.found;
        const isIdle = state.over !== null || !this.contestants.specs.some(hasDepth);
        const series = this.#series(growth);
        fill(
            this.root,
            cardHead(t("lab.growth.title")),
            html("p", { class: "quiet" }, t("lab.growth.note")),
            ...this.experiment.controls(
                t("lab.growth.run"),
                isIdle,
                this.#seconds.field(t("lab.growth.seconds")),
                this.#progress(growth),
            ),
            growthPicture(series),
            this.#table(series),
        );
    }

    /** Lines with the players' current letters. @param {Growth | null} growth @returns {Series[]} */
    #series(growth) {
        return this.contestants.specs.flatMap((spec, at) => {
            const line = growth?.lines.find((one) => one.spec === spec);
            return line ? [{ letter: letterOf(at), points: line.points }] : [];
        });
    }

    /** @returns {Growth} */
    #begin() {
        const specs = [...new Set(this.contestants.specs)].filter(hasDepth);
        return { lines: specs.map((spec) => ({ spec, points: [], spent: 0, isDone: false })) };
    }

    /**
     * All players at one depth, then at the next, so that the lines grow side by side.
     * @param {Growth} growth
     * @param {Place} at
     * @param {AbortSignal} signal
     */
    async #grow(growth, at, signal) {
        const share = (1000 * this.#seconds.value) / Math.max(growth.lines.length, 1);
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
                this.experiment.changed();
            }
        }
    }

    /** @param {Growth | null} growth */
    #progress(growth) {
        const without = this.contestants.specs.flatMap((spec, at) => (hasDepth(spec) ? [] : [letterOf(at)]));
        const left = without.length > 0 ? ` ${t("lab.growth.without", { letters: without.join(", ") })}` : "";
        if (!growth) return t("lab.growth.ready") + left;
        const spent = growth.lines.reduce((sum, line) => sum + line.spent, 0) / 1000;
        const depth = Math.max(0, ...growth.lines.map((line) => line.points.length));
        return (
            t(this.experiment.isRunning ? "lab.growth.running" : "lab.growth.done", {
                depth,
                seconds: number(spent, 1),
            }) + left
        );
    }

    /** @param {Series[]} series */
    #table(series) {
        const depths = Array.from(
            { length: Math.max(0, ...series.map(({ points }) => points.length)) },
            (_, i) => i + 1,
        );
        const head = html(
            "tr",
            {},
            html("th", { scope: "col" }, t("lab.row.depth")),
            ...series.map(({ letter }) => html("th", { scope: "col" }, `${letter} ${this.#name(letter)}`)),
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
        const details = html(
            "details",
            { class: "as-table", open: this.#isOpen, ontoggle: () => (this.#isOpen = details.open) },
            html("summary", { "data-key": "growth-table" }, t("graph.table")),
            html(
                "div",
                { class: "scroller", role: "region", tabindex: 0, "aria-label": t("lab.growth.title") },
                html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows)),
            ),
        );
        return details;
    }

    /** @param {string} letter */
    #name(letter) {
        const spec = this.contestants.specs["ABCDEFGH".indexOf(letter)];
        return `${shortName(spec)} (${settingsText(spec)})`;
    }
}
