// A new game in place of the current one: asks if that is unfinished, and leads back to it afterwards.

import { openDialog } from "../app/dialog.js";
import { html } from "../app/dom.js";
import { keptGame } from "../app/kept.js";
import { offer } from "../app/notice.js";
import { t } from "../app/text.js";
import { OPPONENTS } from "../boards/opponents.js";

/**
 * @param {import("../app/game.js").GameOnPage} game
 * @param {import("./start.js").StartCard} start
 * @param {() => void} onBegin
 */
export function makeNewGame(game, start, onBegin) {
    const begin = async (/** @type {() => Promise<unknown>} */ open = () => start.open()) => {
        const before = keptGame(game.key);
        await open();
        onBegin();
        if (before && !before.over) offer(t("new.begun"), t("new.back"), () => game.resume(before));
    };
    const ask = () => {
        if (start.isOpen) onBegin();
        else if (game.isUnfinished) confirm(game.isShared, begin);
        else begin();
    };
    /** The first game of somebody who has just learned the rules: against the easiest opponent. @param {string} kind */
    const first = (kind) => begin(() => start.against(kind, OPPONENTS[0].player));
    return { ask, first };
}

/** @param {boolean} isShared @param {() => void} begin */
function confirm(isShared, begin) {
    const really = () => {
        close();
        begin();
    };
    const close = openDialog(t("new.title"), [
        html("p", {}, t(isShared ? "new.shared" : "new.note")),
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
