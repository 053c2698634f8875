// Exporting records from the database, importing them, and clearing it.

import { cardHead } from "../app/cards.js";
import { openDialog } from "../app/dialog.js";
import { fill, html } from "../app/dom.js";
import { number, t } from "../app/text.js";
import { gameName } from "../boards/names.js";
import { databasesApi } from "./api.js";
import { allGames, gameField } from "./games.js";
import { asOperator } from "./operator.js";

/** @typedef {import("./shelf.js").Shelf} Shelf */
/** @typedef {import("./api.js").Format} Format */

/** @type {Format[]} */
const FORMATS = ["csv", "jsonl", "v1", "v2", "v3"];
/** The game of each older program. @type {Partial<Record<Format, string>>} */
const GAME_OF = { v1: "connect-four", v2: "connect-four", v3: "morris" };
/** The names under which the older programs kept their files; V2 had a table for every three moves played. */
const FILE_OF = { v1: "data.txt", v3: "morris.txt" };
const TABLES = Array.from(
    { length: 14 },
    (_, i) => `${String(i).padStart(2, "0")}_table_${3 * i + 1}_${3 * i + 3}.txt`,
);
/** The longest request the server accepts, in bytes; longer files are for the command. */
const LONGEST = 65_536;

export class TransferCard {
    /** All games if empty. */
    #game = "";

    /**
     * @param {HTMLElement} root
     * @param {Shelf} shelf
     * @param {(text: string) => void} onNotice
     */
    constructor(root, shelf, onNotice) {
        this.root = root;
        this.shelf = shelf;
        this.onNotice = onNotice;
    }

    show() {
        const { shelf } = this;
        const save = (/** @type {Format} */ format) =>
            format === "v2"
                ? html(
                      "button",
                      { type: "button", class: "button", "data-key": "export-v2", onclick: () => this.#offerTables() },
                      t("transfer.v2"),
                  )
                : this.#link(format, t(`transfer.${format}`));
        const isFor = (/** @type {Format} */ format) => [undefined, this.#game].includes(GAME_OF[format]);
        const offered = FORMATS.filter((format) => this.#game === "" || isFor(format));
        const button = (/** @type {string} */ key, /** @type {string} */ words, /** @type {() => void} */ act) =>
            html(
                "button",
                {
                    type: "button",
                    class: "button",
                    "data-key": key,
                    disabled: shelf.isClosed || !shelf.stock,
                    onclick: act,
                },
                words,
            );
        const choose = (/** @type {string} */ game) => {
            this.#game = game;
            this.show();
        };
        fill(
            this.root,
            cardHead(t("transfer.title")),
            gameField("transfer-game", ["", ...allGames()], this.#game, choose),
            html("div", { class: "row" }, ...offered.map(save)),
            html(
                "div",
                { class: "row" },
                button("import-positions", t("transfer.import"), () => this.#askForFiles()),
                button("empty", t("transfer.empty"), () => this.#askFirst()),
            ),
        );
    }

    /** A link that saves a file. @param {Format} format @param {string} words @param {string} [table] of V2 */
    #link(format, words, table) {
        const own = `zwickmuehle-${(this.#game || "all").replace(":", "-")}.${format}`;
        const name = table ?? (format === "v1" || format === "v3" ? FILE_OF[format] : own);
        const href = databasesApi.exportAddress(GAME_OF[format] ?? this.#game, format, table);
        return html("a", { class: "button", "data-key": `export-${table ?? format}`, href, download: name }, words);
    }

    /** V2 had fourteen files. */
    #offerTables() {
        openDialog(t("transfer.v2"), [
            html("p", { class: "quiet" }, t("transfer.tables")),
            html("div", { class: "row" }, ...TABLES.map((table) => this.#link("v2", table, table))),
        ]);
    }

    #askForFiles() {
        const input = html("input", { type: "file", id: "import-files", multiple: true });
        const formats = html(
            "select",
            { id: "import-format" },
            html("option", { value: "" }, t("transfer.format.name")),
            ...FORMATS.map((format) => html("option", { value: format }, t(`transfer.format.${format}`))),
        );
        const problem = html("p", { class: "problem", role: "alert" });
        const submit = async () => {
            use.disabled = true;
            problem.textContent = await this.#import(
                [...(input.files ?? [])],
                /** @type {Format | ""} */ (formats.value),
            );
            use.disabled = false;
            if (!problem.textContent) close();
        };
        const use = html(
            "button",
            { type: "button", class: "button main", "data-key": "import-do", onclick: submit },
            t("transfer.import.do"),
        );
        const field = (/** @type {HTMLElement} */ element, /** @type {string} */ words) =>
            html("div", { class: "field wide" }, html("label", { for: element.id }, words), element);
        const close = openDialog(t("transfer.import.title"), [
            html("p", { class: "quiet" }, t("transfer.import.note")),
            field(input, t("transfer.import.files")),
            field(formats, t("transfer.import.format")),
            problem,
            html("div", { class: "row end" }, use),
        ]);
        input.focus();
    }

    /** Imports files, all or none; returns the problem, if there is one. @param {File[]} chosen @param {Format | ""} format */
    async #import(chosen, format) {
        if (chosen.length === 0) return t("transfer.import.none");
        if (chosen.reduce((bytes, file) => bytes + file.size, 0) > LONGEST) return t("transfer.import.long");
        const files = await Promise.all(chosen.map(async (file) => ({ name: file.name, text: await file.text() })));
        try {
            const run = (/** @type {string | undefined} */ token) => databasesApi.importFiles(files, format, token);
            const { read, saved } = await asOperator(this.shelf.stock?.operator ?? "open", run);
            this.onNotice(t("transfer.imported", { read: number(read), saved: number(saved) }));
        } catch (error) {
            return error instanceof Error ? error.message : String(error);
        }
        await this.shelf.refresh();
        return "";
    }

    /** Says how much would be lost. */
    async #askFirst() {
        await this.shelf.refresh();
        const game = this.#game;
        const { positions, exact } = this.shelf.counts(game);
        if (positions === 0) return this.onNotice(t("transfer.empty.nothing"));
        const figures = { positions: number(positions), exact: number(exact), game: game && gameName(game) };
        const cancel = html(
            "button",
            { type: "button", class: "button", "data-key": "empty-cancel", onclick: () => close() },
            t("cancel"),
        );
        const forget = async () => {
            close();
            await this.#empty(game);
        };
        const confirm = html(
            "button",
            { type: "button", class: "button danger", "data-key": "empty-confirm", onclick: forget },
            t("transfer.empty.do"),
        );
        const close = openDialog(t("transfer.empty.title"), [
            html("p", {}, t(game ? "transfer.empty.game" : "transfer.empty.all", figures)),
            html("div", { class: "row end" }, cancel, confirm),
        ]);
        cancel.focus();
    }

    /** @param {string} game */
    async #empty(game) {
        const answer = await this.shelf.change((token) => databasesApi.forget(game, token));
        if (answer) this.onNotice(t("transfer.emptied", { positions: number(answer.forgotten) }));
        await this.shelf.refresh();
    }
}
