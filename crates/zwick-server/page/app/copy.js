// A text with a button that copies it.

import { html } from "./dom.js";
import { t } from "./text.js";

const SAID_FOR = 1500;

/**
 * @param {string} id
 * @param {string} label
 * @param {string} value
 */
export function copyField(id, label, value) {
    const input = html("input", { id, "data-key": id, readonly: true, value, onfocus: () => input.select() });
    return html(
        "div",
        { class: "copy-field" },
        html("label", { for: id }, label),
        html(
            "div",
            { class: "row" },
            input,
            copyButton(`copy-${id}`, () => value, label),
        ),
    );
}

/**
 * @param {string} key
 * @param {() => string | Promise<string>} text
 * @param {string} what
 */
export function copyButton(key, text, what) {
    const button = html(
        "button",
        { type: "button", class: "button", "data-key": key, "aria-label": `${t("copy")}: ${what}` },
        t("copy"),
    );
    button.addEventListener("click", async () => {
        await copy(await text());
        button.textContent = t("copied");
        setTimeout(() => (button.textContent = t("copy")), SAID_FOR);
    });
    return button;
}

/** @param {string} text */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // Browsers refuse this without HTTPS; the text can still be selected manually.
        const area = html("textarea", { class: "for-readers", "aria-hidden": "true" }, text);
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
    }
}
