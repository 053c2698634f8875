// Parts of the area Play that open when they are wanted, and ways to other areas.

import { html, svg } from "../app/dom.js";

/**
 * @param {HTMLElement} panel
 * @param {string} id
 * @param {string} icon the shapes of its sign
 * @returns {HTMLElement} what it shows when it is open
 */
export function addTile(panel, id, icon) {
    const body = html("div", { class: "tile-body" });
    panel.append(
        html("details", { class: "tile", id: `tile-${id}` }, html("summary", {}, ...contents(id, icon)), body),
    );
    return body;
}

/**
 * One that leads to an area.
 * @param {HTMLElement} panel
 * @param {import("../app/address.js").Area} area
 * @param {string} icon
 */
export function addWay(panel, area, icon) {
    const button = { "type": "button", "class": "tile way", "id": `tile-${area}`, "data-area": area };
    panel.append(html("button", button, ...contents(area, icon)));
}

/** @param {string} id @param {string} icon */
const contents = (id, icon) => [
    svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: icon })),
    html("span", {}, html("strong", { "data-text": `tile.${id}` }), html("span", { "data-text": `tile.${id}.note` })),
];
