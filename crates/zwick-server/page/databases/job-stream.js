// Live progress of the server's jobs: one stream of the whole list, resumed when it is lost.

import { databasesApi } from "./api.js";

/** @typedef {import("./api.js").Job} Job */

/** Milliseconds before retrying a server that refused the stream. */
const PAUSE = 2000;

/** @param {Job | undefined} job */
export const isAtWork = (job) => job?.state === "running" || job?.state === "stopping";

/**
 * Dispatches `change` for every new list. A browser allows few streams per server, so it only listens while needed.
 */
export class Jobs extends EventTarget {
    /** @type {Job[] | null} none before the first answer */
    list = null;
    isConnected = true;
    /** How often the stream has sent the list. */
    heard = 0;
    /** @type {EventSource | null} */
    #stream = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /** @param {boolean} isWanted */
    listen(isWanted) {
        if (!isWanted) this.#leave();
        else if (!this.#stream) this.#connect();
    }

    #leave() {
        clearTimeout(this.#timer);
        this.#stream?.close();
        this.#stream = null;
    }

    #connect() {
        const stream = databasesApi.jobEvents();
        this.#stream = stream;
        stream.addEventListener("jobs", (event) => {
            this.heard += 1;
            this.#hear(JSON.parse(event.data), true);
        });
        stream.addEventListener("error", () => {
            if (this.#stream !== stream) return;
            this.#hear(this.list, false);
            // The browser retries by itself unless the server answered with an error.
            if (stream.readyState !== EventSource.CLOSED) return;
            this.#timer = setTimeout(() => this.#connect(), PAUSE);
        });
    }

    /** @param {Job[] | null} list @param {boolean} isConnected */
    #hear(list, isConnected) {
        this.list = list;
        this.isConnected = isConnected;
        this.dispatchEvent(new Event("change"));
    }

    /**
     * A job's state after a request, until the stream sends a newer one. If the stream has sent it since the request
     * was made, that is newer: a short job is done before the answer to its start arrives.
     * @param {Job} job
     * @param {number} heard what the stream had told when the request was made
     */
    adopt(job, heard) {
        if (this.heard > heard && this.list?.some(({ id }) => id === job.id)) return;
        const others = (this.list ?? []).filter(({ id }) => id !== job.id);
        const isNew = others.length === (this.list ?? []).length;
        this.#hear(
            isNew ? [...others, job] : (this.list ?? []).map((old) => (old.id === job.id ? job : old)),
            this.isConnected,
        );
    }
}
