// The layout of cards: in the panel of an area, or in one of its parts, which are chosen by tabs.

import { html } from "./dom.js";

/**
 * An empty card at the end of a panel, to be filled by its owner.
 * @param {Element} panel
 * @param {string} [id]
 */
export function addCard(panel, id) {
    const card = html("div", { class: "card", id });
    panel.append(card);
    return card;
}

/** The head of a card. @param {string} title @param {...import("./dom.js").Child} beside */
export const cardHead = (title, ...beside) => html("div", { class: "card-head" }, html("h2", {}, title), ...beside);

/**
 * The parts of an area at the end of its panel: tabs, and an empty panel for each part.
 * @template {string} Part
 * @param {Element} panel
 * @param {string} area
 * @param {readonly Part[]} parts
 * @param {string} prefix prefix of the panels' ids
 */
export function addParts(panel, area, parts, prefix) {
    const list = html("div", { class: "tabs parts", role: "tablist", "data-label": `${area}.parts` });
    const panels = /** @type {Record<Part, HTMLElement>} */ ({});
    panel.append(list);
    for (const part of parts) {
        const [tab, id] = [`tab-${area}-${part}`, `${prefix}-${part}`];
        const text = `${area}.part.${part}`;
        list.append(html("button", { type: "button", role: "tab", id: tab, "aria-controls": id, "data-text": text }));
        panels[part] = html("div", { class: "panel", id, role: "tabpanel", "aria-labelledby": tab });
        panel.append(panels[part]);
    }
    return { list, panels };
}
