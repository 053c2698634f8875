// Nodes against depth: each player with a depth setting is run ply by ply until its share of the time is used up.

import { addressOf } from "../app/address.js";
import { api } from "../app/api.js";
import { fill, html } from "../app/dom.js";
import { recall, recallHere, remember, rememberHere } from "../app/memory.js";
import { hasSetting, withSetting } from "../app/player-settings.js";
import { number, t } from "../app/text.js";
import { growthPicture } from "./chart-picture.js";
import { letterOf, settingsText, shortName } from "./contestants.js";
import { numberField } from "./fields.js";
import { Run, runButton } from "./run.js";

/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("./contestants.js").Contestants} Contestants */

/** @typedef {{ depth: number, nodes: number, milliseconds: number }} Point */
/** @typedef {{ spec: string, points: Point[], spent: number, isDone: boolean }} Line one player */
/** @typedef {{ letter: string, points: Point[] }} Series */
/** @typedef {{ address: string, lines: Line[], isRunning: boolean }} Growth */

const NAME = "lab.growth";
const USUAL_SECONDS = 10;
const MOST_SECONDS = 600;
const DEEPEST = 42;
/** A player whose last run took this share of its time would not finish the next one. */
const LAST_SHARE = 0.5;

/** Whether a player can be told how deep to look. @param {string} spec */
const hasDepth = (spec) => hasSetting(spec, "depth");

export class GrowthCard {
    #run = new Run(() => this.#changed());
    /** @type {Growth | null} */
    #growth = recallHere(NAME, null);
    #seconds = recall("lab.growth.seconds", USUAL_SECONDS);
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
    }

    show() {
        const { state, place } = this.game;
        if (!state) return;
        const growth = this.#current;
        if (growth?.isRunning && !this.#run.isUnfinished) this.#goOn(growth);
        if (!growth && this.#run.isRunning && this.#growth?.address !== addressOf(place)) this.#run.stop();
        const series = this.#series(growth);
        fill(
            this.root,
            html("div", { class: "card-head" }, html("h2", {}, t("lab.growth.title"))),
            html("p", { class: "quiet" }, t("lab.growth.note")),
            html("div", { class: "row run-row" }, this.#runButton(state.over !== null), this.#secondsField()),
            html("p", { class: "quiet progress", role: "status" }, this.#progress(growth)),
            growthPicture(series),
            this.#table(series),
        );
    }

    get #current() {
        return this.#growth?.address === addressOf(this.game.place) ? this.#growth : null;
    }

    /** Lines with the players' current letters. @param {Growth | null} growth @returns {Series[]} */
    #series(growth) {
        return this.contestants.specs.flatMap((spec, at) => {
            const line = growth?.lines.find((one) => one.spec === spec);
            return line ? [{ letter: letterOf(at), points: line.points }] : [];
        });
    }

    #begin() {
        const specs = [...new Set(this.contestants.specs)].filter(hasDepth);
        this.#goOn({
            address: addressOf(this.game.place),
            lines: specs.map((spec) => ({ spec, points: [], spent: 0, isDone: false })),
            isRunning: true,
        });
    }

    /** All players at one depth, then at the next, so that the lines grow side by side. @param {Growth} growth */
    #goOn(growth) {
        const at = this.game.place;
        const share = (1000 * this.#seconds) / Math.max(growth.lines.length, 1);
        this.#growth = growth;
        this.#run.begin(async (signal) => {
            for (let depth = 1; depth <= DEEPEST; depth += 1) {
                for (const line of growth.lines) {
                    if (line.isDone || line.points.length >= depth) continue;
                    const { report } = await api.choose(
                        at,
                        withSetting(line.spec, "depth", String(depth)),
                        signal,
                        Math.round(Math.max(share - line.spent, 1)),
                    );
                    line.spent += report.milliseconds;
                    const isWhole = report.stop !== "time" && report.stop !== "nodes";
                    if (isWhole) line.points.push({ depth, nodes: report.nodes, milliseconds: report.milliseconds });
                    // Once a position is solved, a greater depth finds nothing more.
                    line.isDone =
                        !isWhole ||
                        report.stop === "solved" ||
                        (report.depth ?? depth) < depth ||
                        report.milliseconds > LAST_SHARE * (share - line.spent);
                    this.#changed();
                }
            }
        });
    }

    #changed() {
        if (this.#growth) {
            this.#growth.isRunning = this.#run.isUnfinished;
            rememberHere(NAME, this.#growth);
        }
        this.show();
    }

    /** @param {boolean} isOver */
    #runButton(isOver) {
        return runButton({
            name: "growth",
            label: t("lab.growth.run"),
            isRunning: this.#run.isRunning,
            isDisabled: isOver || !this.contestants.specs.some(hasDepth),
            begin: () => this.#begin(),
            stop: () => this.#run.stop(),
        });
    }

    #secondsField() {
        return numberField(
            {
                id: "growth-seconds",
                label: t("lab.growth.seconds"),
                value: this.#seconds,
                least: 0.1,
                most: MOST_SECONDS,
                usual: USUAL_SECONDS,
            },
            (seconds) => {
                this.#seconds = seconds;
                remember("lab.growth.seconds", seconds);
            },
        );
    }

    /** @param {Growth | null} growth */
    #progress(growth) {
        const without = this.contestants.specs.flatMap((spec, at) => (hasDepth(spec) ? [] : [letterOf(at)]));
        const left = without.length > 0 ? ` ${t("lab.growth.without", { letters: without.join(", ") })}` : "";
        if (!growth) return t("lab.growth.ready") + left;
        const spent = growth.lines.reduce((sum, line) => sum + line.spent, 0) / 1000;
        const depth = Math.max(0, ...growth.lines.map((line) => line.points.length));
        return (
            t(this.#run.isRunning ? "lab.growth.running" : "lab.growth.done", { depth, seconds: number(spent, 1) }) +
            left
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
