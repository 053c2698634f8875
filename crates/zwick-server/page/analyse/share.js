// Share, export, import: the address, the position and the game as text.

import { addressOf, readAddress } from "../app/address.js";
import { api } from "../app/api.js";
import { cardHead } from "../app/cards.js";
import { copyButton, copyField } from "../app/copy.js";
import { openDialog } from "../app/dialog.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { reasonOf } from "../app/problem.js";
import { t } from "../app/text.js";
import { gameTextOf, readGame } from "./game-text.js";
import { ownGame } from "./own-game.js";

/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

export class ShareCard {
    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     * @param {() => void} onEdit
     * @param {(error: unknown) => void} onProblem
     */
    constructor(root, game, onEdit, onProblem) {
        this.root = root;
        this.game = game;
        this.onEdit = onEdit;
        this.onProblem = onProblem;
    }

    show() {
        const { game } = this;
        const link = `${location.origin}${location.pathname}${addressOf(game.place)}`;
        const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
            html("button", { type: "button", class: "button", "data-key": key, onclick }, text);
        fill(
            this.root,
            cardHead(t("share.title")),
            copyField("position-link", t("share.link"), link),
            copyField("position-text", t("share.position"), game.state?.position ?? ""),
            html(
                "div",
                { class: "row" },
                button("export", t("share.export"), () => this.exportGame()),
                button("import", t("share.import"), () => this.importGame()),
                button("edit", t("share.edit"), this.onEdit),
            ),
            ownGame(game),
        );
    }

    /** Shows the game as text, to be copied or saved. */
    async exportGame() {
        try {
            const text = gameTextOf(await api.text(await this.game.saved()), this.game);
            const area = html("textarea", { id: "game-text", rows: 10, readonly: true, "aria-label": t("share.text") });
            area.value = text;
            const file = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
            const save = html(
                "a",
                { class: "button", href: file, download: `zwickmuehle-${this.game.game.replace(":", "-")}.txt` },
                t("share.download"),
            );
            openDialog(
                t("share.export"),
                [
                    area,
                    html(
                        "div",
                        { class: "row" },
                        save,
                        copyButton("export-copy", () => text, t("share.text")),
                    ),
                ],
                () => URL.revokeObjectURL(file),
            );
        } catch (error) {
            this.onProblem(error);
        }
    }

    /** Reads a list of moves, a board or a whole game. */
    importGame() {
        const area = html("textarea", {
            id: "import-text",
            rows: 8,
            "aria-label": t("import.field"),
            spellcheck: "false",
        });
        const problem = html("p", { class: "problem", role: "alert" });
        const file = html("input", {
            type: "file",
            id: "import-file",
            class: "for-readers",
            accept: ".txt,.pgn,text/plain",
            tabindex: -1,
            "aria-label": t("import.file"),
        });
        file.addEventListener("change", async () => (area.value = (await file.files?.[0]?.text()) ?? area.value));
        const submit = async () => {
            try {
                await this.#read(area.value.trim());
                close();
            } catch (error) {
                problem.textContent = reasonOf(error);
            }
        };
        const use = html("button", { type: "button", class: "button main", onclick: submit }, t("import.do"));
        const close = openDialog(t("import.title"), [
            html("p", { class: "quiet" }, t("import.note")),
            area,
            problem,
            html(
                "div",
                { class: "row end" },
                file,
                html("button", { type: "button", class: "button", onclick: () => file.click() }, t("import.file")),
                use,
            ),
        ]);
        area.focus();
    }

    /** @param {string} text */
    async #read(text) {
        const { game } = this;
        const link = text.indexOf("#/");
        if (!text.includes("[") && link >= 0) return game.open(readAddress(text.slice(link)), null);
        const isBoard = !text.includes("[") && text.includes("/") && !/\d\.|[{(]|1\/2/.test(text);
        if (isBoard) {
            const place = { ...game.placeAt(0), start: text };
            await api.position(place);
            return game.begin(place, { first: PERSON, second: PERSON });
        }
        const { main, tree } = await readGame(text, game.game);
        return game.importText(main, tree);
    }
}
