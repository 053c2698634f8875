// What is loaded and where from, and how many positions have been evaluated in each phase of a game.

import { size } from "../app/amounts.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { number, t } from "../app/text.js";
import { gameName } from "../boards/names.js";
import { barChart, tableBehind } from "./bars.js";
import { allGames, gameField } from "./games.js";

/** @typedef {import("./api.js").PhaseCount} PhaseCount */
/** @typedef {import("./shelf.js").Shelf} Shelf */

/** A phase in words. @param {import("../app/api.js").Schemas["Phase"]} phase */
export function phaseName(phase) {
    if (phase.kind === "plies") return t("phase.plies", { from: phase.from, to: phase.to });
    return t(`phase.${phase.stage}`, { men: `${phase.mover}–${phase.other}` });
}

export class StockCard {
    /** @param {HTMLElement} root @param {Shelf} shelf */
    constructor(root, shelf) {
        this.root = root;
        this.shelf = shelf;
    }

    show() {
        fill(this.root, cardHead(t("stock.title")), this.#table());
    }

    #table() {
        const { stock, hasFailed } = this.shelf;
        if (!stock) return html("p", { class: "quiet" }, t(hasFailed ? "databases.failed" : "databases.loading"));
        const { store, books, tables } = stock;
        const folder = tables.folder ?? (tables.rules.length > 0 ? "" : t("stock.tables.folder"));
        const built = tables.rules.filter(({ pairs, plies }) => pairs.length > 0 || plies.length > 0);
        const rows = [
            row(
                t("stock.store"),
                t("stock.store.holds", {
                    positions: number(this.shelf.counts("").positions),
                    games: number(store.games),
                }),
                store.place ? `${store.kind} · ${store.place}` : store.kind,
            ),
            ...(store.worker_threads === null
                ? []
                : [
                      row(
                          t("stock.workers"),
                          t("stock.workers.alive", { threads: number(store.worker_threads) }),
                          "zwick worker",
                      ),
                  ]),
            ...books.map((book) =>
                row(
                    t("stock.book", { game: gameName(book.game) }),
                    t("stock.book.holds", {
                        positions: number(book.positions),
                        plies: book.plies,
                        bytes: size(book.bytes),
                    }),
                    book.file ?? t("stock.book.built-in"),
                ),
            ),
            ...(built.length > 0
                ? built.map((rules) =>
                      row(t("stock.tables", { game: gameName(rules.game) }), tablesHold(rules), folder),
                  )
                : [row(t("stock.tables", { game: t("game.morris") }), t("stock.tables.none"), folder)]),
        ];
        return html("dl", { class: "stock" }, ...rows);
    }
}

/** @param {import("./api.js").Tables} rules */
function tablesHold({ pairs, plies, bytes, missing }) {
    const holds = t("stock.tables.holds", { pairs: pairs.length, plies: plies.length, bytes: size(bytes) });
    return missing === null ? `${holds} · ${t("stock.complete")}` : holds;
}

/** @param {string} what @param {string} holds @param {string} from */
const row = (what, holds, from) =>
    html(
        "div",
        {},
        html("dt", {}, what),
        html("dd", {}, holds),
        html("dd", { class: "from" }, html("span", { class: "for-readers" }, `${t("stock.from")}: `), from),
    );

export class PhasesCard {
    #table = { isOpen: false };

    /** @param {HTMLElement} root @param {Shelf} shelf */
    constructor(root, shelf) {
        this.root = root;
        this.shelf = shelf;
    }

    show() {
        const { shelf } = this;
        const { phases, positions, exact } = shelf.counts(shelf.game);
        const head = cardHead(
            t("phases.title"),
            html(
                "span",
                { class: "total", "data-count": positions },
                t("phases.total", { positions: number(positions) }),
            ),
        );
        const choice = gameField("phases-game", allGames(), shelf.game, (game) => (shelf.game = game));
        if (phases.length === 0) return fill(this.root, head, choice, html("p", { class: "quiet" }, t("phases.empty")));
        const heads = [t("phases.phase"), t("phases.positions"), t("phases.exact"), t("phases.estimated")];
        const figures = (/** @type {{ positions: number, exact: number }} */ count) => [
            number(count.positions),
            number(count.exact),
            number(count.positions - count.exact),
        ];
        const rows = phases.map((phase) => [phaseName(phase.phase), ...figures(phase)]);
        return fill(
            this.root,
            head,
            choice,
            this.#chart(phases),
            tableBehind("phases-table", this.#table, heads, rows, [t("phases.sum"), ...figures({ positions, exact })]),
        );
    }

    /** @param {PhaseCount[]} phases */
    #chart(phases) {
        const most = Math.max(...phases.map((phase) => phase.positions));
        const bars = phases.map(({ phase, positions, exact }) => ({
            name: phaseName(phase),
            parts: [
                { share: exact / most, kind: "exact" },
                { share: (positions - exact) / most, kind: "estimated" },
            ],
            figures: [number(positions)],
        }));
        return barChart(
            t("phases.label", { game: gameName(this.shelf.game) }),
            [
                { kind: "exact", text: t("phases.exact") },
                { kind: "estimated", text: t("phases.estimated") },
            ],
            bars,
        );
    }
}
