// A card with an experiment on the position on the board: begun, stopped, dropped when the board shows another position,
// and resumed after a reload of the page.

import { addressOf } from "../app/address.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { recallHere, rememberHere } from "../app/memory.js";
import { t } from "../app/text.js";
import { Run, runButton } from "./run.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("../app/dom.js").Child} Child */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

/**
 * What is particular to an experiment.
 * @template T
 * @typedef {object} Plan
 * @property {"compare" | "growth" | "playouts"} name
 * @property {() => Child[]} [choices] what is chosen above the button
 * @property {() => boolean} [canBegin]
 * @property {() => HTMLElement} field beside the button
 * @property {() => T} begin what is known at the start
 * @property {(found: T, at: Place, signal: AbortSignal) => Promise<void>} work finds out the rest
 * @property {(found: T | null) => string} progress how far it is
 * @property {(found: T | null, state: State) => Child[]} result
 */

/**
 * @template {object} T what was found so far
 */
export class ExperimentCard {
    #run = new Run(() => this.changed());
    /** @type {{ address: string, found: T, isRunning: boolean } | null} */
    #kept;

    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     * @param {Plan<T>} plan
     */
    constructor(root, game, plan) {
        this.root = root;
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

    /** Follows the position on the board. */
    show() {
        const { state } = this.game;
        if (!state) return;
        const { found, plan } = this;
        if (!found && this.isRunning) this.#run.stop();
        if (this.root.closest("[hidden]")) return;
        // The page was reloaded in the middle of it.
        if (found && this.#kept?.isRunning && !this.#run.isUnfinished) return this.#resume(found);
        const isOver = state.over !== null;
        const button = runButton({
            name: plan.name,
            label: t(`lab.${plan.name}.run`),
            isRunning: this.isRunning,
            isDisabled: isOver || plan.canBegin?.() === false,
            begin: () => this.#resume(plan.begin()),
            stop: () => this.#run.stop(),
        });
        fill(
            this.root,
            cardHead(t(`lab.${plan.name}.title`)),
            html("p", { class: "quiet" }, t(`lab.${plan.name}.note`)),
            ...(plan.choices?.() ?? []),
            html("div", { class: "row run-row" }, button, plan.field()),
            html("p", { class: "quiet progress", role: "status" }, isOver ? t("lab.over") : plan.progress(found)),
            ...plan.result(found, state),
        );
    }

    /** @param {T} found */
    #resume(found) {
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
        this.show();
    }
}
