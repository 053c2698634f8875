// Fields of the Lab for numbers. Nonsense becomes the nearest thing that makes sense, and is shown as that.

import { html } from "./dom.js";

/**
 * @param {{ id: string, label: string, value: number, least: number, most: number, usual: number, isWhole?: boolean }} wish
 * @param {(value: number) => void} onChange
 */
export function numberField({ id, label, value, least, most, usual, isWhole = false }, onChange) {
    const change = () => {
        const wanted = Math.min(Math.max(Number(input.value) || usual, least), most);
        const chosen = isWhole ? Math.round(wanted) : wanted;
        // The attribute too: the field is then the one that would be drawn anew, and stays with whatever is clicked next.
        input.setAttribute("value", String(chosen));
        input.value = String(chosen);
        onChange(chosen);
    };
    const input = html("input", { id, "data-key": id, type: "number", min: least, max: most, step: isWhole ? 1 : "any", value, onchange: change });
    return html("div", { class: "field inline" }, html("label", { for: id }, label), input);
}
