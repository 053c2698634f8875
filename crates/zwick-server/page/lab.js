// The Lab: five parts behind a second, smaller row of tabs.

import { html } from "./dom.js";
import { readLabAddress } from "./lab-address.js";
import { GrowthCard } from "./lab-chart.js";
import { CompareCard } from "./lab-compare.js";
import { Contestants } from "./lab-contestants.js";
import { NewScenarioCard } from "./lab-new-scenario.js";
import { PlayoutsCard } from "./lab-playouts.js";
import { ScenariosCard } from "./lab-scenarios.js";
import { SearchCard } from "./lab-search.js";
import { StepsCard } from "./lab-steps.js";
import { SymmetryCard } from "./lab-symmetry.js";
import { TreeCard } from "./lab-tree.js";
import { makeTabs } from "./tabs.js";

/** @typedef {import("./game.js").GameOnPage} GameOnPage */

const PARTS = ["compare", "tree", "playouts", "symmetry", "scenarios"];

export class Lab {
    #cards;
    #scenarios;
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
        const [searchRoot, stepsRoot, treeRoot] = [card("tree"), card("tree"), card("tree")];
        const tree = new TreeCard(treeRoot);
        const steps = new StepsCard(stepsRoot, (node) => {
            tree.open(node);
            treeRoot.scrollIntoView({ block: "nearest" });
        });
        this.#scenarios = new ScenariosCard(card("scenarios"), game);
        this.#cards = [
            new CompareCard(card("compare"), game, contestants),
            new GrowthCard(card("compare"), game, contestants),
            new SearchCard(searchRoot, game, (trace) => {
                tree.show(trace);
                steps.show(trace);
            }),
            new PlayoutsCard(card("playouts"), game),
            new SymmetryCard(card("symmetry"), game),
            this.#scenarios,
            new NewScenarioCard(card("scenarios"), game, (scenario) => this.#scenarios.keep(scenario)),
        ];
        this.#choosePart = makeTabs(list, "lab.part", () => this.show());
    }

    show() {
        for (const card of this.#cards) card.show();
    }

    /** Opens the part that an address names, with the scenario in it; false if it names none. @param {string} hash */
    open(hash) {
        const wanted = readLabAddress(hash);
        if (wanted === null || !PARTS.includes(wanted.part)) return false;
        this.#choosePart(`tab-lab-${wanted.part}`);
        if (wanted.scenario) this.#scenarios.keep(wanted.scenario);
        return true;
    }
}
