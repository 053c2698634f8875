// The areas of the page: one is open, and the buttons that open them say which.

/** @typedef {import("./address.js").Area} Area */

/** @type {Area[]} */
const AREAS = ["play", "learn", "study", "lab", "databases"];

export class Areas {
    /** @type {Area} */
    current = "play";

    /** @param {() => void} onChoice */
    constructor(onChoice) {
        this.onChoice = onChoice;
        document.addEventListener("click", ({ target }) => {
            const button = target instanceof Element ? target.closest("button[data-area]") : null;
            if (button) this.open(/** @type {Area} */ (button.getAttribute("data-area")));
        });
        this.#show();
    }

    /** @param {Area} area */
    open(area) {
        if (area === this.current) return;
        this.current = area;
        this.#show();
        this.onChoice();
    }

    #show() {
        document.documentElement.dataset.area = this.current;
        for (const area of AREAS)
            document.getElementById(`panel-${area}`)?.toggleAttribute("hidden", area !== this.current);
        for (const button of document.querySelectorAll("button[data-area]")) {
            if (!(button instanceof HTMLButtonElement)) continue;
            if (button.dataset.area === this.current) button.setAttribute("aria-current", "page");
            else button.removeAttribute("aria-current");
        }
    }
}
