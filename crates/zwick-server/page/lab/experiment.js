// An experiment on the position on the board: begun, stopped, dropped when the board shows another position, and resumed
// after a reload of the page.

import { addressOf } from "../app/address.js";
import { html } from "../app/dom.js";
import { recallHere, rememberHere } from "../app/memory.js";
import { Run, runButton } from "./run.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

/**
 * What a card has to say about its experiment.
 * @template T
 * @typedef {object} Plan
 * @property {string} name
 * @property {() => T} begin what is known at the start
 * @property {(found: T, at: Place, signal: AbortSignal) => Promise<void>} work finds out the rest
 * @property {() => void} show
 */

/**
 * @template {object} T what was found so far
 */
export class Experiment {
    #run = new Run(() => this.changed());
    /** @type {{ address: string, found: T, isRunning: boolean } | null} */
    #kept;

    /**
     * @param {GameOnPage} game
     * @param {Plan<T>} plan
     */
    constructor(game, plan) {
        this.game = game;
        this.plan = plan;
        this.#kept = recallHere(this.#name, null);
    }

    get #name() {
        return `lab.${this.plan.name}`;
    }

    get isRunning() {
        return this.#run.isRunning;
    }

    /** What was found about the position on the board. */
    get found() {
        return this.#kept?.address === addressOf(this.game.place) ? this.#kept.found : null;
    }

    /** Follows the position on the board. @param {boolean} mayResume */
    follow(mayResume = true) {
        const found = this.found;
        if (!found && this.isRunning) this.#run.stop();
        // The page was reloaded in the middle of it.
        if (found && mayResume && this.#kept?.isRunning && !this.#run.isUnfinished) this.#goOn(found);
    }

    /** @param {T} found */
    #goOn(found) {
        const at = this.game.place;
        this.#kept = { address: addressOf(at), found, isRunning: true };
        this.#run.begin((signal) => this.plan.work(found, at, signal));
    }

    /** Keeps what was found, and shows it. */
    changed() {
        if (this.#kept) {
            this.#kept.isRunning = this.#run.isUnfinished;
            rememberHere(this.#name, this.#kept);
        }
        this.plan.show();
    }

    /**
     * The button that begins or stops it with a field beside it, and how far it is.
     * @param {string} label
     * @param {boolean} isDisabled
     * @param {HTMLElement} field
     * @param {string} progress
     */
    controls(label, isDisabled, field, progress) {
        const button = runButton({
            name: this.plan.name,
            label,
            isRunning: this.isRunning,
            isDisabled,
            begin: () => this.#goOn(this.plan.begin()),
            stop: () => this.#run.stop(),
        });
        return [
            html("div", { class: "row run-row" }, button, field),
            html("p", { class: "quiet progress", role: "status" }, progress),
        ];
    }
}
