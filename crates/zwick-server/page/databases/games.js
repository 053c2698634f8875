// Games by name, to choose one of them.

import { html } from "../app/dom.js";
import { offered } from "../app/offered.js";
import { t } from "../app/text.js";
import { gameName } from "../boards/names.js";

/** All games the server offers. @returns {string[]} */
export const allGames = () => offered.games.flatMap(({ variants }) => variants);

/**
 * @param {string} id
 * @param {string[]} games an empty one stands for all
 * @param {string} chosen
 * @param {(game: string) => void} onChange
 */
export function gameField(id, games, chosen, onChange) {
    const select = html(
        "select",
        { id, "data-key": id, onchange: () => onChange(select.value) },
        ...games.map((game) =>
            html(
                "option",
                { value: game, selected: game === chosen },
                game === "" ? t("databases.game.all") : gameName(game),
            ),
        ),
    );
    return html("div", { class: "field wide" }, html("label", { for: id }, t("databases.game")), select);
}
