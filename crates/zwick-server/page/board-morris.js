// The board of Nine Men's Morris: a move is made by up to three clicks (the man, its point, the man it takes).

import { badge } from "./badge.js";
import { fill, html, morph, svg } from "./dom.js";
import { drawLight } from "./lights.js";
import { POINTS, lines, parts, pointNumber } from "./morris-points.js";
import { t } from "./text.js";
import { sideName, wordsOf } from "./values.js";

/** @typedef {import("./api.js").RatedMove} RatedMove */
/** @typedef {import("./api.js").State} State */
/** @typedef {import("./boards.js").Shown} Shown */
/** @typedef {ReturnType<typeof parts>} Parts */

const SIZE = 760;
const STEP = 102;
const MIDDLE = SIZE / 2;
const RING = 40;
const NOTHING_CHOSEN = { from: /** @type {string | null} */ (null), to: /** @type {string | null} */ (null) };

export class MorrisBoard {
    #men = svg("g");
    #marks = svg("g");
    #lights = svg("g");
    /** @type {import("./lights.js").Light | null} */
    #light = null;
    #points = html("div", { class: "points" });
    #chosen = NOTHING_CHOSEN;
    /** @type {Shown | null} */
    #shown = null;

    /**
     * @param {HTMLElement} root
     * @param {(move: string) => void} onMove
     * @param {() => void} onChoice
     */
    constructor(root, onMove, onChoice) {
        this.root = root;
        this.onMove = onMove;
        this.onChoice = onChoice;
    }

    /** What the next click is for, in words; empty if it begins a move. */
    get prompt() {
        const { from, to } = this.#chosen;
        if (to) return t("status.take");
        return from ? t("status.from", { point: from }) : "";
    }

    /** @param {Shown} shown */
    show(shown) {
        const before = this.#shown;
        this.#shown = shown;
        if (before?.state !== shown.state) this.#chosen = NOTHING_CHOSEN;
        if (before?.state.game !== shown.state.game || before.isFlipped !== shown.isFlipped || !this.root.contains(this.#points)) this.#build(shown.state);
        this.root.setAttribute("aria-label", t("board.morris"));
        if (before?.state !== shown.state || before.isFlipped !== shown.isFlipped) this.#drawMen(shown);
        this.#drawPoints(shown);
        this.highlight(this.#light);
    }

    /** Points at points and mills; none points at nothing. @param {import("./lights.js").Light | null} light */
    highlight(light) {
        this.#light = light;
        fill(this.#lights, ...drawLight(light, (point) => this.#place(point), RING));
    }

    /** @param {number} point */
    #place(point) {
        const { file, rank } = POINTS[point];
        const turn = this.#shown?.isFlipped ? -1 : 1;
        return { x: MIDDLE + turn * STEP * (file - 3), y: MIDDLE - turn * STEP * (rank - 3) };
    }

    /** @param {State} state */
    #build(state) {
        const drawn = lines(state.game.includes("morabaraba")).map(([a, b]) => {
            const [from, to] = [this.#place(a), this.#place(b)];
            return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
        });
        const labels = Array.from({ length: 7 }, (_, i) => {
            const at = MIDDLE + STEP * ((this.#shown?.isFlipped ? 6 - i : i) - 3);
            return [svg("text", { x: at, y: SIZE - 13 }, "abcdefg"[i]), svg("text", { x: 16, y: SIZE - at + 7 }, String(i + 1))];
        });
        const picture = svg(
            "svg",
            { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true", class: "picture" },
            svg("rect", { width: SIZE, height: SIZE, rx: 28, class: "wood" }),
            svg("g", { class: "lines" }, ...drawn),
            svg("g", { class: "dots" }, ...POINTS.map((_, point) => svg("circle", { cx: this.#place(point).x, cy: this.#place(point).y, r: 9 }))),
            svg("g", { class: "labels" }, ...labels.flat()),
            this.#men,
            this.#marks,
            this.#lights,
        );
        this.root.className = "board morris";
        this.root.style.setProperty("--ratio", "1");
        this.#points.replaceChildren();
        this.root.replaceChildren(picture, this.#points);
    }

    /** @param {Shown} shown */
    #drawMen({ state, isNew }) {
        const last = state.last === null ? null : parts(state.last);
        const men = [...state.cells].map((man, point) => {
            if (man === ".") return null;
            const { x, y } = this.#place(point);
            const place = svg("g", { transform: `translate(${x} ${y})` }, morrisMan(man === "W" ? "first" : "second"));
            if (isNew && last && POINTS[point].name === last.to) this.#animate(place, last, point);
            return place;
        });
        fill(this.#men, ...men);
        this.#drawMarks(state, last);
    }

    /**
     * @param {SVGGElement} man
     * @param {Parts} move
     * @param {number} point
     */
    #animate(man, move, point) {
        if (move.from === null) return man.classList.add("placed");
        const [from, to] = [this.#place(pointNumber(move.from)), this.#place(point)];
        man.classList.add("sliding");
        man.style.setProperty("--dx", `${from.x - to.x}px`);
        man.style.setProperty("--dy", `${from.y - to.y}px`);
    }

    /**
     * @param {State} state
     * @param {Parts | null} last
     */
    #drawMarks(state, last) {
        const at = (/** @type {string} */ name) => this.#place(pointNumber(name));
        const marks = [];
        if (last) marks.push(svg("circle", { cx: at(last.to).x, cy: at(last.to).y, r: RING, class: "last" }));
        if (last?.from) marks.push(svg("circle", { cx: at(last.from).x, cy: at(last.from).y, r: 16, class: "last" }));
        if (last?.take) {
            const { x, y } = at(last.take);
            marks.push(svg("path", { d: `M${x - 14} ${y - 14}l28 28m0 -28l-28 28`, class: "taken" }));
        }
        const winning = (state.winning ?? []).map((point) => svg("circle", { cx: this.#place(point).x, cy: this.#place(point).y, r: RING, class: "winning" }));
        fill(this.#marks, ...marks, ...winning);
    }

    /** The moves that go on from what is chosen. @param {Shown} shown */
    #candidates({ state }) {
        const { from, to } = this.#chosen;
        return state.legal.map(parts).filter((move) => (from === null || move.from === from) && (to === null || (move.to === to && move.from === from)));
    }

    /** The point that a click would choose to make this move. @param {Parts} move */
    #nextPoint(move) {
        if (this.#chosen.to) return move.take;
        const hasMan = this.#chosen.from !== null || move.from === null;
        return hasMan ? move.to : move.from;
    }

    /** @param {Shown} shown */
    #drawPoints(shown) {
        const candidates = shown.canMove ? this.#candidates(shown) : [];
        const buttons = POINTS.map(({ name }, point) => {
            const moves = candidates.filter((move) => this.#nextPoint(move) === name);
            // Best first, so the first is what this point is worth.
            const rated = shown.moves?.find(({ move }) => moves.some(({ text }) => text === move));
            return this.#point(shown, point, moves.length > 0, rated);
        });
        morph(this.#points, buttons);
    }

    /**
     * @param {Shown} shown
     * @param {number} point
     * @param {boolean} isOpen whether a click here goes on with the move
     * @param {RatedMove | undefined} rated
     */
    #point({ state }, point, isOpen, rated) {
        const { name } = POINTS[point];
        const { x, y } = this.#place(point);
        const { from, to } = this.#chosen;
        const man = state.cells[point];
        const isChosen = name === from || name === to;
        const words = [
            name,
            man === "." ? t("board.point.empty") : sideName(state.game, man === "W" ? "first" : "second"),
            isChosen && t("board.point.selected"),
            to && isOpen && t("board.point.takeable"),
            rated && wordsOf(rated),
        ];
        const classes = ["point", isOpen && "open", isChosen && "chosen", to && isOpen && "takeable", man !== "." && "occupied"];
        const button = html(
            "button",
            {
                type: "button",
                class: classes.filter(Boolean).join(" "),
                "data-key": `point-${name}`,
                "data-point": name,
                "aria-label": words.filter(Boolean).join(", "),
                "aria-pressed": isChosen ? "true" : undefined,
                "aria-disabled": isOpen || isChosen ? undefined : "true",
                onclick: () => this.#click(name),
            },
            rated && badge(rated),
        );
        button.style.left = `${(100 * x) / SIZE}%`;
        button.style.top = `${(100 * y) / SIZE}%`;
        return button;
    }

    /** @param {string} name */
    #click(name) {
        const shown = this.#shown;
        if (!shown?.canMove) return;
        const chosen = this.#chosen;
        const fitting = this.#candidates(shown).filter((move) => this.#nextPoint(move) === name);
        if (fitting.length === 0) {
            this.#chosen = NOTHING_CHOSEN;
            // A click on another own man chooses that one instead; on the chosen one, none.
            if (name !== chosen.from && chosen.to === null && shown.state.legal.some((move) => parts(move).from === name)) this.#chosen = { from: name, to: null };
        } else if (chosen.to || (fitting.length === 1 && fitting[0].to === name && fitting[0].take === null)) {
            this.#chosen = NOTHING_CHOSEN;
            this.onMove(fitting[0].text);
            return;
        } else {
            const isMan = fitting[0].from === name;
            this.#chosen = isMan ? { from: name, to: null } : { from: chosen.from, to: name };
        }
        this.#drawPoints(shown);
        this.onChoice();
    }

    /** Gives up a move that is half made; false if there was none. */
    cancel() {
        if (this.#chosen === NOTHING_CHOSEN || !this.#shown) return false;
        this.#chosen = NOTHING_CHOSEN;
        this.#drawPoints(this.#shown);
        this.onChoice();
        return true;
    }
}

/** @param {import("./api.js").Side} side */
export function morrisMan(side) {
    return svg("g", { class: `morris-man ${side}` }, svg("circle", { r: 33, class: "body" }), svg("circle", { r: side === "first" ? 20 : 8, class: "mark" }));
}
