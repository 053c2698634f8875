// Building the tables of morris: shows what it takes first, then the server builds them.

import { duration, size } from "../app/amounts.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { number, t } from "../app/text.js";
import { variantName } from "../boards/names.js";
import { databasesApi } from "./api.js";

/** @typedef {import("./api.js").Needs} Needs */
/** @typedef {import("./api.js").Tables} Tables */
/** @typedef {import("./shelf.js").Shelf} Shelf */

const FEWEST_MEN = 6;
/** Men of both sides together. */
const MEN = 18;
/** @type {Record<string, number>} rules with more men */
const MORE_MEN = { "morris:lasker": 20, "morris:morabaraba": 24 };
const ALL = "all";

/** @param {string} rules */
const mostMen = (rules) => MORE_MEN[rules] ?? MEN;

export class TablesCard {
    #men = "7";
    #hasResultsOnly = false;
    /** @type {{ key: string, needs: Needs | null, hasFailed: boolean }} */
    #known = { key: "", needs: null, hasFailed: false };
    /** @type {AbortController | null} */
    #asking = null;

    /**
     * @param {HTMLElement} root
     * @param {Shelf} shelf
     * @param {{ rules: string }} choice the rules that are looked at
     * @param {() => void} onChoice
     */
    constructor(root, shelf, choice, onChoice) {
        this.root = root;
        this.shelf = shelf;
        this.choice = choice;
        this.onChoice = onChoice;
    }

    show() {
        const { shelf, choice } = this;
        const rules = shelf.stock?.tables.rules ?? [];
        const chosen = rules.find(({ game }) => game === choice.rules);
        const select = html(
            "select",
            {
                id: "tables-rules",
                "data-key": "tables-rules",
                onchange: () => this.#set(() => this.#choose(select.value)),
            },
            ...rules.map(({ game }) =>
                html("option", { value: game, selected: game === choice.rules }, variantName(game)),
            ),
        );
        const counts = Array.from({ length: mostMen(choice.rules) - FEWEST_MEN + 1 }, (_, i) => String(FEWEST_MEN + i));
        const men = html(
            "select",
            { id: "tables-men", "data-key": "tables-men", onchange: () => this.#set(() => (this.#men = men.value)) },
            ...[...counts, ALL].map((count) =>
                html(
                    "option",
                    { value: count, selected: count === this.#men },
                    count === ALL ? t("tables.men.all") : t("tables.men.most", { men: count }),
                ),
            ),
        );
        const results = html("input", {
            type: "checkbox",
            id: "tables-results",
            "data-key": "tables-results",
            checked: this.#hasResultsOnly,
            onchange: () => this.#set(() => (this.#hasResultsOnly = results.checked)),
        });
        fill(
            this.root,
            cardHead(t("tables.title")),
            html("p", { class: "quiet" }, t("tables.note")),
            html(
                "div",
                { class: "fields" },
                html("div", { class: "field wide" }, html("label", { for: "tables-rules" }, t("tables.rules")), select),
                html("div", { class: "field wide" }, html("label", { for: "tables-men" }, t("tables.men")), men),
            ),
            html("label", { class: "check", for: "tables-results" }, results, t("tables.results")),
            html("p", { class: "problem" }, chosen?.problem ?? ""),
            this.#needs(chosen),
            html(
                "div",
                { class: "row end" },
                html(
                    "button",
                    {
                        type: "button",
                        class: "button main",
                        "data-key": "tables-build",
                        disabled: shelf.isClosed || !shelf.stock?.tables.rules.length,
                        onclick: () => this.#build(),
                    },
                    t("tables.build"),
                ),
            ),
        );
    }

    /** @param {() => void} change */
    #set(change) {
        change();
        this.onChoice();
    }

    /** @param {string} rules */
    #choose(rules) {
        this.choice.rules = rules;
        if (Number(this.#men) > mostMen(rules)) this.#men = String(mostMen(rules));
    }

    /** The requested tables. @returns {import("./api.js").TablebaseSettings} */
    get #wanted() {
        const men = this.#men === ALL ? {} : { men: Number(this.#men) };
        return {
            kind: "tablebase",
            game: this.choice.rules,
            ...men,
            ...(this.#hasResultsOnly ? { wdl_only: true } : {}),
        };
    }

    /** Disk, memory and time. @param {Tables | undefined} rules */
    #needs(rules) {
        if (!rules)
            return html("p", { class: "quiet" }, t(this.shelf.stock ? "stock.tables.folder" : "databases.loading"));
        // Requested again when tables were built.
        const key = JSON.stringify([this.#wanted, rules.bytes]);
        if (key !== this.#known.key) this.#ask(key);
        const { needs, hasFailed } = this.#known;
        if (!needs) return html("p", { class: "needs" }, t(hasFailed ? "tables.needs.unknown" : "moves.computing"));
        if (needs.positions === 0) return html("p", { class: "needs", "data-count": 0 }, t("tables.complete"));
        const figure = (/** @type {"disk" | "memory" | "time"} */ what, /** @type {string} */ amount) =>
            html("div", {}, html("dt", {}, t(`tables.needs.${what}`)), html("dd", {}, amount));
        return html(
            "div",
            { class: "needs", "data-count": needs.positions },
            html("p", {}, t("tables.needs", { positions: number(needs.positions) })),
            html(
                "dl",
                {},
                figure("disk", size(needs.disk)),
                figure("memory", size(needs.memory)),
                figure("time", duration(needs.cpu_seconds)),
            ),
        );
    }

    /** @param {string} key */
    async #ask(key) {
        this.#asking?.abort();
        const controller = new AbortController();
        this.#asking = controller;
        this.#known = { key, needs: this.#known.needs, hasFailed: false };
        try {
            const needs = await databasesApi.needs(this.#wanted, controller.signal);
            if (!controller.signal.aborted) this.#known = { key, needs, hasFailed: false };
        } catch {
            if (!controller.signal.aborted) this.#known = { key, needs: null, hasFailed: true };
        }
        if (!controller.signal.aborted) this.show();
    }

    #build() {
        return this.shelf.begin(this.#wanted);
    }
}
