// The exact value of a position that is too hard for an immediate answer: a job of the server or its workers, shown
// with its progress.

import { addressOf } from "../app/address.js";
import { Refusal } from "../app/api.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { announce } from "../app/notice.js";
import { t } from "../app/text.js";
import { databasesApi } from "../databases/api.js";
import { isAtWork, Jobs } from "../databases/job-stream.js";
import { figuresOf, jobName, meterOf } from "../databases/jobs.js";
import { asOperator } from "../databases/operator.js";
import { isHard } from "./hard.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../databases/api.js").Job} Job */

/** Milliseconds that each move may take: the most that anyone may request. */
const TIME = 600_000;

/** @typedef {import("./hard.js").Shown} Shown */

export class StudyCard {
    #jobs = new Jobs();
    /** @type {Shown | null} */
    #shown = null;
    #problem = "";
    /** The place whose job was seen running. */
    #awaited = "";

    /**
     * @param {HTMLElement} root
     * @param {HTMLElement} panel the area it lies in
     * @param {(place: Place) => void} onKnown
     */
    constructor(root, panel, onKnown) {
        this.root = root;
        this.panel = panel;
        this.onKnown = onKnown;
        this.#jobs.addEventListener("change", () => this.#hear());
        const look = () => this.#listen();
        new MutationObserver(look).observe(panel, { attributeFilter: ["hidden"] });
        document.addEventListener("visibilitychange", look);
    }

    /** @param {Shown} shown */
    show(shown) {
        if (this.#shown && addressOf(this.#shown.place) !== addressOf(shown.place)) this.#problem = "";
        this.#shown = shown;
        this.#listen();
        this.#draw();
    }

    get #isWanted() {
        return this.#shown !== null && isHard(this.#shown);
    }

    /** Listens to the server only while the card is visible. */
    #listen() {
        this.#jobs.listen(this.#isWanted && !this.panel.hidden && !document.hidden);
    }

    /** The job for the position shown. */
    get #job() {
        const state = this.#shown?.analysis?.state;
        const isIt = (/** @type {Job} */ { settings }) =>
            settings.kind === "analysis" &&
            settings.game === this.#shown?.place.game &&
            settings.position === state?.position;
        return this.#jobs.list?.findLast(isIt);
    }

    #hear() {
        const job = this.#job;
        const place = this.#shown?.place;
        if (place && isAtWork(job)) this.#awaited = addressOf(place);
        if (place && job && !isAtWork(job) && this.#awaited === addressOf(place)) {
            this.#awaited = "";
            if (job.state !== "running" && job.state !== "stopping")
                announce(t(`jobs.ended.${job.state}`, { job: jobName(job) }));
            if (job.state === "done") this.onKnown(place);
        }
        this.#draw();
    }

    async #begin() {
        const { place, analysis } = this.#shown ?? {};
        if (!place || !analysis) return;
        const settings = /** @type {const} */ ({
            kind: "analysis",
            game: place.game,
            position: analysis.state.position,
            time: TIME,
        });
        const run = (/** @type {string | undefined} */ token) => databasesApi.beginJob(settings, token);
        const { heard } = this.#jobs;
        this.#problem = "";
        try {
            const job = await run(undefined).catch((error) => {
                if (error instanceof Refusal && error.status === 401) return asOperator("token", run);
                throw error;
            });
            this.#awaited = addressOf(place);
            this.#jobs.adopt(job, heard);
        } catch (error) {
            this.#problem = error instanceof Error ? error.message : String(error);
        }
        // The job may have ended before it was acknowledged.
        this.#hear();
    }

    #draw() {
        this.root.hidden = !this.#isWanted;
        if (!this.#isWanted) return;
        const job = this.#job;
        fill(
            this.root,
            cardHead(t("study.title"), job && html("span", { "data-state": job.state }, t(`jobs.state.${job.state}`))),
            ...(job && job.state !== "done"
                ? [meterOf(job), html("p", { class: "job-figures" }, figuresOf(job).join(" · "))]
                : [html("p", { class: "quiet" }, t("study.note"))]),
            html("p", { class: "problem" }, this.#problem || (job?.problem ?? "")),
            !isAtWork(job) &&
                html(
                    "button",
                    {
                        type: "button",
                        class: "button",
                        id: "study-begin",
                        "data-key": "study-begin",
                        onclick: () => this.#begin(),
                    },
                    t(job && job.state !== "done" ? "jobs.resume" : "study.begin"),
                ),
        );
    }
}
