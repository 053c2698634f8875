// A computation of the Lab: started, stopped, replaced by a newer one, and resumed after a reload of the page.

import { Refusal } from "../app/api.js";
import { html } from "../app/dom.js";
import { complain } from "../app/notice.js";
import { t } from "../app/text.js";

/** Milliseconds within which a page being left is usually gone; its requests fail a little earlier. */
const LEAVING = 1000;

/** @param {unknown} error */
const isLost = (error) => error instanceof Refusal && error.status === 0;

/**
 * A refusal by the server becomes the result of this one part; any other error ends the whole run.
 * @param {unknown} error
 */
export function problemOf(error) {
    if (error instanceof Refusal && !isLost(error)) return { problem: error.message };
    throw error;
}

export class Run {
    /** @type {AbortController | null} */
    #controller = null;
    #isLost = false;

    /** @param {() => void} onChange */
    constructor(onChange) {
        this.onChange = onChange;
    }

    get isRunning() {
        return this.#controller !== null;
    }

    /**
     * Whether a reloaded page should resume this: it is running, or the connection was lost, which is what leaving
     * the page looks like from here.
     */
    get isUnfinished() {
        return this.isRunning || this.#isLost;
    }

    /**
     * Runs this instead of the previous run; reports a refusal, but not a stop.
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
            if (isLost(error) && this.#controller === controller) {
                this.#isLost = true;
                await new Promise((resolve) => setTimeout(resolve, LEAVING));
            }
            if (!controller.signal.aborted) complain(error);
        }
        if (this.#controller !== controller) return;
        this.#controller = null;
        this.onChange();
    }

    stop() {
        this.#isLost = false;
        if (!this.#controller) return;
        this.#controller.abort();
        this.#controller = null;
        this.onChange();
    }
}

/**
 * The button that starts a run and, while it is running, stops it.
 * @param {{ name: string, label: string, isRunning: boolean, isDisabled: boolean, begin: () => void, stop: () => void }} run
 */
export function runButton({ name, label, isRunning, isDisabled, begin, stop }) {
    const key = `${name}-run`;
    return isRunning
        ? html(
              "button",
              { type: "button", class: "button", id: `${name}-stop`, "data-key": key, onclick: stop },
              t("stop"),
          )
        : html(
              "button",
              { type: "button", class: "button main", id: key, "data-key": key, disabled: isDisabled, onclick: begin },
              label,
          );
}
