// The area of the databases: running jobs above, then its parts.

import { addCard, addParts } from "../app/cards.js";
import { html } from "../app/dom.js";
import { announce, complain } from "../app/notice.js";
import { makeTabs } from "../app/tabs.js";
import { t } from "../app/text.js";
import { EntriesCard } from "./entries.js";
import { FillCard } from "./fill.js";
import { JobsCard, jobName } from "./jobs.js";
import { LongestCard, MaterialCard } from "./material.js";
import { SearchCard } from "./search.js";
import { Shelf } from "./shelf.js";
import { PhasesCard, StockCard } from "./stock.js";
import { TablesCard } from "./tables.js";
import { TransferCard } from "./transfer.js";

/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

const PARTS = /** @type {const} */ (["positions", "search", "tables"]);

export class Databases {
    #shelf;
    #cards;
    #parts;
    #closed = html("p", { class: "card closed" });

    /**
     * @param {HTMLElement} panel
     * @param {GameOnPage} game
     * @param {() => void} onPart
     */
    constructor(panel, game, onPart) {
        const shelf = new Shelf(game);
        const jobs = addCard(panel, "jobs-card");
        panel.append(this.#closed);
        const { list, panels } = addParts(panel, "databases", PARTS, "panel-databases");
        const { positions, search, tables } = panels;
        const choice = { rules: "morris" };
        this.#shelf = shelf;
        this.#cards = [
            new JobsCard(jobs, shelf),
            new StockCard(addCard(positions, "stock-card"), shelf),
            new PhasesCard(addCard(positions, "phases-card"), shelf),
            new FillCard(addCard(positions, "fill-card"), shelf),
            new TransferCard(addCard(positions, "transfer-card"), shelf, complain),
            new SearchCard(addCard(search, "search-card"), shelf),
            new EntriesCard(addCard(search, "entries-card"), shelf),
            new TablesCard(addCard(tables, "tables-card"), shelf, choice, () => this.show()),
            new MaterialCard(addCard(tables, "material-card"), shelf, choice),
            new LongestCard(addCard(tables, "longest-card"), shelf, choice),
        ];
        this.#parts = makeTabs(list, "databases", onPart);
        shelf.addEventListener("change", () => this.show());
        shelf.addEventListener("problem", (event) => complain(/** @type {CustomEvent} */ (event).detail));
        shelf.addEventListener("ended", (event) => {
            const { detail: job } = /** @type {CustomEvent<import("./api.js").Job>} */ (event);
            if (job.state !== "running" && job.state !== "stopping")
                announce(t(`jobs.ended.${job.state}`, { job: jobName(job) }));
        });
        // Requests and streams run only while the area is visible.
        const look = () => shelf.open(!panel.hidden && !document.hidden);
        new MutationObserver(look).observe(panel, { attributeFilter: ["hidden"] });
        document.addEventListener("visibilitychange", look);
        queueMicrotask(look);
    }

    /** The part that is open. */
    get part() {
        return this.#parts.current().replace("tab-databases-", "");
    }

    /** @param {string} part */
    openPart(part) {
        this.#parts.choose(`tab-databases-${part}`);
    }

    show() {
        this.#closed.hidden = !this.#shelf.isClosed;
        this.#closed.textContent = t("databases.closed");
        for (const card of this.#cards) card.show();
    }
}
