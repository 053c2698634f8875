// Number fields of the Lab. Invalid input is replaced by the nearest valid number.

import { html } from "../app/dom.js";

/**
 * @param {{ id: string, label: string, value: number, least: number, most: number, usual: number, isWhole?: boolean }}
 *     wish
 * @param {(value: number) => void} onChange
 */
export function numberField({ id, label, value, least, most, usual, isWhole = false }, onChange) {
    const change = () => {
        const wanted = Math.min(Math.max(Number(input.value) || usual, least), most);
        const chosen = isWhole ? Math.round(wanted) : wanted;
        // The attribute too: the field is then identical to a redrawn one and is kept, so the next click is not
        // lost.
        input.setAttribute("value", String(chosen));
        input.value = String(chosen);
        onChange(chosen);
    };
    const input = html("input", {
        id,
        "data-key": id,
        type: "number",
        min: least,
        max: most,
        step: isWhole ? 1 : "any",
        value,
        onchange: change,
    });
    return html("div", { class: "field inline" }, html("label", { for: id }, label), input);
}
