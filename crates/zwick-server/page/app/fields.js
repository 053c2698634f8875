// Fields for numbers. What is not a number leaves the field as it was; one out of bounds becomes the nearest valid one.

import { html } from "./dom.js";
import { recall, remember } from "./memory.js";

/** @typedef {{ id: string, least: number, most: number, isWhole?: boolean }} Bounds of a field with this id */

/**
 * @param {Bounds} bounds
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} onChange
 */
export function numberField({ id, least, most, isWhole = false }, label, value, onChange) {
    const change = () => {
        const wanted = isWhole ? Math.round(Number(input.value)) : Number(input.value);
        const isNumber = input.value.trim() !== "" && Number.isFinite(wanted);
        const chosen = isNumber ? Math.min(Math.max(wanted, least), most) : Number(input.getAttribute("value"));
        // The attribute too: the field is then identical to a redrawn one and is kept, so the next click is not lost.
        input.setAttribute("value", String(chosen));
        input.value = String(chosen);
        onChange(chosen);
    };
    const input = html("input", {
        id,
        "data-key": id,
        type: "number",
        inputmode: isWhole ? "numeric" : "decimal",
        min: least,
        max: most,
        step: isWhole ? 1 : "any",
        value,
        onchange: change,
    });
    return html("div", { class: "field" }, html("label", { for: id }, label), input);
}

/** A number that the browser remembers, with its field. */
export class RememberedNumber {
    /**
     * @param {string} key under which it is remembered
     * @param {number} usual
     * @param {Bounds} bounds
     */
    constructor(key, usual, bounds) {
        this.key = key;
        this.bounds = bounds;
        /** @type {number} */
        this.value = recall(key, usual);
    }

    /** @param {string} label */
    field(label) {
        return numberField(this.bounds, label, this.value, (value) => {
            this.value = value;
            remember(this.key, value);
        });
    }
}
