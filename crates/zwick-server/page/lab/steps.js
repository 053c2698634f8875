// The steps of a search in the order they happened: forward, back, or played at a chosen speed. Fetched in pieces.

import { cardHead } from "../app/cards.js";
import { fill, html, svg } from "../app/dom.js";
import { recall, recallHere, remember, rememberHere } from "../app/memory.js";
import { complain } from "../app/notice.js";
import { number, t } from "../app/text.js";
import { scoreCell, shortScore } from "../boards/scores.js";
import { thumbnail } from "../boards/thumbnail.js";
import { labApi } from "./api.js";
import { boundOf, kindMark, nameOfNode, reasonText, windowText } from "./node.js";

/** @typedef {import("./api.js").Step} Step */
/** @typedef {import("./api.js").Trace} Trace */

/** The current step, kept across reloads. */
const PLACE = "lab.step";
const PIECE = 200;
const KEPT_PIECES = 20;
/** Steps shown around the current one. */
const AROUND = 4;
const SPEEDS = [1, 2, 5, 10, 50, 200];
const ICONS = {
    first: "M3 3v10M13 3L6 8l7 5Z",
    back: "M11 3L4 8l7 5Z",
    play: "M2 3l6 5-6 5ZM8 3l6 5-6 5Z",
    pause: "M4 3h2v10H4ZM10 3h2v10h-2Z",
    next: "M5 3l7 5-7 5Z",
    last: "M13 3v10M3 3l7 5-7 5Z",
};
/** More frames per second would not be visible. */
const MOST_PICTURES = 20;

export class StepsCard {
    /** @type {Trace | null} */
    #trace = null;
    #at = 0;
    /** @type {Map<number, Step[]>} by the number of the piece */
    #pieces = new Map();
    /** @type {Set<number>} pieces on their way */
    #asked = new Set();
    #speed = recall("lab.speed", 2);
    /** @type {number | undefined} */
    #timer;

    /**
     * @param {HTMLElement} root
     * @param {(node: number) => void} onOpen
     */
    constructor(root, onOpen) {
        this.root = root;
        this.onOpen = onOpen;
    }

    /** @param {Trace | null} trace */
    show(trace) {
        if (trace?.id !== this.#trace?.id) {
            this.#pause();
            const last = recallHere(PLACE, null);
            this.#at = trace && last?.trace === trace.id ? last.step : 0;
            this.#pieces.clear();
            this.#asked.clear();
        }
        this.#trace = trace;
        this.#draw();
    }

    get #last() {
        return Math.max((this.#trace?.steps ?? 0) - 1, 0);
    }

    /** @param {number} step */
    #go(step) {
        this.#at = Math.min(Math.max(step, 0), this.#last);
        if (this.#at === this.#last) this.#pause();
        rememberHere(PLACE, { trace: this.#trace?.id, step: this.#at });
        this.#draw();
    }

    #play() {
        this.#pause();
        if (this.#at === this.#last) this.#at = 0;
        const pictures = Math.min(this.#speed, MOST_PICTURES);
        this.#timer = window.setInterval(() => {
            if (this.root.closest("[hidden]")) this.#pause();
            // Wait for steps that are still loading.
            if (this.#step(this.#at)) this.#go(this.#at + Math.round(this.#speed / pictures));
        }, 1000 / pictures);
        this.#draw();
    }

    #pause() {
        window.clearInterval(this.#timer);
        this.#timer = undefined;
    }

    /** A step, if it is loaded; otherwise its piece is fetched. @param {number} step @returns {Step | undefined} */
    #step(step) {
        const piece = Math.floor(step / PIECE);
        const steps = this.#pieces.get(piece);
        if (!steps) this.#fetch(piece);
        return steps?.[step % PIECE];
    }

    /** @param {number} piece */
    async #fetch(piece) {
        const trace = this.#trace;
        if (!trace || this.#asked.has(piece)) return;
        this.#asked.add(piece);
        try {
            const { items } = await labApi.steps(trace.id, piece * PIECE, PIECE);
            if (this.#trace?.id !== trace.id) return;
            if (this.#pieces.size >= KEPT_PIECES) this.#pieces.clear();
            this.#pieces.set(piece, items);
            this.#draw();
        } catch (error) {
            this.#pause();
            complain(error);
        } finally {
            this.#asked.delete(piece);
        }
    }

    #draw() {
        const trace = this.#trace;
        this.root.toggleAttribute("hidden", !trace || trace.steps === 0);
        if (!trace || trace.steps === 0) return;
        const count = t("lab.steps.count", { step: number(this.#at + 1), all: number(trace.steps) });
        fill(
            this.root,
            cardHead(t("lab.steps.title"), html("span", { id: "step-count" }, count)),
            html("p", { class: "quiet" }, t("lab.steps.note")),
            this.#slider(count),
            this.#buttons(),
            this.#now(trace),
            this.#list(),
        );
    }

    /** @param {string} count */
    #slider(count) {
        const slider = html("input", {
            type: "range",
            id: "step-slider",
            "data-key": "step-slider",
            min: 0,
            max: this.#last,
            value: this.#at,
            "aria-label": t("lab.steps.slider"),
            "aria-valuetext": count,
            oninput: () => this.#go(Number(slider.value)),
        });
        const old = this.root.querySelector("#step-slider");
        // A slider being dragged must not be replaced.
        if (!(old instanceof HTMLInputElement)) return slider;
        old.max = String(this.#last);
        old.value = String(this.#at);
        old.setAttribute("aria-valuetext", count);
        old.setAttribute("aria-label", t("lab.steps.slider"));
        return old;
    }

    #buttons() {
        const button = (
            /** @type {keyof typeof ICONS} */ name,
            /** @type {() => void} */ onclick,
            isDisabled = false,
        ) =>
            html(
                "button",
                {
                    type: "button",
                    class: "button icon",
                    "data-key": name === "pause" ? "step-play" : `step-${name}`,
                    id: `step-${name}`,
                    "aria-label": t(`lab.steps.${name}`),
                    title: t(`lab.steps.${name}`),
                    "aria-disabled": isDisabled ? "true" : undefined,
                    onclick,
                },
                svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICONS[name] })),
            );
        const isPlaying = this.#timer !== undefined;
        const toggle = () => {
            if (this.#timer === undefined) return this.#play();
            this.#pause();
            this.#draw();
        };
        const speed = html(
            "select",
            {
                id: "step-speed",
                "data-key": "step-speed",
                "aria-label": t("lab.steps.speed"),
                onchange: () => this.#setSpeed(Number(speed.value)),
            },
            ...SPEEDS.map((value) =>
                html("option", { value, selected: value === this.#speed }, t("lab.steps.rate", { count: value })),
            ),
        );
        return html(
            "div",
            { class: "row step-buttons" },
            button("first", () => this.#go(0), this.#at === 0),
            button("back", () => this.#go(this.#at - 1), this.#at === 0),
            button(isPlaying ? "pause" : "play", toggle),
            button("next", () => this.#go(this.#at + 1), this.#at === this.#last),
            button("last", () => this.#go(this.#last), this.#at === this.#last),
            speed,
        );
    }

    /** @param {number} speed */
    #setSpeed(speed) {
        this.#speed = speed;
        remember("lab.speed", speed);
        if (this.#timer !== undefined) this.#play();
    }

    /** @param {Trace} trace */
    #now(trace) {
        const step = this.#step(this.#at);
        if (!step) return html("div", { class: "node here" }, html("p", { class: "quiet" }, t("moves.computing")));
        const { node, kind } = step;
        const isLeft = kind === "leave";
        const open = html(
            "button",
            {
                type: "button",
                class: "link",
                "data-key": "step-open",
                "data-node": node.node,
                onclick: () => this.onOpen(node.node),
            },
            t("lab.steps.open"),
        );
        return html(
            "div",
            { class: "node here", id: "step-now", "data-step": step.step, "data-node": node.node, "data-kind": kind },
            thumbnail(trace.shape, node.cells, node.to),
            html(
                "div",
                {},
                html(
                    "p",
                    { class: "node-line" },
                    html("strong", {}, `${isLeft ? "←" : "→"} ${nameOfNode(node)}`),
                    isLeft && node.score !== null && scoreCell(node.score, boundOf(node)),
                    isLeft && kindMark(node),
                ),
                html("p", { class: "quiet" }, t(isLeft ? "lab.steps.leave" : "lab.steps.enter", { depth: node.depth })),
                html("p", { class: "quiet" }, isLeft ? reasonText(node) : windowText(node)),
                open,
            ),
        );
    }

    /** The steps before and after, as log lines. */
    #list() {
        const first = Math.max(0, Math.min(this.#at - AROUND, this.#last - 2 * AROUND));
        const lines = Array.from({ length: Math.min(2 * AROUND + 1, this.#last + 1) }, (_, i) => {
            const step = this.#step(first + i);
            const isHere = first + i === this.#at;
            const indent = step ? "\u2003".repeat(Math.min((step.node.ply ?? -1) + 1, 12)) : "";
            return html("li", { "aria-current": isHere ? "step" : undefined }, step ? indent + lineOf(step) : "…");
        });
        return html("ol", { class: "step-list", "aria-label": t("lab.steps.around") }, ...lines);
    }
}

/** @param {Step} step */
function lineOf({ kind, node }) {
    const name = nameOfNode(node);
    if (kind === "enter") return `→ ${name}`;
    const score = node.score === null ? "…" : shortScore(node.score);
    const hasReason = node.kind === "cut" || node.kind === "table" || node.kind === "leaf";
    return `← ${name} ${score}${hasReason ? ` · ${t(`lab.node.kind.${node.kind}`)}` : ""}`;
}
