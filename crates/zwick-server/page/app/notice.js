// Short notices: moves for screen readers, problems for everyone.

import { Refusal } from "./api.js";
import { byId, html } from "./dom.js";
import { t } from "./text.js";

const SHOWN_FOR = 6000;

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
    byId("announcer").textContent = text;
}

/** Shows what went wrong. @param {unknown} error */
export function complain(error) {
    const text =
        error instanceof Refusal && error.status === 0
            ? t("problem.offline")
            : error instanceof Error
              ? error.message
              : String(error);
    const notice = html("p", { class: "notice" }, text);
    byId("notices").replaceChildren(notice);
    setTimeout(() => notice.remove(), SHOWN_FOR);
}
