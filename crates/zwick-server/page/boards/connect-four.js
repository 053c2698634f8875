// The board of Connect Four: a plate with holes, men that fall behind it, and one button per column with its value
// above.

import { fill, html, morph, svg } from "../app/dom.js";
import { t } from "../app/text.js";
import { badge } from "./badge.js";
import { drawLight } from "./lights.js";
import { sideName } from "./names.js";
import { gridOf, MEN, ownerOf } from "./shape.js";
import { wordsOf } from "./values.js";

/** @typedef {import("../app/api.js").RatedMove} RatedMove */
/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("./boards.js").Shown} Shown */

const CELL = 100;
const MARGIN = 16;
const LABELS = 34;
const HOLE = 40;

export class ConnectFourBoard {
    #men = svg("g");
    #ghost = svg("g", { class: "ghost" });
    #marks = svg("g");
    #lights = svg("g");
    /** @type {import("./lights.js").Light | null} */
    #light = null;
    #columns = html("div", { class: "columns" });
    /** @type {Shown | null} */
    #shown = null;

    /**
     * @param {HTMLElement} root
     * @param {(move: string) => void} onMove
     */
    constructor(root, onMove) {
        this.root = root;
        this.onMove = onMove;
    }

    /** Draws a position; only a move that has just been made is animated. @param {Shown} shown */
    show(shown) {
        const { state, isFlipped } = shown;
        const before = this.#shown;
        this.#shown = shown;
        if (before?.state.game !== state.game || before.isFlipped !== isFlipped || !this.root.contains(this.#columns))
            this.#build(state);
        this.root.setAttribute("aria-label", t("board.connect-four", { width: this.#width, height: this.#height }));
        if (before?.state !== state || before?.isFlipped !== isFlipped) this.#drawMen(shown);
        this.#drawColumns(shown);
        this.highlight(this.#light);
    }

    /** Highlights places and lines; null clears the highlight. @param {import("./lights.js").Light | null} light */
    highlight(light) {
        this.#light = light;
        const at = (/** @type {number} */ cell) => ({
            x: this.#x(cell % this.#width),
            y: this.#y(Math.floor(cell / this.#width)),
        });
        fill(this.#lights, ...drawLight(light, at, HOLE));
    }

    get #width() {
        return this.#shown ? gridOf(this.#shown.state.shape).width : 0;
    }

    get #height() {
        return this.#shown ? gridOf(this.#shown.state.shape).height : 0;
    }

    /** @param {number} column */
    #x(column) {
        return MARGIN + CELL * ((this.#shown?.isFlipped ? this.#width - 1 - column : column) + 0.5);
    }

    /** @param {number} row from the top */
    #y(row) {
        return MARGIN + CELL * (row + 0.5);
    }

    /** @param {State} state */
    #build(state) {
        const [width, height] = [this.#width, this.#height];
        const size = { width: width * CELL + 2 * MARGIN, height: height * CELL + MARGIN + LABELS };
        const holes = [...state.cells].map((_, cell) =>
            circlePath(this.#x(cell % width), this.#y(Math.floor(cell / width))),
        );
        const plate =
            `M28 0H${size.width - 28}a28 28 0 0 1 28 28V${size.height - 28}a28 28 0 0 1 -28 ` +
            `28H28a28 28 0 0 1 -28 -28V28a28 28 0 0 1 28 -28Z${holes.join("")}`;
        const labels = Array.from({ length: width }, (_, column) =>
            svg("text", { x: this.#x(column), y: size.height - 10, class: "column-label" }, String(column + 1)),
        );
        const picture = svg(
            "svg",
            { viewBox: `0 0 ${size.width} ${size.height}`, "aria-hidden": "true", class: "picture" },
            svg("rect", { x: 8, y: 8, width: size.width - 16, height: size.height - 16, rx: 24, class: "behind" }),
            this.#ghost,
            this.#men,
            svg("path", { d: plate, class: "plate", "fill-rule": "evenodd" }),
            ...[...state.cells].map((_, cell) =>
                svg("circle", {
                    cx: this.#x(cell % width),
                    cy: this.#y(Math.floor(cell / width)),
                    r: HOLE,
                    class: "rim",
                }),
            ),
            ...labels,
            this.#marks,
            this.#lights,
        );
        this.root.className = `board connect-four${width > 9 ? " many" : ""}`;
        this.root.style.setProperty("--ratio", String(size.width / size.height));
        this.root.style.setProperty("--margin", `${(100 * MARGIN) / size.width}%`);
        this.#columns.replaceChildren();
        this.root.replaceChildren(this.#columns, picture);
    }

    /** @param {Shown} shown */
    #drawMen({ state, isNew }) {
        const width = this.#width;
        const lastCell = state.last_touched?.to ?? -1;
        const men = [...state.cells].map((man, cell) => {
            if (man === MEN.empty) return null;
            const row = Math.floor(cell / width);
            const place = svg(
                "g",
                { transform: `translate(${this.#x(cell % width)} ${this.#y(row)})` },
                disc(ownerOf(man)),
            );
            if (isNew && cell === lastCell) {
                place.classList.add("falling");
                place.style.setProperty("--fall", `${-(row + 0.7) * CELL}px`);
            }
            return place;
        });
        fill(this.#men, ...men);
        const ring = (/** @type {number} */ cell, /** @type {string} */ name) =>
            svg("circle", {
                cx: this.#x(cell % width),
                cy: this.#y(Math.floor(cell / width)),
                r: HOLE + 3,
                class: name,
            });
        fill(
            this.#marks,
            lastCell >= 0 && ring(lastCell, "last"),
            ...state.winning.map((cell) => ring(cell, "winning")),
        );
        fill(this.#ghost);
    }

    /** @param {Shown} shown */
    #drawColumns({ state, canMove, moves, isFlipped }) {
        const order = Array.from({ length: this.#width }, (_, i) => (isFlipped ? this.#width - 1 - i : i));
        morph(
            this.#columns,
            order.map((column) =>
                this.#column(
                    column,
                    state,
                    canMove,
                    moves?.find(({ move }) => move === String(column + 1)),
                ),
            ),
        );
    }

    /**
     * @param {number} column
     * @param {State} state
     * @param {boolean} canMove
     * @param {RatedMove | undefined} rated
     */
    #column(column, state, canMove, rated) {
        const move = String(column + 1);
        const isLegal = state.legal.includes(move);
        const label = [t("board.column", { column: move }), this.#contents(column, state), rated && wordsOf(rated)];
        const button = html(
            "button",
            {
                type: "button",
                class: "column",
                "data-key": `column-${move}`,
                "data-move": move,
                "aria-label": label.filter(Boolean).join(", "),
                "aria-disabled": isLegal && canMove ? undefined : "true",
                // The button outlives single boards, so it uses the current one.
                onclick: () => this.#isOpen(button.dataset.move) && this.onMove(button.dataset.move ?? ""),
                onpointerenter: () => this.#preview(button.dataset.move),
                onpointerleave: () => fill(this.#ghost),
                onfocus: () => this.#preview(button.dataset.move),
                onblur: () => fill(this.#ghost),
            },
            badge(rated),
        );
        return button;
    }

    /**
     * The contents of a column, in words.
     * @param {number} column
     * @param {State} state
     */
    #contents(column, state) {
        const men = [...state.cells].filter((man, cell) => man !== MEN.empty && cell % this.#width === column);
        if (men.length === 0) return t("board.column.empty");
        const top = sideName(state.game, ownerOf(men[0]));
        const text = t("board.column.men", { count: men.length, height: this.#height, side: top });
        return men.length === this.#height ? `${t("board.column.full")}, ${text}` : text;
    }

    /** Whether a man can be dropped here now. @param {string | undefined} move */
    #isOpen(move) {
        return Boolean(this.#shown?.canMove && move && this.#shown.state.legal.includes(move));
    }

    /** Shows where a man would land. @param {string | undefined} move */
    #preview(move) {
        const state = this.#shown?.state;
        if (!state || !this.#isOpen(move)) return;
        const { to } = state.touched[state.legal.indexOf(move ?? "")];
        const place = `translate(${this.#x(to % this.#width)} ${this.#y(Math.floor(to / this.#width))})`;
        fill(this.#ghost, svg("g", { transform: place }, disc(state.turn)));
    }
}

/**
 * A man with a mark besides its colour: a ring for the first side, a dot for the second.
 * @param {import("../app/api.js").Side} side
 */
export function disc(side) {
    return svg(
        "g",
        { class: `man ${side}` },
        svg("circle", { r: 46, class: "body" }),
        svg("circle", { r: side === "first" ? 23 : 10, class: "mark" }),
    );
}

/** @param {number} x @param {number} y */
const circlePath = (x, y) =>
    `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
