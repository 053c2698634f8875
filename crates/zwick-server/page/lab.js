// The Lab: five parts behind a second, smaller row of tabs.

import { html } from "./dom.js";
import { CompareCard } from "./lab-compare.js";
import { Contestants } from "./lab-contestants.js";
import { GrowthCard } from "./lab-chart.js";
import { makeTabs } from "./tabs.js";

/** @typedef {import("./game.js").GameOnPage} GameOnPage */

const PARTS = ["compare", "tree", "playouts", "symmetry", "scenarios"];

export class Lab {
    #cards;
    #choosePart;

    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     */
    constructor(root, game) {
        this.root = root;
        const tabs = PARTS.map((part) => html("button", { type: "button", role: "tab", id: `tab-lab-${part}`, "aria-controls": `lab-${part}`, "data-text": `lab.part.${part}` }));
        const list = html("div", { class: "tabs parts", role: "tablist", "data-label": "lab.parts" }, ...tabs);
        const panels = PARTS.map((part) => html("div", { class: "panel", id: `lab-${part}`, role: "tabpanel", "aria-labelledby": `tab-lab-${part}` }));
        root.replaceChildren(list, ...panels);
        const card = (/** @type {string} */ part) => {
            const made = html("div", { class: "card" });
            panels[PARTS.indexOf(part)].append(made);
            return made;
        };
        const contestants = new Contestants(() => this.show());
        this.#cards = [new CompareCard(card("compare"), game, contestants), new GrowthCard(card("compare"), game, contestants)];
        this.#choosePart = makeTabs(list, "lab.part", () => this.show());
    }

    show() {
        for (const card of this.#cards) card.show();
    }

    /** @param {string} part */
    open(part) {
        if (PARTS.includes(part)) this.#choosePart(`tab-lab-${part}`);
    }
}
