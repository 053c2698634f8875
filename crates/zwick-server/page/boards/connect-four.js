// The board of Connect Four: a plate with holes, men that fall behind it, and one button per column with its value
// above.

import { fill, html, morph, svg } from "../app/dom.js";
import { t } from "../app/text.js";
import { badge, lookOf } from "./badge.js";
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
/** The lower edge of the plate. */
const EDGE = 10;
const HOLE = 41;
/** Where a man waits above its column. */
const ABOVE = -30;
/** Milliseconds of a fall, and more for every row of it. */
const FALL = { least: 90, row: 25 };

export class ConnectFourBoard {
    #men = svg("g");
    /** @type {Map<string, SVGGElement>} the men by cell and side: one that still falls is not touched */
    #drawn = new Map();
    #ghost = svg("g", { class: "ghost" });
    #marks = svg("g");
    #lights = svg("g");
    /** @type {import("./lights.js").Light | null} */
    #light = null;
    #columns = html("div", { class: "columns", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#step(event) });
    /** The column that the Tab key leads to. */
    #reached = 3;
    #isHovered = false;
    /** @type {Shown | null} */
    #shown = null;

    /** @param {HTMLElement} root @param {import("./boards.js").Tell} tell */
    constructor(root, tell) {
        this.root = root;
        this.tell = tell;
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
        const places = [...state.cells].map((_, cell) => ({
            x: this.#x(cell % width),
            y: this.#y(Math.floor(cell / width)),
        }));
        const plate =
            `M36 0H${size.width - 36}a36 36 0 0 1 36 36V${size.height - 36}a36 36 0 0 1 -36 ` +
            `36H36a36 36 0 0 1 -36 -36V36a36 36 0 0 1 36 -36Z${places.map(circlePath).join("")}`;
        const labels = Array.from({ length: width }, (_, column) =>
            svg("text", { x: this.#x(column), y: size.height - 10, class: "column-label" }, String(column + 1)),
        );
        const picture = svg(
            "svg",
            { viewBox: `0 0 ${size.width} ${size.height + EDGE}`, "aria-hidden": "true", class: "picture" },
            svg("rect", { y: EDGE, width: size.width, height: size.height, rx: 36, class: "plate-edge" }),
            svg("rect", { x: 8, y: 8, width: size.width - 16, height: size.height - 16, rx: 28, class: "behind" }),
            ...places.map(({ x, y }) => svg("path", { d: crescent(x, y), class: "hole-shade" })),
            this.#men,
            svg("path", { d: plate, class: "plate", "fill-rule": "evenodd" }),
            svg("path", { d: `M20 9A34 34 0 0 1 38 2H${size.width - 38}a34 34 0 0 1 18 7`, class: "plate-light" }),
            ...places.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: HOLE + 1, class: "rim" })),
            this.#ghost,
            ...labels,
            this.#marks,
            this.#lights,
        );
        this.root.className = `board connect-four${width > 9 ? " many" : ""}`;
        document.body.style.setProperty("--ratio", String(size.width / (size.height + EDGE)));
        this.root.style.setProperty("--margin", `${(100 * MARGIN) / size.width}%`);
        this.#columns.replaceChildren();
        this.#men.replaceChildren();
        this.#drawn.clear();
        this.#reached = Math.floor((width - 1) / 2);
        this.root.replaceChildren(this.#columns, picture);
    }

    /** Adds and removes men; those that stay, or still fall, are not touched. @param {Shown} shown */
    #drawMen({ state, isNew }) {
        const width = this.#width;
        const lastCell = state.last_touched?.to ?? -1;
        const wanted = new Set([...state.cells].map((man, cell) => `${cell} ${man}`));
        for (const [key, man] of this.#drawn) {
            if (wanted.has(key)) continue;
            man.remove();
            this.#drawn.delete(key);
        }
        for (const [cell, man] of [...state.cells].entries()) {
            const key = `${cell} ${man}`;
            if (man === MEN.empty || this.#drawn.has(key)) continue;
            const place = this.#man(cell, ownerOf(man), isNew && cell === lastCell);
            this.#drawn.set(key, place);
            this.#men.append(place);
        }
        const at = (/** @type {number} */ cell) => ({ x: this.#x(cell % width), y: this.#y(Math.floor(cell / width)) });
        const last = lastCell >= 0 && state.winning.length === 0 ? at(lastCell) : null;
        fill(
            this.#marks,
            last && svg("circle", { cx: last.x, cy: last.y, r: HOLE + 4, class: "last" }),
            ...winningLines(state.winning.map((cell) => ({ cell, ...at(cell) }))),
        );
    }

    /** @param {number} cell @param {import("../app/api.js").Side} side @param {boolean} isFalling */
    #man(cell, side, isFalling) {
        const row = Math.floor(cell / this.#width);
        const place = svg("g", { transform: `translate(${this.#x(cell % this.#width)} ${this.#y(row)})` }, disc(side));
        if (isFalling) {
            const fall = (row + 0.7) * CELL;
            place.classList.add("falling");
            place.style.setProperty("--fall", `${-fall}px`);
            place.style.setProperty("--spring", `${-0.04 * fall}px`);
            place.style.setProperty("--time", `${FALL.least + FALL.row * (row + 1)}ms`);
        }
        return place;
    }

    /** @param {Shown} shown */
    #drawColumns({ state, canMove, moves, isFlipped }) {
        const order = Array.from({ length: this.#width }, (_, i) => (isFlipped ? this.#width - 1 - i : i));
        const look = lookOf(moves ?? []);
        morph(
            this.#columns,
            order.map((column) =>
                this.#column(
                    column,
                    state,
                    canMove,
                    moves?.find(({ move }) => move === String(column + 1)),
                    look,
                ),
            ),
        );
        if (!this.#isHovered) this.#invite();
    }

    /** Before the first move a man waits above the middle. */
    #invite() {
        const shown = this.#shown;
        const isFirst = shown?.canMove && !shown.moves && [...shown.state.cells].every((man) => man === MEN.empty);
        fill(this.#ghost, ...(isFirst ? this.#waiting(Math.floor((this.#width - 1) / 2)) : []));
    }

    /** Arrows move between the columns, which are one stop for the Tab key. @param {KeyboardEvent} event */
    #step(event) {
        const buttons = /** @type {HTMLElement[]} */ ([...this.#columns.children]);
        const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
        const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
        if (at < 0 || next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        const button = buttons[Math.max(0, Math.min(next, buttons.length - 1))];
        for (const one of buttons) one.tabIndex = one === button ? 0 : -1;
        this.#reached = Number(button.dataset.move) - 1;
        button.focus();
    }

    /**
     * @param {number} column
     * @param {State} state
     * @param {boolean} canMove
     * @param {RatedMove | undefined} rated
     * @param {import("./badge.js").Look} look
     */
    #column(column, state, canMove, rated, look) {
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
                tabindex: column === this.#reached ? 0 : -1,
                // The button outlives single boards, so it uses the current one.
                onclick: () => this.#choose(button.dataset.move ?? ""),
                onpointerenter: () => this.#preview(button.dataset.move),
                onpointerleave: () => this.#leave(),
                onfocus: () => this.#preview(button.dataset.move),
                onblur: () => this.#leave(),
            },
            badge(rated, look),
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

    /** @param {string} move */
    #choose(move) {
        if (this.#isOpen(move)) this.tell.move(move);
        else this.tell.refused({ place: Number(move) - 1, progress: { step: "begin" } });
    }

    /** Whether a man can be dropped here now. @param {string | undefined} move */
    #isOpen(move) {
        return Boolean(this.#shown?.canMove && move && this.#shown.state.legal.includes(move));
    }

    /** Shows the man that would fall here. @param {string | undefined} move */
    #preview(move) {
        this.#isHovered = true;
        fill(this.#ghost, ...(this.#isOpen(move) ? this.#waiting(Number(move) - 1) : []));
    }

    #leave() {
        this.#isHovered = false;
        this.#invite();
    }

    /** A man above its column, unless a value stands there, and light on the column. @param {number} column */
    #waiting(column) {
        const shown = this.#shown;
        if (!shown) return [];
        const x = this.#x(column);
        const height = this.#height * CELL + MARGIN + LABELS - 12;
        const above = svg("g", { transform: `translate(${x} ${ABOVE}) scale(0.72)` }, disc(shown.state.turn));
        return [
            svg("rect", { x: x - CELL / 2, y: 6, width: CELL, height, rx: 22, class: "column-light" }),
            ...(shown.moves ? [] : [above]),
        ];
    }
}

/**
 * The line through a four, or through each of several.
 * @param {{ cell: number, x: number, y: number }[]} places
 */
function winningLines(places) {
    // Every row through two of the places that holds four of them.
    const ends = places.flatMap((a) =>
        places.flatMap((b) => {
            const [dx, dy] = [b.x - a.x, b.y - a.y];
            const isStraight = dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy);
            const far = Math.max(Math.abs(dx), Math.abs(dy));
            const between = places.filter(
                (c) => (c.x - a.x) * dy === (c.y - a.y) * dx && (c.x - a.x) * dx + (c.y - a.y) * dy >= 0,
            );
            const inside = between.filter((c) => Math.max(Math.abs(c.x - a.x), Math.abs(c.y - a.y)) <= far);
            const isWhole = far >= 3 * CELL && inside.length === far / CELL + 1;
            const isLongest =
                isWhole && between.length === inside.length && !places.some((c) => isBefore(c, a, dx, dy));
            return isStraight && isLongest && a.cell < b.cell ? [{ x1: a.x, y1: a.y, x2: b.x, y2: b.y }] : [];
        }),
    );
    return ["winning-line under", "winning-line"].flatMap((name) =>
        ends.map((line) => svg("line", { ...line, class: name })),
    );
}

/** Whether a place continues a row backwards. @param {{ x: number, y: number }} c @param {{ x: number, y: number }} a @param {number} dx @param {number} dy */
const isBefore = (c, a, dx, dy) => c.x === a.x - CELL * Math.sign(dx) && c.y === a.y - CELL * Math.sign(dy);

/**
 * A man with a mark besides its colour: a ring for the first side, a dot for the second.
 * @param {import("../app/api.js").Side} side
 */
export function disc(side) {
    return svg(
        "g",
        { class: `man ${side}` },
        svg("circle", { r: 36.8, class: "body" }),
        svg("circle", { r: 25.5, class: "dish" }),
        svg("path", { d: "M-29 -11A31 31 0 0 1 -11 -29", class: "arc" }),
        svg("circle", { r: side === "first" ? 16 : 8.5, class: "mark" }),
    );
}

/** @param {{ x: number, y: number }} place */
const circlePath = ({ x, y }) =>
    `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;

/** The shadow within a hole, along its upper edge. @param {number} x @param {number} y */
const crescent = (x, y) => `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 0 1 ${2 * HOLE} 0a43 36 0 0 0 ${-2 * HOLE} 0Z`;
