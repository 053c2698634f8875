// The server's jobs: progress, rate and remaining time, and buttons to stop or resume them.

import { duration, perSecond } from "../app/amounts.js";
import { cardHead } from "../app/cards.js";
import { fill, html, morph } from "../app/dom.js";
import { number, t } from "../app/text.js";
import { gameName, playerName } from "../boards/names.js";

/** @typedef {import("./api.js").Job} Job */
/** @typedef {import("./shelf.js").Shelf} Shelf */

/** What a job does, in a few words. @param {Job} job */
export function jobName({ settings }) {
    if (settings.kind === "unreadable") return t("jobs.unreadable", { text: settings.text });
    const game = gameName(settings.game);
    if (settings.kind === "seed") {
        const moves = settings.from === settings.to ? settings.from : `${settings.from}–${settings.to}`;
        const { position } = settings;
        return position ? t("jobs.seed.from", { game, moves, position }) : t("jobs.seed", { game, moves });
    }
    if (settings.kind === "self-play") return t("jobs.self-play", { game });
    if (settings.kind === "analysis") return t("jobs.analysis", { game, position: settings.position });
    if (settings.kind === "book") return t("jobs.book", { game, plies: settings.plies });
    return settings.men ? t("jobs.tablebase.men", { game, men: settings.men }) : t("jobs.tablebase", { game });
}

export class JobsCard {
    #list = html("ol", { class: "jobs" });

    /** @param {HTMLElement} root @param {Shelf} shelf */
    constructor(root, shelf) {
        this.root = root;
        this.shelf = shelf;
    }

    show() {
        const { list, isConnected } = this.shelf.jobs;
        this.root.hidden = !list || list.length === 0;
        const connection = html(
            "span",
            { class: `connection${isConnected ? "" : " off"}` },
            t(isConnected ? "jobs.connected" : "jobs.lost"),
        );
        fill(this.root, cardHead(t("jobs.title"), connection), this.#list);
        // The newest first; a button under the pointer stays while the numbers change.
        morph(
            this.#list,
            (list ?? []).toSorted((a, b) => b.started - a.started).map((job) => this.#job(job)),
        );
    }

    /** @param {Job} job */
    #job(job) {
        const name = jobName(job);
        return html(
            "li",
            { class: `job ${job.state}`, "data-job": job.id, "data-state": job.state },
            html(
                "div",
                { class: "job-head" },
                html("strong", {}, name),
                html("span", { class: "job-state" }, t(`jobs.state.${job.state}`)),
            ),
            meterOf(job),
            html("p", { class: "job-figures" }, figuresOf(job).join(" · ")),
            html("p", { class: "problem" }, job.problem ?? ""),
            this.#buttons(job, name),
        );
    }

    /** @param {Job} job @param {string} name */
    #buttons({ id, state }, name) {
        const { shelf } = this;
        const button = (/** @type {"stop" | "resume" | "forget"} */ what, /** @type {() => void} */ onclick) =>
            html(
                "button",
                {
                    type: "button",
                    class: "button small",
                    "data-key": `${what}-${id}`,
                    "aria-label": t("jobs.of", { what: t(`jobs.${what}`), job: name }),
                    disabled: shelf.isClosed,
                    onclick,
                },
                t(`jobs.${what}`),
            );
        const stop = () => button("stop", () => shelf.changeJob(id, "stop"));
        const resume = () => button("resume", () => shelf.changeJob(id, "resume"));
        const forget = () => button("forget", () => shelf.forgetJob(id));
        if (state === "running" || state === "stopping") return html("div", { class: "row" }, stop());
        return html("div", { class: "row" }, state !== "done" && resume(), forget());
    }
}

/** The progress of a job. @param {Job} job */
export function meterOf(job) {
    const { share } = job;
    const part = html("span", { class: "meter-fill" });
    part.style.width = `${(100 * share).toFixed(2)}%`;
    return html(
        "div",
        {
            class: "meter",
            role: "progressbar",
            "aria-label": jobName(job),
            "aria-valuemin": 0,
            "aria-valuemax": 100,
            "aria-valuenow": Math.floor(100 * share),
        },
        part,
    );
}

/** Progress, rate and time. @param {Job} job @returns {string[]} */
export function figuresOf(job) {
    const { settings, state, unit, done, wanted, rate, seconds_left: left, detail, saved, milliseconds } = job;
    const isRunning = state === "running";
    return [
        t(`jobs.progress.${unit}`, { done: number(done), wanted: number(wanted) }),
        isRunning && rate !== null ? t(`jobs.rate.${unit}`, { rate: perSecond(rate) }) : "",
        isRunning && left !== null ? t("jobs.left", { time: duration(left) }) : "",
        isRunning || state === "stopping" ? "" : t("jobs.took", { time: duration(milliseconds / 1000) }),
        settings.kind === "tablebase" || settings.kind === "book" ? "" : t("jobs.saved", { saved: number(saved) }),
        "player" in settings ? playerName(settings.player) : "",
        detail && (isRunning || settings.kind !== "tablebase") ? detailWords(detail) : "",
    ].filter((text) => text !== "");
}

/** What it is at, in words. @param {NonNullable<Job["detail"]>} detail */
function detailWords(detail) {
    if (detail.kind === "level")
        return t("jobs.detail.level", { men: `${detail.larger}–${detail.smaller}`, plies: detail.plies });
    if (detail.kind === "ply") return t("jobs.detail.ply", { ply: detail.ply });
    if (detail.kind === "missing") return t("jobs.detail.missing", { count: number(detail.positions) });
    if (detail.kind === "yielding") return t("solving.yielding");
    return detail.kind === "waiting" ? t("jobs.detail.waits") : detail.name;
}
