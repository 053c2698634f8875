// What the databases hold and what is being worked on, for all cards of the area; asked again as the work goes on.

import { databasesApi } from "./databases-api.js";
import { Jobs, isAtWork } from "./jobs.js";
import { asOperator } from "./operator.js";

/** @typedef {import("./databases-api.js").Job} Job */
/** @typedef {import("./databases-api.js").Stock} Stock */
/** @typedef {import("./game.js").GameOnPage} GameOnPage */

/** Milliseconds between two looks at what has grown. */
const PAUSE = 1500;

/** Tells of every change by the event `change`, of jobs that ended by `ended`, of refusals by `problem`. */
export class Shelf extends EventTarget {
    /** @type {Stock | null} */
    stock = null;
    hasFailed = false;
    jobs = new Jobs();
    /** @type {string | null} the game that was chosen here; none for the one on the board */
    #chosen = null;
    #isOpen = false;
    /** @type {Map<Job["id"], Job>} as they were */
    #before = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #asked = 0;

    /** @param {GameOnPage} onPage */
    constructor(onPage) {
        super();
        this.onPage = onPage;
        this.jobs.addEventListener("change", () => this.#hear());
    }

    /** The game that is looked at. */
    get game() {
        return this.#chosen ?? this.onPage.game;
    }

    set game(game) {
        this.#chosen = game;
        this.#changed();
    }

    /** Whether nothing can be changed from here. */
    get isClosed() {
        return this.stock?.operator === "closed";
    }

    /** Evaluated positions of a game; of all if empty. @param {string} game */
    counts(game) {
        const phases = this.stock?.store.phases.filter((phase) => game === "" || phase.game === game) ?? [];
        const sum = (/** @type {"positions" | "exact"} */ what) => phases.reduce((all, phase) => all + phase[what], 0);
        return { phases, positions: sum("positions"), exact: sum("exact") };
    }

    /** Listens while the area is seen. @param {boolean} isOpen */
    open(isOpen) {
        if (isOpen === this.#isOpen) return;
        this.#isOpen = isOpen;
        this.jobs.listen(isOpen);
        clearTimeout(this.#timer);
        this.#timer = undefined;
        if (isOpen) this.refresh();
    }

    /** Asks what is there now; the answer to a later question counts. */
    async refresh() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#asked += 1;
        const asked = this.#asked;
        try {
            const stock = await databasesApi.stock();
            if (asked !== this.#asked) return;
            this.stock = stock;
            this.hasFailed = false;
        } catch {
            if (asked !== this.#asked) return;
            this.hasFailed = true;
        }
        this.#changed();
    }

    #hear() {
        const jobs = this.jobs.list ?? [];
        const before = this.#before;
        this.#before = new Map(jobs.map((job) => [job.id, job]));
        const wasAtWork = (/** @type {Job} */ job) => isAtWork(before.get(job.id));
        const ended = jobs.filter((job) => wasAtWork(job) && !isAtWork(job));
        for (const job of ended) this.dispatchEvent(new CustomEvent("ended", { detail: job }));
        const hasGrown = jobs.some((job) => before.has(job.id) && before.get(job.id)?.done !== job.done);
        if (ended.length > 0) this.refresh();
        else if (hasGrown && this.#isOpen) this.#timer ??= setTimeout(() => this.refresh(), PAUSE);
        this.#changed();
    }

    /**
     * Changes something as the operator; a refusal is told.
     * @template T
     * @param {(token: string | undefined) => Promise<T>} run
     * @returns {Promise<T | null>} none if it was refused
     */
    async change(run) {
        try {
            return await asOperator(this.stock?.operator ?? "open", run);
        } catch (error) {
            this.complain(error);
            return null;
        }
    }

    /** @param {import("./databases-api.js").JobSettings} settings */
    async begin(settings) {
        const job = await this.change((token) => databasesApi.beginJob(settings, token));
        if (job) this.jobs.adopt(job);
    }

    /** @param {Job["id"]} id @param {"stop" | "resume"} what */
    async changeJob(id, what) {
        const job = await this.change((token) => databasesApi.changeJob(id, what, token));
        if (job) this.jobs.adopt(job);
    }

    /** @param {Job["id"]} id */
    async forgetJob(id) {
        await this.change((token) => databasesApi.forgetJob(id, token));
    }

    /** @param {unknown} error */
    complain(error) {
        this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    }

    #changed() {
        this.dispatchEvent(new Event("change"));
    }
}
