// Bars side by side, each of several parts; a table has the same numbers.

import { html, svg } from "../app/dom.js";
import { t } from "../app/text.js";

/** @typedef {{ share: number, kind: string }} Part its share of the whole width */
/** @typedef {{ name: string, parts: Part[], figures: string[] }} Bar */
/** @typedef {{ kind: string, text: string }} Explained */

/**
 * @param {string} label what the picture shows
 * @param {Explained[]} legend
 * @param {Bar[]} bars
 */
export function barChart(label, legend, bars) {
    const rows = bars.map(({ name, parts, figures }) =>
        html(
            "div",
            { class: "bar-row" },
            html("span", { class: "bar-name" }, name),
            bar(parts),
            html("span", { class: "bar-figures" }, ...figures.map((figure) => html("span", {}, figure))),
        ),
    );
    const keys = legend.map(({ kind, text }) =>
        html(
            "span",
            { class: "bar-key" },
            svg(
                "svg",
                { viewBox: "0 0 10 10", "aria-hidden": "true" },
                svg("rect", { width: 10, height: 10, class: `bar-part ${kind}` }),
            ),
            text,
        ),
    );
    // If it overflows, it can be scrolled by keyboard too.
    return html(
        "div",
        { class: "bar-chart" },
        html("div", { class: "bar-legend", "aria-hidden": "true" }, ...keys),
        html("div", { class: "bar-rows", role: "img", "aria-label": label, tabindex: "0" }, ...rows),
    );
}

/** @param {Part[]} parts */
function bar(parts) {
    const picture = svg("svg", {
        viewBox: "0 0 100 10",
        preserveAspectRatio: "none",
        class: "bar",
        "aria-hidden": "true",
    });
    let x = 0;
    for (const { share, kind } of parts) {
        picture.append(
            svg("rect", {
                x: (100 * x).toFixed(3),
                y: 0,
                width: (100 * share).toFixed(3),
                height: 10,
                class: `bar-part ${kind}`,
            }),
        );
        x += share;
    }
    return picture;
}

/**
 * A table that opens under its picture and stays open or closed.
 * @param {string} key
 * @param {{ isOpen: boolean }} memory
 * @param {string[]} heads
 * @param {import("../app/dom.js").Child[][]} rows
 * @param {import("../app/dom.js").Child[]} [sums]
 */
export function tableBehind(key, memory, heads, rows, sums) {
    const cells = (/** @type {import("../app/dom.js").Child[]} */ row) =>
        row.map((cell, i) => (i === 0 ? html("th", { scope: "row" }, cell) : html("td", {}, cell)));
    const table = html(
        "table",
        {},
        html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)))),
        html("tbody", {}, ...rows.map((row) => html("tr", {}, ...cells(row)))),
        sums && html("tfoot", {}, html("tr", {}, ...cells(sums))),
    );
    const details = html(
        "details",
        { class: "as-table figures", open: memory.isOpen },
        html("summary", { "data-key": key }, t("graph.table")),
        html("div", { class: "wide-table", tabindex: "0", role: "region", "aria-label": t("graph.table") }, table),
    );
    details.addEventListener("toggle", () => (memory.isOpen = details.open));
    return details;
}
