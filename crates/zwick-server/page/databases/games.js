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

/**
 * @param {string} id
 * @param {string} label
 * @param {number} value
 * @param {{ least: number, most: number, onChange: (value: number) => void }} how
 */
export function numberField(id, label, value, { least, most, onChange }) {
    const change = () => {
        const wanted = Math.round(Number(input.value));
        const isNumber = input.value.trim() !== "" && Number.isFinite(wanted);
        const chosen = isNumber ? Math.max(least, Math.min(most, wanted)) : Number(input.getAttribute("value"));
        // The field is then identical to a redrawn one and is kept, so moving to the next field works.
        input.value = String(chosen);
        input.setAttribute("value", input.value);
        onChange(chosen);
    };
    const input = html("input", {
        id,
        "data-key": id,
        type: "number",
        inputmode: "numeric",
        min: least,
        max: most,
        value,
        onchange: change,
    });
    return html("div", { class: "field" }, html("label", { for: id }, label), input);
}
