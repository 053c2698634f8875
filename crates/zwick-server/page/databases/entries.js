// The records of the database, page by page.

import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { number, t } from "../app/text.js";
import { moveText } from "../boards/notation.js";
import { finderOf, kindOf, signOf, wordsOf } from "../boards/values.js";
import { databasesApi } from "./api.js";
import { phaseName } from "./stock.js";

/** @typedef {import("./api.js").Entry} Entry */
/** @typedef {import("./shelf.js").Shelf} Shelf */

const PAGE = 10;

/** What a record says its position is worth. @param {Pick<Entry, "worth">} entry */
export const valueCell = ({ worth }) =>
    html("span", { class: `value ${kindOf(worth)}` }, `${signOf(worth)} ${wordsOf(worth)}`);

/**
 * A position as text; a click puts it on the board.
 * @param {import("../app/game.js").GameOnPage} onPage
 * @param {string} game
 * @param {string} position
 * @param {string} key
 */
export function positionButton(onPage, game, position, key) {
    const show = () => onPage.begin({ game, start: position, moves: [] }, { first: PERSON, second: PERSON });
    return html(
        "button",
        { type: "button", class: "link position", "data-key": key, title: t("search.show"), onclick: show },
        position,
    );
}

export class EntriesCard {
    /** @type {Entry[] | null} */
    #entries = null;
    /** @type {string | null} */
    #next = null;
    /** @type {(string | undefined)[]} the keys that the pages up to this one begin after */
    #way = [undefined];
    #shown = "";
    #asked = 0;

    /** @param {HTMLElement} root @param {Shelf} shelf */
    constructor(root, shelf) {
        this.root = root;
        this.shelf = shelf;
    }

    show() {
        const { shelf } = this;
        const { positions } = shelf.counts(shelf.game);
        // Another game, or changed records: back to the first page.
        const key = `${shelf.game} ${positions}`;
        if (shelf.stock && key !== this.#shown) {
            if (!this.#shown.startsWith(`${shelf.game} `)) this.#way = [undefined];
            this.#shown = key;
            this.#ask();
        }
        const entries = this.#entries ?? [];
        const from = (this.#way.length - 1) * PAGE;
        const range =
            entries.length > 0
                ? t("browse.range", {
                      from: number(from + 1),
                      to: number(from + entries.length),
                      all: number(positions),
                  })
                : "";
        const turn = (
            /** @type {"previous" | "next"} */ where,
            /** @type {boolean} */ isPossible,
            /** @type {() => void} */ change,
        ) =>
            html(
                "button",
                {
                    type: "button",
                    class: "button",
                    "data-key": `browse-${where}`,
                    "aria-disabled": isPossible ? undefined : "true",
                    onclick: () => isPossible && this.#turn(change),
                },
                t(`browse.${where}`),
            );
        fill(
            this.root,
            cardHead(t("browse.title"), html("span", {}, range)),
            entries.length > 0
                ? html("ol", { class: "entries" }, ...entries.map((entry) => this.#entry(entry)))
                : html(
                      "p",
                      { class: "quiet" },
                      this.#entries || shelf.hasFailed ? t("browse.empty") : t("databases.loading"),
                  ),
            html(
                "div",
                { class: "row" },
                turn("previous", this.#way.length > 1, () => this.#way.pop()),
                turn("next", this.#next !== null, () => this.#way.push(this.#next ?? undefined)),
            ),
        );
    }

    /** @param {() => void} change */
    #turn(change) {
        change();
        this.#ask();
    }

    async #ask() {
        this.#asked += 1;
        const asked = this.#asked;
        try {
            const { items, next } = await databasesApi.entries(this.shelf.game, this.#way[this.#way.length - 1], PAGE);
            if (asked !== this.#asked) return;
            this.#entries = items;
            this.#next = next;
        } catch (error) {
            this.shelf.complain(error);
        }
        this.show();
    }

    /** @param {Entry} entry */
    #entry(entry) {
        const words = [phaseName(entry.phase), t("line.play", { move: moveText(entry.best) }), finderOf(entry.source)];
        return html(
            "li",
            { "data-entry": entry.key },
            positionButton(this.shelf.onPage, this.shelf.game, entry.position, `entry-${entry.key}`),
            html("p", {}, valueCell(entry), ` · ${words.join(" · ")}`),
        );
    }
}
