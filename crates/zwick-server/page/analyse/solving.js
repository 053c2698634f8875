// Solving a game of morris on the server's computer: what is exact, what more costs, and how far the build is, live.

import { Refusal } from "../app/api.js";
import { databasesApi } from "../databases/api.js";
import { asOperator } from "../databases/operator.js";

/** @typedef {import("../databases/api.js").SolvingState} SolvingState */
/** @typedef {import("../databases/api.js").TablebaseSettings} TablebaseSettings */

/** Milliseconds before retrying a server that refused the stream. */
const PAUSE = 2000;

/** Dispatches `change` for all news, and `landed` when a table is there that was not. */
export class Solving extends EventTarget {
    /** @type {SolvingState | null} */
    state = null;
    problem = "";
    #game = "";
    /** @type {EventSource | null} */
    #stream = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /** Whether tables are being built. */
    get isAtWork() {
        const state = this.state?.job?.state;
        return state === "running" || state === "stopping";
    }

    /** Listens to news of this game; of none if empty, once nothing is being built. @param {string} game */
    listen(game) {
        if (game === this.#game) return;
        this.#close();
        this.#game = game;
        this.state = null;
        this.problem = "";
        if (game) this.#connect();
    }

    #close() {
        clearTimeout(this.#timer);
        this.#stream?.close();
        this.#stream = null;
    }

    #connect() {
        const stream = databasesApi.solvingEvents(this.#game);
        this.#stream = stream;
        stream.addEventListener("solving", (event) => this.#hear(JSON.parse(event.data)));
        stream.addEventListener("error", () => {
            // The browser retries by itself unless the server answered with an error.
            if (this.#stream !== stream || stream.readyState !== EventSource.CLOSED) return;
            this.#timer = setTimeout(() => this.#connect(), PAUSE);
        });
    }

    /** @param {SolvingState} state */
    #hear(state) {
        const before = this.state;
        this.state = state;
        this.dispatchEvent(new Event("change"));
        if (before && tablesOf(before) !== tablesOf(state)) this.dispatchEvent(new Event("landed"));
    }

    /** @param {TablebaseSettings} wanted */
    begin(wanted) {
        return this.#run((token) => databasesApi.beginJob(wanted, token));
    }

    stop() {
        const job = this.state?.job;
        return job && this.#run((token) => databasesApi.changeJob(job.id, "stop", token));
    }

    /** @param {(token: string | undefined) => Promise<unknown>} run */
    async #run(run) {
        this.problem = "";
        try {
            await asOperator(this.state?.operator ?? "open", run);
        } catch (error) {
            // Begun meanwhile from another page: the stream tells.
            const isBusy = error instanceof Refusal && error.status === 409;
            if (!isBusy) this.problem = error instanceof Error ? error.message : String(error);
        }
        this.dispatchEvent(new Event("change"));
    }
}

/** What is exact, as one text. @param {SolvingState} state */
const tablesOf = ({ tables, has_placing: hasPlacing }) => JSON.stringify([tables, hasPlacing]);
