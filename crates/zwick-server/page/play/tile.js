// A part of the area Play that opens when it is wanted.

import { html, svg } from "../app/dom.js";

/**
 * @param {HTMLElement} panel
 * @param {string} id
 * @param {string} icon the shapes of its sign
 * @returns {HTMLElement} what it shows when it is open
 */
export function addTile(panel, id, icon) {
    const body = html("div", { class: "tile-body" });
    const sign = svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: icon }));
    const words = html(
        "span",
        {},
        html("strong", { "data-text": `tile.${id}` }),
        html("span", { "data-text": `tile.${id}.note` }),
    );
    panel.append(html("details", { class: "tile", id: `tile-${id}` }, html("summary", {}, sign, words), body));
    return body;
}
