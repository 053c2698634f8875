// Work that the server does by itself, as it goes on: one stream of the whole list, taken up again when it is lost.

import { databasesApi } from "./databases-api.js";

/** @typedef {import("./databases-api.js").Job} Job */

/** Milliseconds before a server that refused the stream is asked again. */
const PAUSE = 2000;

/** @param {Job | undefined} job */
export const isAtWork = (job) => job?.state === "running" || job?.state === "stopping";

/** Tells of every new list by the event `change`. A browser keeps few streams to one server, so it only listens while it is wanted. */
export class Jobs extends EventTarget {
    /** @type {Job[] | null} none before the first answer */
    list = null;
    isConnected = true;
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
        stream.addEventListener("jobs", (event) => this.#hear(JSON.parse(event.data), true));
        stream.addEventListener("error", () => {
            if (this.#stream !== stream) return;
            this.#hear(this.list, false);
            // The browser tries again by itself unless the server answered with an error.
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

    /** A job as it is after something was done to it, until the stream tells more. @param {Job} job */
    adopt(job) {
        const others = (this.list ?? []).filter(({ id }) => id !== job.id);
        const isNew = others.length === (this.list ?? []).length;
        this.#hear(isNew ? [...others, job] : (this.list ?? []).map((old) => (old.id === job.id ? job : old)), this.isConnected);
    }
}
