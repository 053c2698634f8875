// What the tables of morris say: won, drawn and lost positions for each material pair, and the longest wins to play
// through.

import { size } from "../app/amounts.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { number, t } from "../app/text.js";
import { databasesApi } from "./api.js";
import { barChart, tableBehind } from "./bars.js";

/** @typedef {import("./api.js").Pair} Pair */
/** @typedef {import("./shelf.js").Shelf} Shelf */

const LONGEST_SHOWN = 8;
const PERFECT = "perfect";

/** @param {Pair} pair */
const nameOf = ({ own, other }) => `${own}–${other}`;
/** The winner's own moves. @param {number} plies */
const movesOf = (plies) => Math.ceil(plies / 2);
/** Rounded, but never to 0 or 100 % unless exact. @param {number} share */
function percent(share) {
    if (share > 0 && share < 0.005) return "<1";
    return share < 1 && share >= 0.995 ? ">99" : number(100 * share);
}

export class MaterialCard {
    #table = { isOpen: false };

    /**
     * @param {HTMLElement} root
     * @param {Shelf} shelf
     * @param {{ rules: string }} choice
     */
    constructor(root, shelf, choice) {
        this.root = root;
        this.shelf = shelf;
        this.choice = choice;
    }

    show() {
        const pairs = pairsOf(this.shelf, this.choice.rules);
        const head = cardHead(t("material.title"));
        if (pairs.length === 0) return fill(this.root, head, html("p", { class: "quiet" }, t("material.empty")));
        const legend = /** @type {const} */ ([
            ["win", "▲", "wins"],
            ["draw", "●", "draws"],
            ["loss", "▼", "losses"],
        ]).map(([kind, sign, word]) => ({ kind, text: `${sign} ${t(`material.${word}`)}` }));
        const bars = pairs.map((pair) => {
            const [wins, draws, losses] = [pair.wins, pair.draws, pair.losses].map((count) => count / pair.positions);
            return {
                name: nameOf(pair),
                parts: [
                    { share: wins, kind: "win" },
                    { share: draws, kind: "draw" },
                    { share: losses, kind: "loss" },
                ],
                figures: [`▲ ${percent(wins)}`, `● ${percent(draws)}`, `▼ ${percent(losses)} %`],
            };
        });
        return fill(
            this.root,
            head,
            html("p", { class: "quiet" }, t("material.note")),
            barChart(t("material.label"), legend, bars),
            this.#figures(pairs),
        );
    }

    /** @param {Pair[]} pairs */
    #figures(pairs) {
        const heads = /** @type {const} */ (["pair", "positions", "wins", "draws", "losses", "longest", "bytes"]).map(
            (key) => t(`material.${key}`),
        );
        const rows = pairs.map((pair) => [
            nameOf(pair),
            ...[pair.positions, pair.wins, pair.draws, pair.losses].map((count) => number(count)),
            pair.longest_win_plies ? number(movesOf(pair.longest_win_plies)) : "–",
            size(pair.bytes),
        ]);
        const sum = (/** @type {"positions" | "wins" | "draws" | "losses" | "bytes"} */ what) =>
            pairs.reduce((all, pair) => all + pair[what], 0);
        const longest = Math.max(...pairs.map((pair) => pair.longest_win_plies ?? 0));
        const sums = [
            t("material.sum"),
            .../** @type {const} */ (["positions", "wins", "draws", "losses"]).map((what) => number(sum(what))),
            longest > 0 ? number(movesOf(longest)) : "–",
            size(sum("bytes")),
        ];
        return tableBehind("material-table", this.#table, heads, rows, sums);
    }
}

/** @param {Shelf} shelf @param {string} rules @returns {Pair[]} the fewest men first */
function pairsOf({ stock }, rules) {
    const pairs = stock?.tables.rules.find(({ game }) => game === rules)?.pairs ?? [];
    return pairs.toSorted((a, b) => a.own + a.other - b.own - b.other || a.own - b.own);
}

export class LongestCard {
    /**
     * @param {HTMLElement} root
     * @param {Shelf} shelf
     * @param {{ rules: string }} choice
     */
    constructor(root, shelf, choice) {
        this.root = root;
        this.shelf = shelf;
        this.choice = choice;
    }

    show() {
        const pairs = pairsOf(this.shelf, this.choice.rules).filter((pair) => pair.longest_win_plies);
        const longest = pairs
            .toSorted((a, b) => (b.longest_win_plies ?? 0) - (a.longest_win_plies ?? 0))
            .slice(0, LONGEST_SHOWN);
        const list =
            longest.length > 0
                ? html("ol", { class: "longest" }, ...longest.map((pair) => this.#row(pair)))
                : html("p", { class: "quiet" }, t("longest.none"));
        fill(this.root, cardHead(t("longest.title")), html("p", { class: "quiet" }, t("longest.note")), list);
    }

    /** @param {Pair} pair */
    #row(pair) {
        const { own, other } = pair;
        const name = t("longest.pair", { own, other });
        const moves = movesOf(pair.longest_win_plies ?? 0);
        const button = (/** @type {"show" | "play"} */ what, /** @type {string} */ player) =>
            html(
                "button",
                {
                    type: "button",
                    class: "button small",
                    "data-key": `longest-${what}-${own}-${other}`,
                    "aria-label": `${t(`longest.${what}`)}: ${name}`,
                    onclick: () => this.#open(pair, player),
                },
                t(`longest.${what}`),
            );
        const value = html(
            "span",
            { class: "value win" },
            `▲ ${moves === 1 ? t("value.win.one") : t("value.win.moves", { moves })}`,
        );
        return html(
            "li",
            {},
            html("span", {}, name),
            value,
            html("div", { class: "row" }, button("show", PERSON), button("play", PERFECT)),
        );
    }

    /** @param {Pair} pair @param {string} player of both sides */
    async #open({ own, other }, player) {
        const game = this.choice.rules;
        try {
            const { position } = await databasesApi.longest(game, own, other);
            await this.shelf.onPage.begin({ game, start: position, moves: [] }, { first: player, second: player });
        } catch (error) {
            this.shelf.complain(error);
        }
    }
}
