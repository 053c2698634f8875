// Keys, the meaning of the signs, and where answers come from.

import { openDialog } from "./dialog.js";
import { html } from "./dom.js";
import { number, t } from "./text.js";

/** @typedef {import("./text.js").TextKey} TextKey */

/** @type {[string[], TextKey][]} */
const KEYS = [
    [["1", "…", "9"], "help.drop"],
    [["←", "→"], "help.through"],
    [["Home", "End"], "help.ends"],
    [["Space"], "help.best"],
    [["U"], "help.undo"],
    [["R"], "help.redo"],
    [["H"], "help.hints"],
    [["T"], "help.hint"],
    [["F"], "help.flip"],
    [["N"], "help.new"],
    [["?"], "help.help"],
];

/** An estimate as an example. */
const exampleOf = () => `+${number(1.2, 1)}`;

export function openHelp() {
    const keys = KEYS.flatMap(([names, text]) => [
        html("dt", {}, ...names.map((name) => (name === "…" ? "…" : html("kbd", {}, name)))),
        html("dd", {}, t(text)),
    ]);
    const sign = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {string} */ words) => [
        html("dt", {}, html("span", { class: `badge ${kind}` }, text)),
        html("dd", {}, words),
    ];
    const learn = { "type": "button", "class": "button", "data-area": "learn", "onclick": () => close() };
    const close = openDialog(t("help.title"), [
        html("p", {}, t("help.learn"), " ", html("button", learn, t("help.learn.open"))),
        html("h3", {}, t("help.keys")),
        html("dl", { class: "keys" }, ...keys),
        html("h3", {}, t("help.values")),
        html(
            "dl",
            { class: "keys" },
            ...sign("win", "▲ 8", t("value.win.moves", { moves: 8 })),
            ...sign("draw", "● 0", t("value.draw")),
            ...sign("loss", "▼ 9", t("value.loss.moves", { moves: 9 })),
            ...sign("estimate", `≈ ${exampleOf()}`, t("value.estimate", { points: exampleOf() })),
        ),
        html("p", {}, t("help.values.note")),
        html("h3", {}, t("help.book")),
        html("p", {}, t("help.book.note")),
    ]);
}
