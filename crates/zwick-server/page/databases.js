// The area of the databases: work in progress above, then its parts.

import { JobsCard, jobName } from "./databases-jobs.js";
import { EntriesCard } from "./databases-entries.js";
import { FillCard } from "./databases-fill.js";
import { LongestCard, MaterialCard } from "./databases-material.js";
import { SearchCard } from "./databases-search.js";
import { PhasesCard, StockCard } from "./databases-stock.js";
import { TablesCard } from "./databases-tables.js";
import { TransferCard } from "./databases-transfer.js";
import { html } from "./dom.js";
import { announce, complain } from "./notice.js";
import { Shelf } from "./shelf.js";
import { makeTabs } from "./tabs.js";
import { t } from "./text.js";

/** @typedef {import("./game.js").GameOnPage} GameOnPage */

const PARTS = /** @type {const} */ (["positions", "search", "tables"]);

export class Databases {
    #shelf;
    #cards;
    #closed = html("p", { class: "card closed" });

    /**
     * @param {HTMLElement} panel
     * @param {GameOnPage} game
     */
    constructor(panel, game) {
        const shelf = new Shelf(game);
        const card = (/** @type {string} */ id) => html("div", { class: "card", id });
        const roots = { jobs: card("jobs-card"), stock: card("stock-card"), phases: card("phases-card"), fill: card("fill-card"), transfer: card("transfer-card"), search: card("search-card"), entries: card("entries-card"), tables: card("tables-card"), material: card("material-card"), longest: card("longest-card") };
        const choice = { rules: "morris" };
        this.#shelf = shelf;
        this.#cards = [
            new JobsCard(roots.jobs, shelf),
            new StockCard(roots.stock, shelf),
            new PhasesCard(roots.phases, shelf),
            new FillCard(roots.fill, shelf),
            new TransferCard(roots.transfer, shelf, complain),
            new SearchCard(roots.search, shelf),
            new EntriesCard(roots.entries, shelf),
            new TablesCard(roots.tables, shelf, choice, () => this.show()),
            new MaterialCard(roots.material, shelf, choice),
            new LongestCard(roots.longest, shelf, choice),
        ];
        const tabs = html("div", { class: "tabs parts", role: "tablist", "data-label": "databases.parts" }, ...PARTS.map((part) => html("button", { type: "button", role: "tab", id: `tab-databases-${part}`, "aria-controls": `panel-databases-${part}`, "data-text": `databases.part.${part}` })));
        const part = (/** @type {string} */ name, /** @type {HTMLElement[]} */ ...cards) => html("div", { role: "tabpanel", class: "panel", id: `panel-databases-${name}`, "aria-labelledby": `tab-databases-${name}` }, ...cards);
        panel.append(roots.jobs, this.#closed, tabs, part("positions", roots.stock, roots.phases, roots.fill, roots.transfer), part("search", roots.search, roots.entries), part("tables", roots.tables, roots.material, roots.longest));
        makeTabs(tabs, "databases");
        shelf.addEventListener("change", () => this.show());
        shelf.addEventListener("problem", (event) => complain(/** @type {CustomEvent} */ (event).detail));
        shelf.addEventListener("ended", (event) => {
            const { detail: job } = /** @type {CustomEvent<import("./databases-api.js").Job>} */ (event);
            if (job.state !== "running" && job.state !== "stopping") announce(t(`jobs.ended.${job.state}`, { job: jobName(job) }));
        });
        // The server is asked, and listened to, only while the area is seen.
        const look = () => shelf.open(!panel.hidden && !document.hidden);
        new MutationObserver(look).observe(panel, { attributeFilter: ["hidden"] });
        document.addEventListener("visibilitychange", look);
        queueMicrotask(look);
    }

    show() {
        this.#closed.hidden = !this.#shelf.isClosed;
        this.#closed.textContent = t("databases.closed");
        for (const card of this.#cards) card.show();
    }
}
