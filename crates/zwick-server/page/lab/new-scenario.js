// The user's own scenario, from the position on the board.

import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { numberField } from "../app/fields.js";
import { t } from "../app/text.js";
import { movesText, moveText, readMoves } from "../boards/notation.js";

/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("./address.js").OwnScenario} OwnScenario */

const DEPTH = { id: "scenario-depth", least: 1, most: 20, isWhole: true };

export class NewScenarioCard {
    #depth = 5;
    #problem = "";

    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     * @param {(scenario: OwnScenario) => void} onMade
     */
    constructor(root, game, onMade) {
        this.root = root;
        this.game = game;
        this.onMade = onMade;
        this.title = html("input", { id: "scenario-title" });
        this.answers = html("input", {
            id: "scenario-answers",
            spellcheck: "false",
            autocapitalize: "none",
            autocomplete: "off",
        });
        // Created once, so that redrawing does not disturb typing.
        this.fields = [this.title, this.answers].map((input) =>
            html("div", { class: "field" }, html("label", { for: input.id }), input),
        );
    }

    show() {
        const { state } = this.game;
        if (!state) return;
        for (const [i, label] of [t("lab.scenarios.name"), t("lab.scenarios.answers")].entries()) {
            /** @type {HTMLElement} */ (this.fields[i].firstChild).textContent = label;
        }
        this.answers.placeholder = state.legal.slice(0, 2).map(moveText).join(", ");
        fill(
            this.root,
            cardHead(t("lab.scenarios.new")),
            html("p", { class: "quiet" }, t("lab.scenarios.new.note")),
            ...this.fields,
            html("p", { class: "problem", role: "alert" }, this.#problem),
            html(
                "div",
                { class: "row run-row" },
                html(
                    "button",
                    {
                        type: "button",
                        class: "button",
                        "data-key": "scenario-add",
                        id: "scenario-add",
                        disabled: state.over !== null,
                        onclick: () => this.#add(),
                    },
                    t("lab.scenarios.add"),
                ),
                numberField(DEPTH, t("lab.row.depth"), this.#depth, (depth) => (this.#depth = depth)),
            ),
        );
    }

    #add() {
        const { state } = this.game;
        if (!state) return;
        const answers = readMoves(this.answers.value, state.legal);
        const wrong = answers.find(({ move }) => move === undefined);
        this.#problem = "";
        if (answers.length === 0) this.#problem = t("lab.scenarios.empty");
        else if (wrong !== undefined)
            this.#problem = t("control.move.wrong", { move: wrong.text, legal: movesText(state.legal) });
        else {
            this.onMade({
                game: state.game,
                position: state.position,
                depth: this.#depth,
                answers: answers.flatMap(({ move }) => move ?? []),
                title: this.title.value.trim(),
            });
            this.title.value = this.answers.value = "";
        }
        this.show();
    }
}
