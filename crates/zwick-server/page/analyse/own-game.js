// A game saved on the server for this page: whether it is listed, and deleting it.

import { openDialog } from "../app/dialog.js";
import { html } from "../app/dom.js";
import { t } from "../app/text.js";
import { sideName } from "../boards/names.js";

/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

/** Nothing for drafts and spectators. @param {GameOnPage} game */
export function ownGame(game) {
    if (game.id === null || game.isWatching) return null;
    const wantsListed = game.isListed || (game.ownSide !== null && game.listingAsked === game.ownSide);
    const box = html("input", {
        type: "checkbox",
        id: "game-listed",
        "data-key": "game-listed",
        checked: wantsListed,
        onchange: () => game.setListed(box.checked),
    });
    const remove = html(
        "button",
        { type: "button", class: "button", "data-key": "delete-game", onclick: () => confirm(game) },
        t("own.delete"),
    );
    const asked = note(game);
    return html(
        "div",
        { id: "own-game" },
        html(
            "div",
            { class: "row" },
            html("label", { class: "check", for: "game-listed" }, box, " ", t("own.listed")),
            remove,
        ),
        asked && html("p", { class: "quiet" }, asked),
    );
}

/** What one side wants and the other has not agreed to. @param {GameOnPage} game */
function note(game) {
    const { deleteAsked, listingAsked } = game;
    if (deleteAsked)
        return deleteAsked === game.ownSide
            ? t("own.delete.waiting")
            : t("own.delete.asked", { side: sideName(game.game, deleteAsked) });
    if (listingAsked)
        return listingAsked === game.ownSide
            ? t("own.listed.waiting")
            : t("own.listed.asked", { side: sideName(game.game, listingAsked) });
    return null;
}

/** Asks first: deleting cannot be undone. @param {GameOnPage} game */
function confirm(game) {
    const really = () => {
        close();
        game.remove();
    };
    const remove = html(
        "button",
        { type: "button", class: "button main", "data-key": "delete-really", onclick: really },
        t("own.delete"),
    );
    const close = openDialog(t("own.delete.title"), [
        html("p", {}, t(game.ownSide === null ? "own.delete.note" : "own.delete.both")),
        html("div", { class: "row end" }, remove),
    ]);
}
