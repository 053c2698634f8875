// The area Learn: the rules by doing, in short steps on the board of the page.

import { fill, html, svg } from "../app/dom.js";
import { recall, remember } from "../app/memory.js";
import { t, translated } from "../app/text.js";
import { moveText } from "../boards/notation.js";
import { Lesson } from "./lesson.js";
import { RULES, STEPS, tutorialOf } from "./steps.js";

/** @typedef {import("../boards/lights.js").Light} Light */
/** @typedef {import("./steps.js").Kind} Kind */

const TICK = "M5 12l5 5 9-10";

/** The steps that this browser has seen done. @returns {string[]} */
const learned = () => recall("learned", []);

/** How many steps of a tutorial are done. @param {string} game */
export const stepsDone = (game) => STEPS[tutorialOf(game)].filter(({ id }) => learned().includes(id)).length;

/** A text of a step by its last words, with points as they are written now. @param {import("./lesson.js").Said} said */
const worded = ({ key, given }) => moveText(translated("learn", key, given));

export class Learn {
    /** @type {Kind} */
    #kind = "connect-four";
    #at = 0;
    /** @type {Lesson | null} the step being done, once the area is open */
    #lesson = null;
    #title = html("h2", {});
    #task = html("p", { class: "task" });
    // A live region is read aloud only if it stays the same element.
    #said = html("p", { class: "lesson-said", role: "status" });
    #buttons = html("div", { class: "row" });
    #steps = html("div", { class: "lesson-steps" });

    /**
     * @param {HTMLElement} head where the task stands
     * @param {HTMLElement} panel where everything else does
     * @param {{ onChange: () => void, onProblem: (error: unknown) => void, play: (kind: Kind) => void }} page
     */
    constructor(head, panel, page) {
        this.page = page;
        this.panel = panel;
        head.setAttribute("aria-live", "polite");
        head.append(
            html("span", { class: "coin first", "aria-hidden": "true" }),
            html("div", {}, this.#title, this.#task),
        );
        const card = html("div", { class: "card", id: "lesson-card" }, this.#said, this.#buttons);
        panel.append(card, this.#steps);
    }

    /** The step that is open, as in the address. */
    get part() {
        return this.#lesson?.step.id ?? null;
    }

    /** The position on the board. */
    get state() {
        return this.#lesson?.state ?? null;
    }

    get place() {
        return this.#lesson?.place ?? null;
    }

    get canMove() {
        return this.#lesson?.canMove ?? false;
    }

    /** What is lit on the board. @returns {Light | null} */
    get light() {
        const lesson = this.#lesson;
        return lesson?.isShown ? { cells: [], lines: [], moves: lesson.places } : null;
    }

    /**
     * Opens a step of a game; without one the first that is not done.
     * @param {string} game
     * @param {string | null} [id]
     */
    open(game, id = null) {
        const kind = tutorialOf(game);
        const steps = STEPS[kind];
        const named = steps.findIndex((step) => step.id === id);
        if (named >= 0 && this.#lesson && kind === this.#kind && named === this.#at) return;
        const undone = steps.findIndex((step) => !learned().includes(step.id));
        this.#kind = kind;
        this.#go(named >= 0 ? named : Math.max(undone, 0));
    }

    /** The tutorial of the game that the page shows. @param {string} game */
    follow(game) {
        if (!this.#lesson || tutorialOf(game) !== this.#kind) this.open(game);
    }

    /** Opens a step by its place in the tutorial. @param {number} at */
    #go(at) {
        const step = STEPS[this.#kind][at];
        if (!step) return;
        this.#at = at;
        const lesson = new Lesson(step);
        this.#lesson = lesson;
        const isCurrent = () => lesson === this.#lesson;
        lesson.addEventListener("change", () => isCurrent() && this.#changed());
        lesson.addEventListener("problem", (event) => this.page.onProblem(/** @type {CustomEvent} */ (event).detail));
        lesson.begin();
    }

    #changed() {
        const lesson = this.#lesson;
        if (lesson?.stage === "done" && !learned().includes(lesson.step.id))
            remember("learned", [...learned(), lesson.step.id]);
        this.page.onChange();
    }

    /** @param {string} move */
    play(move) {
        this.#lesson?.play(move);
    }

    /** A column chosen by its key. @param {string} column */
    press(column) {
        const shape = this.state?.shape;
        if (shape?.kind !== "grid" || Number(column) > shape.width) return;
        if (this.state?.legal.includes(column)) this.play(column);
        else this.refuse({ place: Number(column) - 1, progress: { step: "begin" } });
    }

    /** @param {import("../boards/boards.js").Refused} refused */
    refuse(refused) {
        this.#lesson?.refuse(refused);
    }

    /** What keys do here. @type {import("../app/keyboard.js").Keys} */
    keys = {
        t: () => this.#lesson?.canMove && this.#lesson.show(),
        ArrowLeft: () => this.#go(this.#at - 1),
        ArrowRight: () => this.#next(),
    };

    #next() {
        if (this.#lesson?.stage === "paused") this.#lesson.next();
        else this.#go(this.#at + 1);
    }

    show() {
        const lesson = this.#lesson;
        if (!lesson) return;
        const { step, stage, said } = lesson;
        fill(
            this.#title,
            `${this.#at + 1}. ${t(/** @type {import("../app/text.js").TextKey} */ (`learn.${step.id}`))}`,
        );
        fill(this.#task, worded({ key: lesson.texts.task, given: {} }));
        const isDone = stage === "done" || stage === "paused";
        this.#said.className = `lesson-said ${said ? "wrong" : isDone ? "right" : "open"}`;
        const told = said ? worded(said) : isDone ? worded({ key: lesson.texts.done, given: {} }) : t("learn.yours");
        fill(this.#said, told);
        fill(this.#buttons, ...this.#actions(lesson));
        fill(this.#steps, ...this.#list());
    }

    /** @param {Lesson} lesson */
    #actions(lesson) {
        const button = (/** @type {string} */ name, /** @type {string} */ look, /** @type {() => void} */ onclick) =>
            html(
                "button",
                { type: "button", class: `button ${look}`, "data-key": `learn-${name}`, onclick },
                translated("learn", name),
            );
        const play = (/** @type {string} */ look) => button("play", look, () => this.page.play(this.#kind));
        const isLast = this.#at === STEPS[this.#kind].length - 1;
        const next = (/** @type {string} */ look) => !isLast && button("next", look, () => this.#next());
        if (lesson.stage === "lost") return [button("again", "main", () => lesson.again())];
        if (lesson.stage === "paused") return [button("next", "main", () => this.#next())];
        if (lesson.stage === "done") return this.#at >= RULES - 1 ? [play("main"), next("")] : [next("main")];
        return [button("show", "", () => lesson.show())];
    }

    /** All steps, those done with a tick. */
    #list() {
        const steps = STEPS[this.#kind];
        const done = learned();
        const count = steps.filter(({ id }) => done.includes(id)).length;
        return [
            html(
                "div",
                { class: "card-head" },
                html("h2", {}, translated("learn.title", this.#kind)),
                html("span", {}, t("learn.progress", { count, steps: steps.length })),
            ),
            html(
                "ol",
                { "aria-label": t("learn.steps") },
                ...steps.map(({ id }, at) => {
                    const isDone = done.includes(id);
                    const tick = svg(
                        "svg",
                        { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
                        svg("path", { d: TICK }),
                    );
                    return html(
                        "li",
                        {},
                        html(
                            "button",
                            {
                                "type": "button",
                                "class": isDone ? "step done" : "step",
                                "data-key": `step-${id}`,
                                "aria-current": at === this.#at ? "step" : undefined,
                                "onclick": () => this.#go(at),
                            },
                            html("span", { class: "count" }, isDone ? tick : String(at + 1)),
                            html("span", { class: "name" }, translated("learn", id)),
                            isDone && html("span", { class: "for-readers" }, t("learn.is-done")),
                        ),
                    );
                }),
            ),
        ];
    }
}
