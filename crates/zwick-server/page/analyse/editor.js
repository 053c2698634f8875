// The position editor: a click sets a man; the server says why a board is not a position.

import { api } from "../app/api.js";
import { openDialog } from "../app/dialog.js";
import { fill, html, svg } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { reasonOf } from "../app/problem.js";
import { t } from "../app/text.js";
import { sideName } from "../boards/names.js";
import { pointText } from "../boards/notation.js";
import { fromMiddle, gridOf, linesOf, MEN, ownerOf, pointsOf } from "../boards/shape.js";

/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("../boards/shape.js").Spot} Spot */
/** @typedef {Side | "empty"} Brush */

/** @param {GameOnPage} game */
export function openEditor(game) {
    const { state } = game;
    if (state) new Editor(game, state);
}

/** Where a point stands, in per cent of the board. @param {State} state @returns {(point: number) => Spot} */
const placesOf =
    ({ shape }) =>
    (point) => {
        const { x, y } = fromMiddle(shape, point);
        return { x: 50 + 14 * x, y: 50 + 14 * y };
    };

class Editor {
    /** @type {Brush} */
    #brush = "first";
    /** @type {Side} */
    #turn;
    /** @type {string[]} */
    #cells;
    #hands;
    #board = html("div");
    #brushes = html("div", { class: "row brushes", role: "group", "aria-label": t("editor.brush") });
    #problem = html("p", { class: "problem", role: "alert" });

    /**
     * @param {GameOnPage} game
     * @param {State} state
     */
    constructor(game, state) {
        this.game = game;
        this.state = state;
        this.#turn = state.turn;
        this.#cells = [...state.cells];
        this.#hands = [...(state.men_in_hand ?? [0, 0])];
        const clear = html(
            "button",
            { type: "button", class: "button", onclick: () => this.#clear() },
            t("editor.clear"),
        );
        const use = html(
            "button",
            { type: "button", class: "button main", onclick: () => this.#use() },
            t("editor.use"),
        );
        const content = [
            html("p", { class: "quiet" }, t("editor.note")),
            this.#brushes,
            this.#board,
            this.#settings(),
            this.#problem,
            html("div", { class: "row end" }, clear, use),
        ];
        this.close = openDialog(t("editor.title"), content);
        this.#draw();
    }

    #draw() {
        const brushes = /** @type {Brush[]} */ (["first", "second", "empty"]).map((brush) =>
            html(
                "button",
                {
                    type: "button",
                    class: "button",
                    "data-key": `brush-${brush}`,
                    "aria-pressed": String(brush === this.#brush),
                    onclick: () => this.#take(brush),
                },
                brush !== "empty" && html("span", { class: `coin ${brush}`, "aria-hidden": "true" }),
                this.#manName(brush),
            ),
        );
        fill(this.#brushes, ...brushes);
        const { width } = gridOf(this.state.shape);
        this.#board.className = `editor-board ${width ? "cells" : "points"}`;
        this.#board.style.setProperty("--columns", String(width));
        fill(this.#board, !width && this.#lines(), ...this.#cells.map((man, cell) => this.#cell(man, cell)));
    }

    /** @param {Brush} brush */
    #manName(brush) {
        return brush === "empty" ? t("editor.empty") : sideName(this.game.game, brush);
    }

    /** @param {Brush} brush */
    #take(brush) {
        this.#brush = brush;
        this.#draw();
    }

    /** @param {string} man @param {number} cell */
    #cell(man, cell) {
        const brush = man === MEN.empty ? "empty" : ownerOf(man);
        const { width, height } = gridOf(this.state.shape);
        const words = { man: this.#manName(brush) };
        const label =
            width > 0
                ? t("editor.cell", { ...words, column: (cell % width) + 1, row: height - Math.floor(cell / width) })
                : t("editor.point", { ...words, point: pointText(pointsOf(this.state.shape)[cell].name) });
        const button = html(
            "button",
            {
                type: "button",
                class: "cell",
                "data-key": `cell-${cell}`,
                "aria-label": label,
                onclick: () => this.#set(cell),
            },
            brush !== "empty" && html("span", { class: `coin ${brush}`, "aria-hidden": "true" }),
        );
        if (!width) {
            const { x, y } = placesOf(this.state)(cell);
            button.style.left = `${x}%`;
            button.style.top = `${y}%`;
        }
        return button;
    }

    #lines() {
        const drawn = linesOf(this.state.shape, placesOf(this.state)).map((line) => svg("line", line));
        return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", class: "editor-lines" }, ...drawn);
    }

    /** @param {number} cell */
    #set(cell) {
        const man = MEN[this.#brush];
        this.#cells[cell] = this.#cells[cell] === man ? MEN.empty : man;
        this.#problem.textContent = "";
        this.#draw();
    }

    #clear() {
        this.#cells.fill(MEN.empty);
        this.#draw();
    }

    #settings() {
        const { game } = this.game;
        const turn = html(
            "select",
            { id: "editor-turn", onchange: () => (this.#turn = /** @type {Side} */ (turn.value)) },
            .../** @type {Side[]} */ (["first", "second"]).map((side) =>
                html("option", { value: side, selected: side === this.#turn }, sideName(game, side)),
            ),
        );
        const fields = [html("div", { class: "field" }, html("label", { for: "editor-turn" }, t("editor.turn")), turn)];
        if (this.state.men_in_hand) {
            /** @type {Side[]} */ (["first", "second"]).forEach((side, i) => {
                const input = html("input", {
                    id: `hand-${side}`,
                    type: "number",
                    min: 0,
                    max: 12,
                    value: this.#hands[i],
                    oninput: () => (this.#hands[i] = Number(input.value)),
                });
                fields.push(
                    html(
                        "div",
                        { class: "field" },
                        html("label", { for: `hand-${side}` }, t("editor.hand", { side: sideName(game, side) })),
                        input,
                    ),
                );
            });
        }
        return html("div", { class: "fields" }, ...fields);
    }

    /** The board as the one-line text the server reads: rows or rings, then the side to move, then the men in hand. */
    #text() {
        const { position, side_names } = this.state;
        // A man is the first letter of its side.
        const letter = (/** @type {string} */ man) => side_names[Number(man) - 1]?.[0] ?? man;
        const length = this.#cells.length / position.split(" ")[0].split("/").length;
        const rows = Array.from({ length: this.#cells.length / length }, (_, row) =>
            this.#cells
                .slice(row * length, (row + 1) * length)
                .map(letter)
                .join(""),
        );
        const board = rows.map((row) => row.replace(/\.+/g, (gap) => String(gap.length))).join("/");
        const hands = this.state.men_in_hand ? this.#hands : [];
        return [board, letter(MEN[this.#turn]), ...hands].join(" ");
    }

    async #use() {
        const place = { ...this.game.placeAt(0), start: this.#text() };
        try {
            await api.position(place);
        } catch (error) {
            this.#problem.textContent = reasonOf(error);
            return;
        }
        this.close();
        await this.game.begin(place, { first: PERSON, second: PERSON });
    }
}
