// A dialog that closes by its button, by Escape, and by a click outside.

import { html } from "./dom.js";
import { t } from "./text.js";

/**
 * @param {string} title
 * @param {import("./dom.js").Child[]} content
 * @param {() => void} [onClose]
 * @returns {() => void} closes it
 */
export function openDialog(title, content, onClose) {
    const close = html(
        "button",
        { type: "button", class: "icon", "aria-label": t("close"), onclick: () => dialog.close() },
        "✕",
    );
    const head = html("div", { class: "dialog-head" }, html("h2", { id: "dialog-title" }, title), close);
    const dialog = html(
        "dialog",
        { "aria-labelledby": "dialog-title" },
        head,
        html("div", { class: "dialog-body" }, ...content),
    );
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => {
        dialog.remove();
        onClose?.();
    });
    document.body.append(dialog);
    dialog.showModal();
    return () => dialog.close();
}
