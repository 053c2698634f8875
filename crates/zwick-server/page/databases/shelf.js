// The contents of the databases and the jobs, for all cards of the area; refreshed while jobs run.

import { databasesApi } from "./api.js";
import { isAtWork, Jobs } from "./job-stream.js";
import { asOperator } from "./operator.js";

/** @typedef {import("./api.js").Job} Job */
/** @typedef {import("./api.js").Stock} Stock */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

/** Milliseconds between two refreshes. */
const PAUSE = 1500;

/** Dispatches `change` for every change, `ended` for jobs that ended, `problem` for refusals. */
export class Shelf extends EventTarget {
    /** @type {Stock | null} */
    stock = null;
    hasFailed = false;
    jobs = new Jobs();
    /** @type {string | null} the game that was chosen here; none for the one on the board */
    #chosen = null;
    #isOpen = false;
    /** @type {Map<Job["id"], Job> | null} as they were; none before they were heard of */
    #before = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #asked = 0;

    /** @param {GameOnPage} onPage */
    constructor(onPage) {
        super();
        this.onPage = onPage;
        this.jobs.addEventListener("change", () => this.#hear());
    }

    /** The selected game. */
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

    /** Evaluated positions of a game, or of all if empty. @param {string} game */
    counts(game) {
        const phases = this.stock?.store.phases.filter((phase) => game === "" || phase.game === game) ?? [];
        const sum = (/** @type {"positions" | "exact"} */ what) => phases.reduce((all, phase) => all + phase[what], 0);
        return { phases, positions: sum("positions"), exact: sum("exact") };
    }

    /** Listens while the area is visible. @param {boolean} isOpen */
    open(isOpen) {
        if (isOpen === this.#isOpen) return;
        this.#isOpen = isOpen;
        this.jobs.listen(isOpen);
        clearTimeout(this.#timer);
        this.#timer = undefined;
        if (isOpen) this.refresh();
    }

    /** Requests the current contents; only the latest answer counts. */
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
        if (this.jobs.list) this.#before = new Map(jobs.map((job) => [job.id, job]));
        // A short job may first appear when it has ended.
        const wasAtWork = (/** @type {Job} */ job) =>
            before !== null && (!before.has(job.id) || isAtWork(before.get(job.id)));
        const ended = jobs.filter((job) => wasAtWork(job) && !isAtWork(job));
        for (const job of ended) this.dispatchEvent(new CustomEvent("ended", { detail: job }));
        const hasGrown = jobs.some((job) => before?.has(job.id) && before.get(job.id)?.done !== job.done);
        if (ended.length > 0) this.refresh();
        else if (hasGrown && this.#isOpen) this.#timer ??= setTimeout(() => this.refresh(), PAUSE);
        this.#changed();
    }

    /**
     * Makes a change as the operator; reports a refusal.
     * @template T
     * @param {(token: string | undefined) => Promise<T>} run
     * @returns {Promise<T | null>} none if it was refused
     */
    async change(run) {
        // Jobs are shown as soon as they are known, perhaps before what the server asks for.
        if (!this.stock) await this.refresh();
        try {
            return await asOperator(this.stock?.operator ?? "open", run);
        } catch (error) {
            this.complain(error);
            return null;
        }
    }

    /** @param {import("./api.js").JobSettings} settings */
    async begin(settings) {
        await this.#changeJobs((token) => databasesApi.beginJob(settings, token));
    }

    /** @param {Job["id"]} id @param {"stop" | "resume"} what */
    async changeJob(id, what) {
        await this.#changeJobs((token) => databasesApi.changeJob(id, what, token));
    }

    /** @param {(token: string | undefined) => Promise<Job>} run */
    async #changeJobs(run) {
        const { heard } = this.jobs;
        const job = await this.change(run);
        if (job) this.jobs.adopt(job, heard);
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
