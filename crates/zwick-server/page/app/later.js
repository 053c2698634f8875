// A part of the page that is loaded when somebody opens it.

import { fill, html } from "./dom.js";
import { complain } from "./notice.js";
import { t } from "./text.js";

/** Says that something could not be loaded. */
export const complainOfPart = () => complain(new Error(t("problem.part")));

/**
 * @template Part
 */
export class Later {
    /** @type {Part | null} once it is there */
    part = null;
    /** @type {Promise<void> | null} */
    #loading = null;

    /**
     * @param {HTMLElement} panel where the part will be
     * @param {() => Promise<(panel: HTMLElement) => Part>} load what makes it
     */
    constructor(panel, load) {
        this.panel = panel;
        this.load = load;
    }

    /** The part, loaded if need be; if that fails, the panel says so and can try again. @returns {Promise<Part | null>} */
    async open() {
        this.#loading ??= this.#load();
        await this.#loading;
        return this.part;
    }

    async #load() {
        try {
            const make = await this.load();
            fill(this.panel);
            this.part = make(this.panel);
        } catch (error) {
            this.#loading = null;
            this.#offerAgain();
            console.warn(error);
        }
    }

    /** A module that could not be loaded stays so until the page is loaded again. */
    #offerAgain() {
        fill(
            this.panel,
            html(
                "div",
                { class: "card" },
                html("p", {}, t("problem.part")),
                html(
                    "button",
                    { type: "button", class: "button", "data-key": "reload", onclick: () => location.reload() },
                    t("problem.part.reload"),
                ),
            ),
        );
    }
}
