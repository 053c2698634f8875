// A computation of the Lab: begun, stopped at once, replaced by a newer one, and taken up again after a reload of the page.

import { complain } from "./notice.js";

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
