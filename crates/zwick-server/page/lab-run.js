// A computation of the Lab: begun, stopped at once, replaced by a newer one, and taken up again after a reload of the page.

import { Refusal } from "./api.js";
import { complain } from "./notice.js";

/** Milliseconds in which a page that is being left is gone; its requests fail a little earlier. */
const LEAVING = 1000;

/** @param {unknown} error */
const isLost = (error) => error instanceof Refusal && error.status === 0;

/** What the server refused, as the outcome of this one part; everything else ends the whole run. @param {unknown} error */
export function problemOf(error) {
    if (error instanceof Refusal && !isLost(error)) return { problem: error.message };
    throw error;
}

export class Run {
    /** @type {AbortController | null} */
    #controller = null;

    /** @param {() => void} onChange */
    constructor(onChange) {
        this.onChange = onChange;
    }

    get isRunning() {
        return this.#controller !== null;
    }

    /**
     * Runs this instead of what ran before; a refusal is told, a stop is not.
     * @param {(signal: AbortSignal) => Promise<void>} work
     */
    async begin(work) {
        this.stop();
        const controller = new AbortController();
        this.#controller = controller;
        this.onChange();
        try {
            await work(controller.signal);
        } catch (error) {
            if (isLost(error)) await new Promise((resolve) => setTimeout(resolve, LEAVING));
            if (!controller.signal.aborted) complain(error);
        }
        if (this.#controller !== controller) return;
        this.#controller = null;
        this.onChange();
    }

    stop() {
        if (!this.#controller) return;
        this.#controller.abort();
        this.#controller = null;
        this.onChange();
    }
}
