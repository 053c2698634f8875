// A new game in place of the current one: asks if that has no end yet, and leads back to it afterwards.

import { openDialog } from "../app/dialog.js";
import { html } from "../app/dom.js";
import { keptGame } from "../app/kept.js";
import { offer } from "../app/notice.js";
import { t } from "../app/text.js";
import { OPPONENTS } from "../boards/opponents.js";

export class NewGame {
    /**
     * @param {import("../app/game.js").GameOnPage} game
     * @param {import("./start.js").StartCard} start
     * @param {() => void} onBegin
     */
    constructor(game, start, onBegin) {
        this.game = game;
        this.start = start;
        this.onBegin = onBegin;
    }

    ask() {
        const { game } = this;
        if (this.start.isOpen) this.onBegin();
        else if (game.isUnfinished) this.#confirm();
        else this.#begin();
    }

    #confirm() {
        const really = () => {
            close();
            this.#begin();
        };
        const close = openDialog(t("new.title"), [
            html("p", {}, t(this.game.isShared ? "new.shared" : "new.note")),
            html(
                "div",
                { class: "row end" },
                html(
                    "button",
                    { type: "button", class: "button", "data-key": "new-not", onclick: () => close() },
                    t("new.not"),
                ),
                html(
                    "button",
                    { type: "button", class: "button main", "data-key": "new-really", onclick: really },
                    t("control.new"),
                ),
            ),
        ]);
    }

    /** The first game of somebody who has just learned the rules: against the easiest opponent. @param {string} game */
    first(game) {
        return this.#begin(() => this.start.against(game, OPPONENTS[0].player));
    }

    /** @param {() => Promise<unknown>} open */
    async #begin(open = () => this.start.open()) {
        const before = keptGame(this.game.key);
        await open();
        this.onBegin();
        if (before && !before.over) offer(t("new.begun"), t("new.back"), () => this.game.resume(before));
    }
}
