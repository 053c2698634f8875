// The position editor: men are set where one clicks; the server says what keeps a board from being a position.

import { isConnectFour } from "./address.js";
import { api } from "./api.js";
import { openDialog } from "./dialog.js";
import { fill, html, svg } from "./dom.js";
import { PERSON } from "./game.js";
import { POINTS, lines } from "./morris-points.js";
import { t } from "./text.js";
import { sideName } from "./values.js";

/** @typedef {import("./api.js").Side} Side */
/** @typedef {import("./api.js").State} State */
/** @typedef {import("./game.js").GameOnPage} GameOnPage */
/** @typedef {Side | "empty"} Brush */

const EMPTY = ".";

/** @param {GameOnPage} game */
export function openEditor(game) {
    const { state } = game;
    if (state) new Editor(game, state);
}

/** Where a point stands, in per cent of the board. @param {number} point */
const place = (point) => ({ x: 50 + 14 * (POINTS[point].file - 3), y: 50 - 14 * (POINTS[point].rank - 3) });

class Editor {
    /** @type {Brush} */
    #brush = "first";
    /** @type {Side} */
    #turn;
    /** @type {string[]} */
    #cells;
    #hands;
    #letters;
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
        this.#letters = isConnectFour(state.game) ? { first: "X", second: "O", empty: EMPTY } : { first: "W", second: "B", empty: EMPTY };
        const clear = html("button", { type: "button", class: "button", onclick: () => this.#clear() }, t("editor.clear"));
        const use = html("button", { type: "button", class: "button main", onclick: () => this.#use() }, t("editor.use"));
        const content = [html("p", { class: "quiet" }, t("editor.note")), this.#brushes, this.#board, this.#settings(), this.#problem, html("div", { class: "row end" }, clear, use)];
        this.close = openDialog(t("editor.title"), content);
        this.#draw();
    }

    #draw() {
        const brushes = (/** @type {Brush[]} */ (["first", "second", "empty"])).map((brush) =>
            html("button", { type: "button", class: "button", "data-key": `brush-${brush}`, "aria-pressed": String(brush === this.#brush), onclick: () => this.#take(brush) }, brush !== "empty" && html("span", { class: `coin ${brush}`, "aria-hidden": "true" }), this.#manName(brush)),
        );
        fill(this.#brushes, ...brushes);
        const width = this.state.width ?? 0;
        this.#board.className = `editor-board ${width ? "cells" : "points"} ${isConnectFour(this.game.game) ? "of-connect-four" : "of-morris"}`;
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
        const brush = /** @type {Brush} */ (Object.entries(this.#letters).find(([, letter]) => letter === man)?.[0] ?? "empty");
        const { width, height } = this.state;
        const words = { man: this.#manName(brush) };
        const label = width && height ? t("editor.cell", { ...words, column: (cell % width) + 1, row: height - Math.floor(cell / width) }) : t("editor.point", { ...words, point: POINTS[cell].name });
        const button = html("button", { type: "button", class: "cell", "data-key": `cell-${cell}`, "aria-label": label, onclick: () => this.#set(cell) }, brush !== "empty" && html("span", { class: `coin ${brush}`, "aria-hidden": "true" }));
        if (!width) {
            const { x, y } = place(cell);
            button.style.left = `${x}%`;
            button.style.top = `${y}%`;
        }
        return button;
    }

    #lines() {
        const drawn = lines(this.game.game.includes("morabaraba")).map(([from, to]) => svg("line", { x1: place(from).x, y1: place(from).y, x2: place(to).x, y2: place(to).y }));
        return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", class: "editor-lines" }, ...drawn);
    }

    /** @param {number} cell */
    #set(cell) {
        const letter = this.#letters[this.#brush];
        this.#cells[cell] = this.#cells[cell] === letter ? EMPTY : letter;
        this.#problem.textContent = "";
        this.#draw();
    }

    #clear() {
        this.#cells.fill(EMPTY);
        this.#draw();
    }

    #settings() {
        const { game } = this.game;
        const turn = html("select", { id: "editor-turn", onchange: () => (this.#turn = /** @type {Side} */ (turn.value)) }, ...(/** @type {Side[]} */ (["first", "second"])).map((side) => html("option", { value: side, selected: side === this.#turn }, sideName(game, side))));
        const fields = [html("div", { class: "field" }, html("label", { for: "editor-turn" }, t("editor.turn")), turn)];
        if (!isConnectFour(game)) {
            (/** @type {Side[]} */ (["first", "second"])).forEach((side, i) => {
                const input = html("input", { id: `hand-${side}`, type: "number", min: 0, max: 12, value: this.#hands[i], oninput: () => (this.#hands[i] = Number(input.value)) });
                fields.push(html("div", { class: "field" }, html("label", { for: `hand-${side}` }, t("editor.hand", { side: sideName(game, side) })), input));
            });
        }
        return html("div", { class: "fields" }, ...fields);
    }

    /** The board as the one-line text the server reads. */
    #text() {
        const width = this.state.width ?? 8;
        const rows = Array.from({ length: this.#cells.length / width }, (_, row) => this.#cells.slice(row * width, (row + 1) * width).join(""));
        const board = rows.map((row) => row.replace(/\.+/g, (gap) => String(gap.length))).join("/");
        const side = this.#letters[this.#turn];
        return this.state.width ? `${board} ${side}` : `${board} ${side} ${this.#hands.join(" ")}`;
    }

    async #use() {
        const start = this.#text();
        try {
            await api.position(this.game.game, start, []);
        } catch (error) {
            this.#problem.textContent = error instanceof Error ? error.message : String(error);
            return;
        }
        this.close();
        await this.game.begin({ game: this.game.game, start, moves: [] }, { first: PERSON, second: PERSON });
    }
}
