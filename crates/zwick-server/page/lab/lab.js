// The Lab: five parts behind a second, smaller row of tabs.

import { addCard, addParts } from "../app/cards.js";
import { makeTabs } from "../app/tabs.js";
import { readLabAddress } from "./address.js";
import { growthCard } from "./chart.js";
import { compareCard } from "./compare.js";
import { Contestants } from "./contestants.js";
import { NewScenarioCard } from "./new-scenario.js";
import { playoutsCard } from "./playouts.js";
import { ScenariosCard } from "./scenarios.js";
import { SearchCard } from "./search.js";
import { StepsCard } from "./steps.js";
import { SymmetryCard } from "./symmetry.js";
import { TreeCard } from "./tree.js";

/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

const PARTS = /** @type {const} */ (["compare", "tree", "playouts", "symmetry", "scenarios"]);

export class Lab {
    #cards;
    #scenarios;
    #parts;

    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     * @param {() => void} onPart
     */
    constructor(root, game, onPart) {
        const { list, panels } = addParts(root, "lab", PARTS, "lab");
        const contestants = new Contestants(() => this.show());
        const [searchRoot, stepsRoot, treeRoot] = [addCard(panels.tree), addCard(panels.tree), addCard(panels.tree)];
        const tree = new TreeCard(treeRoot);
        const steps = new StepsCard(stepsRoot, (node) => {
            tree.open(node);
            treeRoot.scrollIntoView({ block: "nearest" });
        });
        this.#scenarios = new ScenariosCard(addCard(panels.scenarios), game);
        this.#cards = [
            compareCard(addCard(panels.compare), game, contestants),
            growthCard(addCard(panels.compare), game, contestants),
            new SearchCard(searchRoot, game, (trace) => {
                tree.show(trace);
                steps.show(trace);
            }),
            playoutsCard(addCard(panels.playouts), game),
            new SymmetryCard(addCard(panels.symmetry), game),
            this.#scenarios,
            new NewScenarioCard(addCard(panels.scenarios), game, (scenario) => this.#scenarios.keep(scenario)),
        ];
        this.#parts = makeTabs(list, "lab.part", () => {
            this.show();
            onPart();
        });
    }

    /** The part that is open. */
    get part() {
        return this.#parts.current().replace("tab-lab-", "");
    }

    show() {
        for (const card of this.#cards) card.show();
    }

    /** @param {typeof PARTS[number]} part */
    openPart(part) {
        this.#parts.choose(`tab-lab-${part}`);
    }

    /** Opens the part in an address, with its scenario; false if it has none. @param {string} hash */
    open(hash) {
        const wanted = readLabAddress(hash);
        const part = PARTS.find((name) => name === wanted?.part);
        if (wanted === null || part === undefined) return false;
        this.openPart(part);
        if (wanted.scenario) this.#scenarios.keep(wanted.scenario);
        return true;
    }
}
