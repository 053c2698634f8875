// One step being done: its position, what has been said about it, and the moves of both sides.

import { api } from "../app/api.js";
import { stateAfter } from "../app/at-once.js";
import { refusalOf } from "./refused.js";
import { placeOf, plain } from "./steps.js";

/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("./steps.js").Step} Step */
/** A text by its key, and what is filled in. @typedef {{ key: string, given: Record<string, string | number> }} Said */
/**
 * `open`: a move is wanted. `lost`: a wrong move was answered. `paused`: a task is done, and another position follows.
 * `done`: nothing is left to do.
 * @typedef {"open" | "lost" | "paused" | "done"} Stage
 */

/** Milliseconds until the other side answers, so that both moves are seen. */
const PAUSE = 500;

/** Dispatches `change` for everything that is to be shown, and `problem` when the server does not answer. */
export class Lesson extends EventTarget {
    /** @type {Place} */
    place = { game: "connect-four", start: null, moves: [] };
    /** @type {State | null} */
    state = null;
    /** @type {Stage} */
    stage = "open";
    /** @type {Said | null} why the last move was not accepted */
    said = null;
    /** Whether the right moves are lit. */
    isShown = false;
    /** Which of the tasks of the step is being done. */
    task = 0;
    /** Whether moves are being played. */
    #isBusy = false;
    /** Counts what was begun: what belongs to an earlier one no longer matters. */
    #run = 0;

    /** @param {Step} step */
    constructor(step) {
        super();
        this.step = step;
    }

    get canMove() {
        return this.stage === "open" && !this.#isBusy && this.state !== null;
    }

    /** The step from its beginning, or from one of its tasks that has a position of its own. @param {number} [task] */
    async begin(task = 0) {
        const first = this.step.tasks.findLastIndex((one, at) => at <= task && one.game !== undefined);
        const place = placeOf(this.step.tasks[first]);
        this.#run += 1;
        const run = this.#run;
        Object.assign(this, { task: first, place, stage: "open", said: null, isShown: false });
        this.#isBusy = false;
        this.#changed();
        await this.#attempt(run, async () => {
            const state = await api.position(place);
            if (run === this.#run) this.state = state;
        });
        this.#changed();
    }

    /** The same task once more, after a wrong move was answered. */
    async again() {
        await this.begin(this.task);
    }

    /** Goes on after a task with a position of its own. */
    async next() {
        await this.begin(this.task + 1);
    }

    /** Lights the right moves. */
    show() {
        this.isShown = true;
        this.#changed();
    }

    /** The places that the right moves touch, other than the men they take. */
    get places() {
        const { state } = this;
        if (!state) return [];
        const { right } = this.step.tasks[this.task];
        const moves = state.touched.filter((_, i) => right.includes(plain(state.legal[i])));
        return [...new Set(moves.flatMap(({ from, to }) => (from === null ? [to] : [from, to])))];
    }

    /** A move that the person makes: a legal one. @param {string} move */
    async play(move) {
        const { state } = this;
        if (!this.canMove || !state?.legal.includes(move)) return;
        const task = this.step.tasks[this.task];
        if (task.right.includes(plain(move))) return this.#playRight(move, task);
        this.#say(`${this.step.id}.${this.#wordOf(task.why?.[plain(move)] ?? "wrong")}`, state, move);
        const answer = task.refute?.[move] ?? task.refute?.else;
        if (answer) return this.#playOut([move, [answer]], "lost");
        this.#reset();
    }

    /** A place that was chosen on the board though it leads to no move. @param {import("../boards/boards.js").Refused} refused */
    refuse(refused) {
        if (!this.canMove || !this.state) return;
        this.said = refusalOf(this.state, refused);
        // The choice that was begun stays, where the board keeps it.
        this.#changed();
    }

    /** @param {string} move @param {import("./steps.js").Task} task */
    async #playRight(move, task) {
        this.said = null;
        const following = this.step.tasks[this.task + 1];
        const stage = !following ? "done" : following.game === undefined ? "open" : "paused";
        const isPlayed = await this.#playOut([move, task.reply ?? []], stage);
        if (isPlayed && stage === "open") {
            this.task += 1;
            this.#changed();
        }
    }

    /**
     * Plays a move and its answer, the first that is legal; then the step is at this stage.
     * @param {[string, string[]]} moves
     * @param {Stage} stage
     */
    async #playOut([move, answers], stage) {
        const run = this.#run;
        const before = { place: this.place, state: this.state };
        this.#isBusy = true;
        this.isShown = false;
        const isDone = await this.#attempt(run, async () => {
            await this.#make(run, move);
            const answer = answers.find((one) => this.state?.legal.includes(one));
            if (run !== this.#run || answer === undefined) return;
            await pause();
            if (run === this.#run) await this.#make(run, answer);
        });
        if (run !== this.#run) return false;
        this.#isBusy = false;
        if (isDone) this.stage = stage;
        else Object.assign(this, before);
        this.#changed();
        return isDone;
    }

    /** Shows a move at once, and what the server says of it. @param {number} run @param {string} move */
    async #make(run, move) {
        const { place, state } = this;
        if (!state) return;
        const after = { ...place, moves: [...place.moves, move] };
        Object.assign(this, { place: after, state: stateAfter(state, move) });
        this.#changed();
        const answer = await api.position(after);
        if (run !== this.#run) return;
        this.state = answer;
        this.#changed();
    }

    /** The word of a text for this task: later ones are numbered. @param {string} word */
    #wordOf(word) {
        return this.task === 0 ? word : `${word}.${this.task + 1}`;
    }

    /** The task in words, and what is said once it is done. */
    get texts() {
        const { id } = this.step;
        return {
            task: `${id}.${this.#wordOf("do")}`,
            done: this.stage === "paused" ? `${id}.done.${this.task + 1}` : `${id}.done`,
        };
    }

    /** @param {string} key @param {State} state @param {string} move */
    #say(key, state, move) {
        const touched = state.touched[state.legal.indexOf(move)];
        const name = (/** @type {number | null} */ place) =>
            state.shape.kind === "points" && place !== null ? state.shape.points[place].name : "";
        this.said = { key, given: { column: move, from: name(touched.from), point: name(touched.to) } };
    }

    /** The board anew, without the choices that were made on it. */
    #reset() {
        if (this.state) this.state = { ...this.state };
        this.#changed();
    }

    /** @param {number} run @param {() => Promise<void>} what */
    async #attempt(run, what) {
        try {
            await what();
            return true;
        } catch (error) {
            if (run === this.#run) this.dispatchEvent(new CustomEvent("problem", { detail: error }));
            return false;
        }
    }

    #changed() {
        this.dispatchEvent(new Event("change"));
    }
}

/** Until the man that was let go has come to rest. */
function pause() {
    const wait = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PAUSE;
    return new Promise((resolve) => setTimeout(resolve, wait));
}
