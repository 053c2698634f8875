// A board of points, as in Nine Men's Morris: a move is made by up to three clicks (the man, its point, the man it takes).

import { fill, html, morph, svg } from "../app/dom.js";
import { t } from "../app/text.js";
import { badge } from "./badge.js";
import { drawLight } from "./lights.js";
import { sideName } from "./names.js";
import { hasNumbers, pointText } from "./notation.js";
import { filesOf, fromMiddle, linesOf, MEN, ownerOf, pointsOf } from "./shape.js";
import { wordsOf } from "./values.js";

/** @typedef {import("../app/api.js").RatedMove} RatedMove */
/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("./boards.js").Shown} Shown */
/** @typedef {import("../app/api.js").Schemas["Touched"]} Touched */

const SIZE = 760;
const STEP = 102;
const MIDDLE = SIZE / 2;
const RING = 40;
/** From a point to its number, right and down: outside a man, and clear of every line. */
const TO_NUMBER = { x: 38, y: 40 };
const NOTHING_CHOSEN = { from: /** @type {number | null} */ (null), to: /** @type {number | null} */ (null) };

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
    #isNumbered = false;

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

    /** How much of a move is made. @returns {import("./due.js").Progress} */
    get progress() {
        const { from, to } = this.#chosen;
        if (to !== null) return { step: "take" };
        return from === null ? { step: "begin" } : { step: "to", from: this.#name(from) };
    }

    /** @param {Shown} shown */
    show(shown) {
        const before = this.#shown;
        this.#shown = shown;
        if (before?.state !== shown.state) this.#chosen = NOTHING_CHOSEN;
        if (
            before?.state.game !== shown.state.game ||
            before.isFlipped !== shown.isFlipped ||
            this.#isNumbered !== hasNumbers() ||
            !this.root.contains(this.#points)
        )
            this.#build(shown.state);
        this.root.setAttribute("aria-label", t("board.morris", { count: pointsOf(shown.state.shape).length }));
        if (before?.state !== shown.state || before.isFlipped !== shown.isFlipped) this.#drawMen(shown);
        this.#drawPoints(shown);
        this.highlight(this.#light);
    }

    /** Highlights points and mills; null clears the highlight. @param {import("./lights.js").Light | null} light */
    highlight(light) {
        this.#light = light;
        fill(this.#lights, ...drawLight(light, (point) => this.#place(point), RING));
    }

    /** @param {number} point */
    #place(point) {
        if (!this.#shown) return { x: 0, y: 0 };
        const { x, y } = fromMiddle(this.#shown.state.shape, point);
        const step = this.#shown.isFlipped ? -STEP : STEP;
        return { x: MIDDLE + step * x, y: MIDDLE + step * y };
    }

    /** @param {number} point */
    #name(point) {
        return this.#shown ? pointsOf(this.#shown.state.shape)[point].name : "";
    }

    /** @param {State} state */
    #build(state) {
        this.#isNumbered = hasNumbers();
        const drawn = linesOf(state.shape, (point) => this.#place(point)).map((line) => svg("line", line));
        const labels = this.#isNumbered ? this.#numbers(state) : this.#edges(state);
        const picture = svg(
            "svg",
            { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true", class: "picture" },
            svg("rect", { width: SIZE, height: SIZE, rx: 28, class: "wood" }),
            svg("g", { class: "lines" }, ...drawn),
            svg(
                "g",
                { class: "dots" },
                ...pointsOf(state.shape).map((_, point) =>
                    svg("circle", { cx: this.#place(point).x, cy: this.#place(point).y, r: 9 }),
                ),
            ),
            svg("g", { class: this.#isNumbered ? "labels numbers" : "labels" }, ...labels),
            this.#men,
            this.#marks,
            this.#lights,
        );
        this.root.className = "board morris";
        this.root.style.setProperty("--ratio", "1");
        this.#points.replaceChildren();
        this.root.replaceChildren(picture, this.#points);
    }

    /** Letters and figures along the edges. @param {State} state */
    #edges(state) {
        const files = filesOf(state.shape);
        return Array.from({ length: files }, (_, i) => {
            const at = MIDDLE + STEP * ((6 * (this.#shown?.isFlipped ? files - 1 - i : i)) / (files - 1) - 3);
            return [
                svg("text", { x: at, y: SIZE - 13 }, "abcdefg"[i]),
                svg("text", { x: 16, y: SIZE - at + 7 }, String(i + 1)),
            ];
        }).flat();
    }

    /**
     * The number of every point beside it: outside its ring, and at corners clear of the diagonals of some rules.
     * @param {State} state
     */
    #numbers(state) {
        return pointsOf(state.shape).map(({ name }, point) => {
            const { x, y } = this.#place(point);
            const isCorner = x !== MIDDLE && y !== MIDDLE;
            const [right, down] = [x < MIDDLE === isCorner ? -1 : 1, y > MIDDLE === isCorner ? -1 : 1];
            return svg("text", { x: x + right * TO_NUMBER.x, y: y + down * TO_NUMBER.y }, pointText(name));
        });
    }

    /** @param {Shown} shown */
    #drawMen({ state, isNew }) {
        const last = state.last_touched ?? null;
        const men = [...state.cells].map((man, point) => {
            if (man === MEN.empty) return null;
            const { x, y } = this.#place(point);
            const place = svg("g", { transform: `translate(${x} ${y})` }, morrisMan(ownerOf(man)));
            if (isNew && last?.to === point) this.#animate(place, last, point);
            return place;
        });
        fill(this.#men, ...men);
        this.#drawMarks(state, last);
    }

    /**
     * @param {SVGGElement} man
     * @param {Touched} move
     * @param {number} point
     */
    #animate(man, move, point) {
        if (move.from === null) return man.classList.add("placed");
        const [from, to] = [this.#place(move.from), this.#place(point)];
        man.classList.add("sliding");
        man.style.setProperty("--dx", `${from.x - to.x}px`);
        man.style.setProperty("--dy", `${from.y - to.y}px`);
    }

    /**
     * @param {State} state
     * @param {Touched | null} last
     */
    #drawMarks(state, last) {
        const ring = (/** @type {number} */ point, /** @type {number} */ r, /** @type {string} */ name) =>
            svg("circle", { cx: this.#place(point).x, cy: this.#place(point).y, r, class: name });
        const cross = (/** @type {number} */ point) => {
            const { x, y } = this.#place(point);
            return svg("path", { d: `M${x - 14} ${y - 14}l28 28m0 -28l-28 28`, class: "taken" });
        };
        fill(
            this.#marks,
            last && ring(last.to, RING, "last"),
            last && last.from !== null && ring(last.from, 16, "last"),
            last && last.take !== null && cross(last.take),
            ...state.winning.map((point) => ring(point, RING, "winning")),
        );
    }

    /** The moves that begin with what is chosen. @param {Shown} shown */
    #candidates({ state }) {
        const { from, to } = this.#chosen;
        return state.legal
            .map((text, i) => ({ text, ...state.touched[i] }))
            .filter(
                (move) =>
                    (from === null || move.from === from) && (to === null || (move.to === to && move.from === from)),
            );
    }

    /** The point that a click would choose to make this move. @param {Touched} move */
    #nextPoint(move) {
        if (this.#chosen.to !== null) return move.take;
        const hasMan = this.#chosen.from !== null || move.from === null;
        return hasMan ? move.to : move.from;
    }

    /** @param {Shown} shown */
    #drawPoints(shown) {
        const candidates = shown.canMove ? this.#candidates(shown) : [];
        const buttons = pointsOf(shown.state.shape).map((_, point) => {
            const moves = candidates.filter((move) => this.#nextPoint(move) === point);
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
        const name = this.#name(point);
        const { x, y } = this.#place(point);
        const { from, to } = this.#chosen;
        const man = state.cells[point];
        const isChosen = point === from || point === to;
        const isTakeable = to !== null && isOpen;
        const words = [
            pointText(name),
            man === MEN.empty ? t("board.point.empty") : sideName(state.game, ownerOf(man)),
            isChosen && t("board.point.selected"),
            isTakeable && t("board.point.takeable"),
            rated && wordsOf(rated),
        ];
        const classes = [
            "point",
            isOpen && "open",
            isChosen && "chosen",
            isTakeable && "takeable",
            man !== MEN.empty && "occupied",
        ];
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
                onclick: () => this.#click(point),
            },
            rated && badge(rated),
        );
        button.style.left = `${(100 * x) / SIZE}%`;
        button.style.top = `${(100 * y) / SIZE}%`;
        return button;
    }

    /** @param {number} point */
    #click(point) {
        const shown = this.#shown;
        if (!shown?.canMove) return;
        const chosen = this.#chosen;
        const fitting = this.#candidates(shown).filter((move) => this.#nextPoint(move) === point);
        if (fitting.length === 0) {
            this.#chosen = NOTHING_CHOSEN;
            // A click on another own man chooses that one instead; on the chosen one, none.
            if (point !== chosen.from && chosen.to === null && shown.state.touched.some((move) => move.from === point))
                this.#chosen = { from: point, to: null };
        } else if (
            chosen.to !== null ||
            (fitting.length === 1 && fitting[0].to === point && fitting[0].take === null)
        ) {
            this.#chosen = NOTHING_CHOSEN;
            this.onMove(fitting[0].text);
            return;
        } else {
            const isMan = fitting[0].from === point;
            this.#chosen = isMan ? { from: point, to: null } : { from: chosen.from, to: point };
        }
        this.#drawPoints(shown);
        this.onChoice();
    }

    /** Cancels a half-made move; false if there was none. */
    cancel() {
        if (this.#chosen === NOTHING_CHOSEN || !this.#shown) return false;
        this.#chosen = NOTHING_CHOSEN;
        this.#drawPoints(this.#shown);
        this.onChoice();
        return true;
    }
}

/** @param {import("../app/api.js").Side} side */
export function morrisMan(side) {
    return svg(
        "g",
        { class: `morris-man ${side}` },
        svg("circle", { r: 33, class: "body" }),
        svg("circle", { r: side === "first" ? 20 : 8, class: "mark" }),
    );
}
