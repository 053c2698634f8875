// The card that says in one line what exact values cost on this computer, starts the build with one click, and shows it.

import { duration, size } from "../app/amounts.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { t } from "../app/text.js";
import { Solving } from "./solving.js";

/** @typedef {import("../databases/api.js").SolvingState} SolvingState */
/** @typedef {SolvingState["choices"][number]} Choice */

const FEWEST_MEN = 3;

/** Seconds in round words: nobody knows them better. @param {number} seconds */
const roughly = (seconds) => {
    if (seconds < 90) return duration(Math.max(1, Math.round(seconds)));
    return t("solving.minutes", { minutes: Math.round(seconds / 60) });
};

export class SolvingCard {
    #choice = 0;
    #isEstimated = false;
    /** It is never redrawn with what changes, or clicks would be lost. */
    #pause;

    /**
     * @param {HTMLElement} root
     * @param {{ change: () => void, landed: () => void }} on called for all news, and when a table is there that was not
     */
    constructor(root, { change, landed }) {
        this.root = root;
        const solving = new Solving();
        solving.addEventListener("change", change);
        solving.addEventListener("landed", landed);
        this.solving = solving;
        this.#pause = html("button", {
            type: "button",
            class: "button small",
            "data-key": "solving-pause",
            onclick: () => solving.stop(),
        });
        root.classList.add("solving");
        root.hidden = true;
    }

    /**
     * @param {string} game the one that is looked at, if it is morris
     * @param {boolean} isEstimated whether a value that is shown is only an estimate
     */
    show(game, isEstimated) {
        this.#isEstimated = isEstimated;
        this.solving.listen(isEstimated || this.solving.isAtWork ? game : "");
        this.#draw();
    }

    #draw() {
        const { solving } = this;
        const { state } = solving;
        const isOffered = this.#isEstimated && Boolean(state?.choices.length);
        this.root.hidden = !state || !(solving.isAtWork || isOffered);
        if (!state || this.root.hidden) return;
        const body = solving.isAtWork ? this.#progress(state) : this.#offer(state);
        fill(this.root, ...body, html("p", { class: "problem" }, solving.problem || (state.job?.problem ?? "")));
    }

    /** @param {SolvingState} state */
    #offer({ choices, operator }) {
        const possible = choices.filter(({ lacks }) => lacks === null);
        const lacking = choices.find(({ lacks }) => lacks !== null);
        const chosen = possible[Math.min(this.#choice, possible.length - 1)];
        const head = cardHead(t("solving.title"));
        if (!chosen) return [head, html("p", { class: "quiet" }, lackWords(choices[0]))];
        const others = possible.filter((choice) => choice !== chosen);
        const line = [
            t("solving.line", { what: whatWords(possible[0]), cost: costWords(possible[0]) }),
            ...others
                .filter(({ wdl_only: only }) => only)
                .map(({ needs }) => t("solving.without", { disk: size(needs.disk) })),
        ].join(", ");
        return [
            head,
            html("p", { class: "quiet solving-line" }, `${line}.`),
            lacking && html("p", { class: "quiet" }, lackWords(lacking)),
            possible.length > 1 && this.#choices(possible, chosen),
            operator === "closed"
                ? html("p", { class: "quiet" }, t("solving.closed"))
                : html(
                      "button",
                      {
                          type: "button",
                          class: "button",
                          "data-key": "solving-begin",
                          onclick: () => this.#begin(chosen),
                      },
                      t("solving.begin"),
                  ),
        ];
    }

    /** @param {Choice[]} possible @param {Choice} chosen */
    #choices(possible, chosen) {
        const one = (/** @type {Choice} */ choice, /** @type {number} */ place) => {
            const input = html("input", {
                type: "radio",
                name: `${this.root.id}-choice`,
                "data-key": `solving-choice-${place}`,
                checked: choice === chosen,
                onchange: () => {
                    this.#choice = place;
                    this.#draw();
                },
            });
            return html(
                "label",
                { class: "solving-choice" },
                input,
                html("strong", {}, t(choice.wdl_only ? "solving.results" : "solving.distances")),
                html("span", { class: "quiet" }, costWords(choice)),
            );
        };
        return html(
            "fieldset",
            { class: "solving-choices" },
            html("legend", { class: "for-readers" }, t("solving.title")),
            ...possible.map(one),
        );
    }

    /** @param {Choice} choice */
    #begin({ men, wdl_only: hasResultsOnly }) {
        const game = this.solving.state?.game ?? "morris";
        this.solving.begin({
            kind: "tablebase",
            game,
            ...(men === null ? {} : { men }),
            ...(hasResultsOnly ? { wdl_only: true } : {}),
        });
    }

    /** @param {SolvingState} state */
    #progress(state) {
        const { job, operator } = state;
        if (!job) return [];
        const share = Math.floor(100 * job.share);
        const left = job.seconds_left;
        const isStopping = job.state === "stopping";
        fill(this.#pause, t("solving.pause"));
        this.#pause.disabled = isStopping;
        this.#pause.hidden = operator === "closed";
        const bar = html("span", { class: "meter-fill" });
        bar.style.width = `${(100 * job.share).toFixed(2)}%`;
        const isHeldUp = job.detail?.kind === "yielding";
        const words = isHeldUp
            ? t("solving.yielding")
            : left === null
              ? ""
              : t("solving.left", { time: roughly(left) });
        return [
            cardHead(t("solving.title")),
            html(
                "div",
                { class: "solving-head" },
                html("strong", { class: "solving-share" }, t("solving.share", { percent: share })),
                html("span", {}, words),
                this.#pause,
            ),
            html(
                "div",
                {
                    class: "meter",
                    role: "progressbar",
                    "aria-label": t("solving.title"),
                    "aria-valuemin": 0,
                    "aria-valuemax": 100,
                    "aria-valuenow": share,
                },
                bar,
            ),
            html("div", { class: "solving-detail" }, gridOf(state), this.#figures(state)),
        ];
    }

    /** @param {SolvingState} state */
    #figures(state) {
        const { job, men, bytes } = state;
        const all = ((men - FEWEST_MEN + 1) * (men - FEWEST_MEN + 2)) / 2;
        const detail = job?.detail;
        const now =
            detail?.kind === "level"
                ? t("solving.now.pair", { larger: detail.larger, smaller: detail.smaller })
                : detail?.kind === "ply"
                  ? t("solving.now.ply", { ply: detail.ply })
                  : "";
        const figure = (/** @type {string} */ amount, /** @type {string} */ what) =>
            html("div", {}, html("dt", {}, what), html("dd", {}, amount));
        return html(
            "dl",
            {},
            figure(t("solving.of", { count: state.tables.length, all }), t("solving.tables")),
            now && figure(now, t("solving.now")),
            figure(size(bytes), t("solving.disk")),
        );
    }
}

/** @param {Choice} choice */
const costWords = ({ seconds, needs }) =>
    t("solving.cost", { time: roughly(seconds), disk: size(needs.disk), memory: size(needs.memory) });

/** @param {Choice} choice */
const whatWords = ({ men }) => (men === null ? t("solving.all") : t("solving.some", { men }));

/** @param {Choice} choice */
function lackWords({ needs, lacks }) {
    if (!lacks) return "";
    const needed = lacks.what === "disk" ? needs.disk : needs.memory;
    return t(`solving.lacks.${lacks.what}`, { needed: size(needed), free: size(lacks.free) });
}

/** The pairs of men that are solved, as a staircase. @param {SolvingState} state */
function gridOf({ tables, men, job }) {
    const detail = job?.detail;
    const rows = [];
    for (let larger = men; larger >= FEWEST_MEN; larger -= 1) {
        const cells = [html("span", { class: "solving-axis" }, String(larger))];
        for (let smaller = FEWEST_MEN; smaller <= larger; smaller += 1) {
            const isThere = tables.some((pair) => pair.larger === larger && pair.smaller === smaller);
            const isNow = detail?.kind === "level" && detail.larger === larger && detail.smaller === smaller;
            const kind = isThere ? "there" : isNow ? "now" : "";
            cells.push(html("span", { class: `solving-pair ${kind}` }, isThere ? "✓" : ""));
        }
        rows.push(html("div", {}, ...cells));
    }
    const axis = Array.from({ length: men - FEWEST_MEN + 1 }, (_, i) =>
        html("span", { class: "solving-axis" }, String(FEWEST_MEN + i)),
    );
    return html(
        "div",
        { class: "solving-grid", "aria-hidden": "true" },
        ...rows,
        html("div", {}, html("span", { class: "solving-axis" }), ...axis),
    );
}
