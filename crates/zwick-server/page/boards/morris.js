// A board of points, as in Nine Men's Morris: a move is made by up to three clicks (the man, its point, the man it takes).

import { menAfter } from "../app/at-once.js";
import { fill, html, morph, svg } from "../app/dom.js";
import { t } from "../app/text.js";
import { badge, lookOf } from "./badge.js";
import { drawLight } from "./lights.js";
import { sideName } from "./names.js";
import { hasNumbers, pointText } from "./notation.js";
import { filesOf, fromMiddle, linesOf, MEN, millsOf, ownerOf, pointsOf } from "./shape.js";
import { wordsOf } from "./values.js";

/** @typedef {import("../app/api.js").RatedMove} RatedMove */
/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("./boards.js").Shown} Shown */
/** @typedef {import("../app/api.js").Schemas["Touched"]} Touched */

const SIZE = 732;
const STEP = 100;
const MIDDLE = SIZE / 2;
/** The rim of the board, and its lower edge. */
const [RIM, EDGE] = [11, 8];
const RING = 39;
/** Lines of the wood, as the height on the left, how far they swing, and the height on the right. */
const GRAIN = [
    [86, 14, 96],
    [176, -10, 164],
    [292, 12, 300],
    [408, -12, 400],
    [512, 10, 520],
    [634, -14, 628],
];
/** From a point to its number, right and down: outside a man, and clear of every line. */
const TO_NUMBER = { x: 38, y: 40 };
const NOTHING_CHOSEN = { from: /** @type {number | null} */ (null), to: /** @type {number | null} */ (null) };

export class MorrisBoard {
    #mills = svg("g");
    #men = svg("g");
    /** @type {Map<string, SVGGElement>} the men by point and side: one that still moves is not touched */
    #drawn = new Map();
    #leaving = svg("g");
    #marks = svg("g");
    #signs = svg("g");
    #lights = svg("g");
    /** @type {import("./lights.js").Light | null} */
    #light = null;
    #points = html("div", { class: "points", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#step(event) });
    /** The point that the Tab key leads to. */
    #reached = 0;
    #chosen = NOTHING_CHOSEN;
    /** @type {Shown | null} */
    #shown = null;
    #isNumbered = false;

    /** @param {HTMLElement} root @param {import("./boards.js").Tell} tell */
    constructor(root, tell) {
        this.root = root;
        this.tell = tell;
    }

    /** How much of a move is made. @returns {import("./due.js").Progress} */
    get progress() {
        const { from, to } = this.#chosen;
        if (to !== null) return { step: "take" };
        return from === null ? { step: "begin" } : { step: "to", from: this.#name(from) };
    }

    /** The moves that take one man or another with the mill just closed; none before that. @returns {string[] | null} */
    get begun() {
        if (!this.#shown || this.#chosen.to === null) return null;
        return this.#candidates(this.#shown).map(({ text }) => text);
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
        this.#drawMen(shown, shown.isNew);
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
        const lines = linesOf(state.shape, (point) => this.#place(point));
        const labels = this.#isNumbered ? this.#numbers(state) : this.#edges(state);
        const board = { width: SIZE, height: SIZE - EDGE };
        const picture = svg(
            "svg",
            { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true", class: "picture" },
            svg("rect", { ...board, y: EDGE, rx: 26, class: "wood-low" }),
            svg("rect", { ...board, rx: 26, class: "wood-rim" }),
            svg("rect", {
                x: RIM,
                y: RIM,
                width: SIZE - 2 * RIM,
                height: SIZE - EDGE - 2 * RIM,
                rx: 18,
                class: "wood",
            }),
            svg(
                "g",
                { class: "grain" },
                ...GRAIN.map(([left, swing, right]) => svg("path", { d: grain(left, swing, right) })),
            ),
            svg("g", { class: "below" }, ...lines.map((line) => svg("line", below(line)))),
            this.#mills,
            svg("g", { class: "lines" }, ...lines.map((line) => svg("line", line))),
            svg(
                "g",
                { class: "dots" },
                ...pointsOf(state.shape).map((_, point) =>
                    svg("circle", { cx: this.#place(point).x, cy: this.#place(point).y, r: 8 }),
                ),
            ),
            svg("g", { class: this.#isNumbered ? "labels numbers" : "labels" }, ...labels),
            this.#men,
            this.#leaving,
            this.#marks,
            this.#signs,
            this.#lights,
        );
        this.root.className = "board morris";
        document.body.style.setProperty("--ratio", "1");
        this.#points.replaceChildren();
        this.#men.replaceChildren();
        this.#drawn.clear();
        this.root.replaceChildren(picture, this.#points);
    }

    /** Letters and figures along the edges. @param {State} state */
    #edges(state) {
        const files = filesOf(state.shape);
        return Array.from({ length: files }, (_, i) => {
            const at = MIDDLE + STEP * ((6 * (this.#shown?.isFlipped ? files - 1 - i : i)) / (files - 1) - 3);
            return [
                svg("text", { x: at, y: SIZE - 26 }, "abcdefg"[i]),
                svg("text", { x: 25, y: SIZE - at + 7 }, String(i + 1)),
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

    /** The men as they stand after what is made of a move. @param {State} state */
    #cells(state) {
        const { from, to } = this.#chosen;
        return to === null ? state.cells : menAfter(state.cells, state.turn, { from, to, take: null });
    }

    /** Adds and removes men; those that stay, or still move, are not touched. @param {Shown} shown @param {boolean} isNew */
    #drawMen({ state }, isNew) {
        const last = state.last_touched ?? null;
        const cells = [...this.#cells(state)];
        const wanted = new Set(cells.map((man, point) => `${point} ${man}`));
        for (const [key, man] of this.#drawn) {
            if (wanted.has(key)) continue;
            man.remove();
            this.#drawn.delete(key);
            if (isNew && key.startsWith(`${last?.take} `)) this.#take(man);
        }
        for (const [point, man] of cells.entries()) {
            const key = `${point} ${man}`;
            if (man === MEN.empty || this.#drawn.has(key)) continue;
            const { x, y } = this.#place(point);
            const place = svg("g", { transform: `translate(${x} ${y})` }, morrisMan(ownerOf(man)));
            const { from, to } = this.#chosen;
            if (point === to) this.#animate(place, { from, to }, point);
            else if (isNew && last?.to === point) this.#animate(place, last, point);
            this.#drawn.set(key, place);
            this.#men.append(place);
        }
        this.#drawMarks(last);
        this.#drawMill(state);
    }

    /** A man that is taken fades, where motion is wanted. @param {SVGGElement} man */
    #take(man) {
        if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
        man.setAttribute("class", "leaving");
        man.addEventListener("animationend", () => man.remove());
        this.#leaving.append(man);
    }

    /**
     * @param {SVGGElement} man
     * @param {{ from: number | null, to: number }} move
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
     * @param {Touched | null} last
     */
    #drawMarks(last) {
        const ring = (/** @type {number} */ point, /** @type {number} */ r) =>
            ["last halo", "last"].map((name) =>
                svg("circle", { cx: this.#place(point).x, cy: this.#place(point).y, r, class: name }),
            );
        const cross = (/** @type {number} */ point) => {
            const { x, y } = this.#place(point);
            return svg("path", { d: `M${x - 13} ${y - 13}l26 26m0 -26l-26 26`, class: "taken" });
        };
        const { to } = this.#chosen;
        if (to !== null) return fill(this.#marks, ...ring(to, RING));
        fill(
            this.#marks,
            ...(last ? ring(last.to, RING) : []),
            ...(last && last.from !== null ? ring(last.from, 14) : []),
            last && last.take !== null && cross(last.take),
        );
    }

    /** The mill just closed, what it may take, and a lock on the men that other mills protect. @param {State} state */
    #drawMill(state) {
        const { to } = this.#chosen;
        if (to === null || !this.#shown) {
            fill(this.#mills);
            fill(this.#signs);
            return;
        }
        const cells = this.#cells(state);
        const mills = millsOf(state.shape).filter((mill) => mill.every((point) => cells[point] === cells[mill[0]]));
        const closed = mills.filter((mill) => mill.includes(to));
        const line = (/** @type {number[]} */ mill, /** @type {string} */ name) => {
            const [a, b] = [this.#place(mill[0]), this.#place(mill[2])];
            return svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: name });
        };
        fill(this.#mills, ...closed.flatMap((mill) => [line(mill, "mill-band"), line(mill, "mill-line")]));
        const rival = state.turn === "first" ? MEN.second : MEN.first;
        const takeable = new Set(this.#candidates(this.#shown).map(({ take }) => take));
        const safe = mills.flat().filter((point) => cells[point] === rival && !takeable.has(point));
        const at = (/** @type {number} */ point) => `translate(${this.#place(point).x} ${this.#place(point).y})`;
        fill(
            this.#signs,
            ...[...new Set(safe)].map((point) => svg("g", { transform: at(point) }, lock(ownerOf(rival)))),
            ...[...takeable].map((point) => point !== null && svg("g", { transform: at(point) }, takeSign())),
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
        const rank = new Map(shown.moves?.map(({ move }, i) => [move, i]));
        // Best first, so the first is what a point is worth.
        const worths = pointsOf(shown.state.shape).map((_, point) => {
            const moves = candidates.filter((move) => this.#nextPoint(move) === point).map(({ text }) => text);
            return shown.moves?.find(({ move }) => moves.includes(move));
        });
        const present = worths.filter((rated) => rated !== undefined);
        const look = lookOf(present.toSorted((a, b) => (rank.get(a.move) ?? 0) - (rank.get(b.move) ?? 0)));
        const buttons = pointsOf(shown.state.shape).map((_, point) => {
            const isOpen = candidates.some((move) => this.#nextPoint(move) === point);
            return this.#point(shown, point, isOpen, worths[point], look);
        });
        morph(this.#points, buttons);
    }

    /**
     * @param {Shown} shown
     * @param {number} point
     * @param {boolean} isOpen whether a click here continues the move
     * @param {RatedMove | undefined} rated
     * @param {import("./badge.js").Look} look
     */
    #point({ state }, point, isOpen, rated, look) {
        const name = this.#name(point);
        const { x, y } = this.#place(point);
        const { from, to } = this.#chosen;
        const man = this.#cells(state)[point];
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
            isChosen && to === null && "chosen",
            isTakeable && "takeable",
            from !== null && to === null && isOpen && "goal",
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
                tabindex: point === this.#reached ? 0 : -1,
                onclick: () => this.#click(point),
            },
            rated && badge(rated, look),
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
            const isAnother = chosen.to === null && shown.state.touched.some((move) => move.from === point);
            const isUndone = point === chosen.from || point === chosen.to;
            if (!isAnother && !isUndone) this.tell.refused({ place: point, progress: this.progress });
            // The mill is closed; what remains is to choose a man that can be taken.
            if (chosen.to !== null && !isUndone) return;
            // A click on another own man chooses that one instead; on the chosen one, none.
            this.#chosen = isAnother && !isUndone ? { from: point, to: null } : NOTHING_CHOSEN;
        } else if (
            chosen.to !== null ||
            (fitting.length === 1 && fitting[0].to === point && fitting[0].take === null)
        ) {
            // The men stay as they are drawn: the move is shown at once.
            this.tell.move(fitting[0].text);
            return;
        } else {
            const isMan = fitting[0].from === point;
            this.#chosen = isMan ? { from: point, to: null } : { from: chosen.from, to: point };
        }
        this.#drawMen(shown, false);
        this.#drawPoints(shown);
        this.tell.choice();
    }

    /** Arrows move to the next point that way; all points are one stop for the Tab key. @param {KeyboardEvent} event */
    #step(event) {
        const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
        const buttons = /** @type {HTMLElement[]} */ ([...this.#points.children]);
        const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
        if (at < 0 || !way || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        const from = this.#place(at);
        // Straight ahead counts, aside counts more: the nearest in the row comes first.
        const distances = buttons.map((_, point) => {
            const { x, y } = this.#place(point);
            const ahead = (x - from.x) * way[0] + (y - from.y) * way[1];
            const aside = Math.abs((x - from.x) * way[1]) + Math.abs((y - from.y) * way[0]);
            return ahead > 1 ? ahead + 3 * aside : Number.POSITIVE_INFINITY;
        });
        const nearest = Math.min(...distances);
        if (!Number.isFinite(nearest)) return;
        this.#reached = distances.indexOf(nearest);
        for (const [point, button] of buttons.entries()) button.tabIndex = point === this.#reached ? 0 : -1;
        buttons[this.#reached].focus();
    }

    /** Cancels a half-made move; false if there was none. */
    cancel() {
        if (this.#chosen === NOTHING_CHOSEN || !this.#shown) return false;
        this.#chosen = NOTHING_CHOSEN;
        this.#drawMen(this.#shown, false);
        this.#drawPoints(this.#shown);
        this.tell.choice();
        return true;
    }
}

/** @param {number} left @param {number} swing @param {number} right */
const grain = (left, swing, right) =>
    `M${RIM} ${left}C${SIZE / 3} ${left - swing} ${(2 * SIZE) / 3} ${right + 2 * swing} ${SIZE - RIM} ${right}`;

/** The light on the lower side of a groove. @param {{ x1: number, y1: number, x2: number, y2: number }} line */
const below = ({ x1, y1, x2, y2 }) => ({ x1, y1: y1 + 3, x2, y2: y2 + 3 });

/** What can be taken. */
function takeSign() {
    return svg(
        "g",
        {},
        svg("circle", { r: RING, class: "takeable-ring halo" }),
        svg("circle", { r: RING, class: "takeable-ring" }),
        svg(
            "g",
            { class: "take-sign", transform: "translate(29 -29)" },
            svg("circle", { r: 13 }),
            svg("path", { d: "M-4.5 -4.5l9 9m0 -9l-9 9" }),
        ),
    );
}

/** A man that its mill protects. @param {import("../app/api.js").Side} side */
function lock(side) {
    const dish = svg("circle", { r: 15, class: `lock-dish ${side}` });
    const sign = svg(
        "g",
        { class: `lock ${side}` },
        svg("path", { d: "M-5 -1v-4a5 5 0 0 1 10 0v4" }),
        svg("rect", { x: -8, y: -2, width: 16, height: 12, rx: 2.5 }),
    );
    return svg("g", {}, dish, sign);
}

/** @param {import("../app/api.js").Side} side */
export function morrisMan(side) {
    return svg(
        "g",
        { class: `morris-man ${side}` },
        svg("ellipse", { cy: 5, rx: 33, ry: 33, class: "shadow" }),
        svg("circle", { r: 33, class: "body" }),
        svg("circle", { r: 24, class: "dish" }),
        svg("path", { d: "M-26 -9A27 27 0 0 1 -9 -26", class: "arc" }),
        svg("circle", { r: side === "first" ? 15 : 7, class: "mark" }),
    );
}
