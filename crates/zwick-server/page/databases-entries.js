// The records of the database, page by page.

import { phaseName } from "./databases-stock.js";
import { databasesApi } from "./databases-api.js";
import { fill, html } from "./dom.js";
import { PERSON } from "./game.js";
import { answerOf } from "./lab-scores.js";
import { number, t } from "./text.js";
import { kindOf, signOf, sourceOf, wordsOf } from "./values.js";

/** @typedef {import("./databases-api.js").Entry} Entry */
/** @typedef {import("./shelf.js").Shelf} Shelf */

const PAGE = 10;

/** What a record says its position is worth. @param {Pick<Entry, "score" | "exact">} entry */
export function valueCell({ score, exact }) {
    const answer = answerOf(score, exact && Number(score) === 0 ? "draw" : null);
    return html("span", { class: `value ${kindOf(answer)}` }, `${signOf(answer)} ${wordsOf(answer)}`);
}

/**
 * A position as text that goes on the board by a click.
 * @param {import("./game.js").GameOnPage} onPage
 * @param {string} game
 * @param {string} position
 * @param {string} key
 */
export function positionButton(onPage, game, position, key) {
    const show = () => onPage.begin({ game, start: position, moves: [] }, { first: PERSON, second: PERSON });
    return html("button", { type: "button", class: "link position", "data-key": key, title: t("search.show"), onclick: show }, position);
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
        // Another game, or records that came or went: from the first page on.
        const key = `${shelf.game} ${positions}`;
        if (shelf.stock && key !== this.#shown) {
            if (!this.#shown.startsWith(`${shelf.game} `)) this.#way = [undefined];
            this.#shown = key;
            this.#ask();
        }
        const entries = this.#entries ?? [];
        const from = (this.#way.length - 1) * PAGE;
        const range = entries.length > 0 ? t("browse.range", { from: number(from + 1), to: number(from + entries.length), all: number(positions) }) : "";
        const turn = (/** @type {"previous" | "next"} */ where, /** @type {boolean} */ isPossible, /** @type {() => void} */ change) => html("button", { type: "button", class: "button", "data-key": `browse-${where}`, "aria-disabled": isPossible ? undefined : "true", onclick: () => isPossible && this.#turn(change) }, t(`browse.${where}`));
        fill(
            this.root,
            html("div", { class: "card-head" }, html("h2", {}, t("browse.title")), html("span", {}, range)),
            entries.length > 0 ? html("ol", { class: "entries" }, ...entries.map((entry) => this.#entry(entry))) : html("p", { class: "quiet" }, this.#entries || shelf.hasFailed ? t("browse.empty") : t("databases.loading")),
            html("div", { class: "row" }, turn("previous", this.#way.length > 1, () => this.#way.pop()), turn("next", this.#next !== null, () => this.#way.push(this.#next ?? undefined))),
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
            const { records, next } = await databasesApi.entries(this.shelf.game, this.#way[this.#way.length - 1], PAGE);
            if (asked !== this.#asked) return;
            this.#entries = records;
            this.#next = next;
        } catch (error) {
            this.shelf.complain(error);
        }
        this.show();
    }

    /** @param {Entry} entry */
    #entry(entry) {
        const words = [phaseName(entry.phase), t("line.play", { move: entry.best }), sourceOf(entry.source)];
        return html("li", { "data-entry": entry.key }, positionButton(this.shelf.onPage, this.shelf.game, entry.position, `entry-${entry.key}`), html("p", {}, valueCell(entry), ` · ${words.join(" · ")}`));
    }
}
