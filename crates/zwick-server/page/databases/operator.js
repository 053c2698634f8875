// Who may change the databases: everyone, those who know the operator's secret, or nobody from here. The secret is
// requested once and remembered while the tab is open.

import { Refusal } from "../app/api.js";
import { openDialog } from "../app/dialog.js";
import { html } from "../app/dom.js";
import { t } from "../app/text.js";

const KEPT = "zwick.operator";
/** Statuses of a request that lacks the secret, or has a wrong one. */
const REFUSED = [401, 403];

/**
 * Runs an operator request, with the secret if one is known or required.
 * @template T
 * @param {"open" | "token" | "closed"} kind what the server asks for
 * @param {(token: string | undefined) => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function asOperator(kind, run) {
    if (kind !== "token") return run(undefined);
    let problem = "";
    for (;;) {
        const secret = sessionStorage.getItem(KEPT) ?? (await askForSecret(problem));
        if (secret === null) throw new Error(t("operator.none"));
        try {
            const result = await run(secret);
            sessionStorage.setItem(KEPT, secret);
            return result;
        } catch (error) {
            if (!(error instanceof Refusal) || !REFUSED.includes(error.status)) throw error;
            sessionStorage.removeItem(KEPT);
            problem = t("operator.wrong");
        }
    }
}

/** @param {string} problem with the one before @returns {Promise<string | null>} none if the window was closed */
function askForSecret(problem) {
    return new Promise((resolve) => {
        /** @type {string | null} */
        let answer = null;
        const input = html("input", { id: "operator-secret", type: "password", autocomplete: "off", required: true });
        const form = html(
            "form",
            {
                class: "dialog-form",
                onsubmit: (/** @type {Event} */ event) => {
                    event.preventDefault();
                    answer = input.value;
                    close();
                },
            },
            html("p", { class: "quiet" }, t("operator.note")),
            html("p", { class: "problem", role: "alert" }, problem),
            html("div", { class: "field wide" }, html("label", { for: "operator-secret" }, t("operator.field")), input),
            html("div", { class: "row end" }, html("button", { class: "button main" }, t("operator.use"))),
        );
        const close = openDialog(t("operator.title"), [form], () => resolve(answer));
        input.focus();
    });
}
