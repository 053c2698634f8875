// Exporting records from the database, and clearing it.

import { openDialog } from "../app/dialog.js";
import { fill, html } from "../app/dom.js";
import { number, t } from "../app/text.js";
import { gameName } from "../boards/names.js";
import { databasesApi } from "./api.js";
import { allGames, gameField } from "./games.js";

/** @typedef {import("./shelf.js").Shelf} Shelf */

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
        const save = (/** @type {"csv" | "jsonl"} */ format) =>
            html(
                "a",
                {
                    class: "button",
                    "data-key": `export-${format}`,
                    href: databasesApi.exportAddress(this.#game, format),
                    download: `zwickmuehle-${(this.#game || "all").replace(":", "-")}.${format}`,
                },
                t(`transfer.${format}`),
            );
        const choose = (/** @type {string} */ game) => {
            this.#game = game;
            this.show();
        };
        const empty = html(
            "button",
            {
                type: "button",
                class: "button",
                "data-key": "empty",
                disabled: shelf.isClosed || !shelf.stock,
                onclick: () => this.#askFirst(),
            },
            t("transfer.empty"),
        );
        fill(
            this.root,
            html("div", { class: "card-head" }, html("h2", {}, t("transfer.title"))),
            gameField("transfer-game", ["", ...allGames()], this.#game, choose),
            html("div", { class: "row" }, save("csv"), save("jsonl"), empty),
        );
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
