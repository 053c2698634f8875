// A recorded search: started here, run by the server, and found again after a reload of the page.

import { Refusal } from "../app/api.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { numberField } from "../app/fields.js";
import { PERSON } from "../app/game.js";
import { recall, remember } from "../app/memory.js";
import { complain } from "../app/notice.js";
import { offered } from "../app/offered.js";
import { nameOf, settingFields } from "../app/player-settings.js";
import { number, t } from "../app/text.js";
import { playerName } from "../boards/names.js";
import { moveText } from "../boards/notation.js";
import { scoreCell, scoreText } from "../boards/scores.js";
import { labApi } from "./api.js";
import { settingsText } from "./contestants.js";
import { Run, runButton } from "./run.js";

/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("./api.js").Trace} Trace */

const USUAL_PLAYER = "alpha-beta:depth=4";
const USUAL_NODES = 1_000_000;
const MOST_NODES = 12_000_000;
const USUAL_SECONDS = 10;
const MOST_SECONDS = 60;
/** Milliseconds between two polls of a running search. */
const PAUSE = 50;

export class SearchCard {
    #run = new Run(() => this.#changed());
    /** @type {Trace | null} */
    trace = null;
    /** @type {{ player: string, nodes: number, seconds: number }} */
    #wish = recall("lab.search", { player: USUAL_PLAYER, nodes: USUAL_NODES, seconds: USUAL_SECONDS });
    #hasLooked = false;
    /** Ends the pause before the next poll. */
    #wake = () => {};
    #isOpen = false;

    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     * @param {(trace: Trace | null) => void} onDone receives the finished search
     */
    constructor(root, game, onDone) {
        this.root = root;
        this.game = game;
        this.onDone = onDone;
    }

    show() {
        const { state } = this.game;
        if (!state || this.root.closest("[hidden]")) return;
        if (!this.#hasLooked) this.#lookForOld();
        fill(
            this.root,
            cardHead(t("lab.search.title")),
            html("p", { class: "quiet" }, t("lab.search.note")),
            this.#player(),
            html(
                "div",
                { class: "fields" },
                this.#number("nodes", 1, MOST_NODES),
                this.#number("seconds", 0.1, MOST_SECONDS),
            ),
            // Separate, so that the button stays while the progress changes many times per second.
            html("div", { class: "row run-row" }, this.#runButton(state.over !== null)),
            html("p", { class: "quiet progress", role: "status" }, this.#progress(state.over !== null)),
            this.#result(),
        );
        this.onDone(this.trace && !this.trace.running ? this.trace : null);
    }

    /** The last search started in this browser. */
    #lookForOld() {
        this.#hasLooked = true;
        const id = recall("lab.trace", null);
        if (id !== null) this.#follow(async () => labApi.trace(id));
    }

    /** @param {boolean} isOver */
    #runButton(isOver) {
        return runButton({
            name: "search",
            label: t("lab.search.run"),
            isRunning: this.#run.isRunning && this.trace?.running === true,
            isDisabled: isOver || this.#run.isRunning,
            begin: () => this.#begin(),
            stop: () => this.#stop(),
        });
    }

    #begin() {
        const { place } = this.game;
        const { player, nodes, seconds } = this.#wish;
        const old = this.trace;
        this.trace = null;
        this.#follow(async () => {
            // Its space in the server's memory is needed.
            if (old) await labApi.forgetTrace(old.id).catch(() => {});
            const trace = await labApi.beginTrace(place, { player, nodes, time: Math.round(1000 * seconds) });
            remember("lab.trace", trace.id);
            return trace;
        });
    }

    /** Polls until the search is over. @param {() => Promise<Trace>} first */
    #follow(first) {
        this.#run.begin(async (signal) => {
            try {
                let trace = await first();
                for (;;) {
                    this.trace = trace;
                    this.show();
                    if (!trace.running) return;
                    await new Promise((resolve) => {
                        this.#wake = () => resolve(null);
                        setTimeout(resolve, PAUSE);
                    });
                    trace = await labApi.trace(trace.id, signal);
                }
            } catch (error) {
                // The server does not keep searches forever.
                if (error instanceof Refusal && error.status === 404) return this.#forget();
                throw error;
            }
        });
    }

    #forget() {
        remember("lab.trace", null);
        this.trace = null;
    }

    #stop() {
        const { trace } = this;
        if (trace) labApi.stopTrace(trace.id).then(() => this.#wake(), complain);
    }

    #changed() {
        this.show();
    }

    /** @param {boolean} isOver */
    #progress(isOver) {
        const { trace } = this;
        if (trace?.running)
            return t("lab.search.running", {
                nodes: number(trace.nodes),
                seconds: number(trace.milliseconds / 1000, 1),
            });
        if (this.#run.isRunning) return t("moves.computing");
        return isOver ? t("lab.over") : "";
    }

    /** What the search found, and for which position. */
    #result() {
        const { trace, game } = this;
        if (!trace?.report) return html("div", { class: "search-result" });
        const { report } = trace;
        const best = report.moves.find(({ move }) => move === trace.choice);
        const isHere = trace.game === game.game && trace.position === game.state?.position;
        const show = () =>
            game.begin({ game: trace.game, start: trace.position, moves: [] }, { first: PERSON, second: PERSON });
        return html(
            "div",
            { class: "search-result", "data-trace": trace.id },
            html(
                "p",
                { id: "search-result" },
                `${playerName(nameOf(trace.player))}: `,
                html("strong", {}, moveText(trace.choice ?? "–")),
                " ",
                best && html("span", { "data-score": scoreText(best) }, scoreCell(best, best.bound)),
            ),
            html(
                "p",
                { class: "quiet", id: "search-figures" },
                t("lab.search.figures", {
                    nodes: number(trace.nodes),
                    steps: number(trace.steps),
                    cuts: number(report.cut_offs),
                    hits: number(report.table_hits),
                }),
            ),
            trace.full &&
                html(
                    "p",
                    { class: "quiet", id: "search-full" },
                    t("lab.search.full", { visited: number(report.nodes) }),
                ),
            html(
                "div",
                { class: "row links" },
                html(
                    "a",
                    {
                        class: "button small",
                        href: labApi.protocolAddress(trace.id),
                        download: "search.txt",
                        "data-key": "protocol",
                    },
                    t("lab.search.protocol"),
                ),
                !isHere &&
                    html(
                        "button",
                        {
                            type: "button",
                            class: "link",
                            "data-key": "trace-show",
                            "data-position": trace.position,
                            onclick: show,
                        },
                        t("lab.search.elsewhere"),
                    ),
            ),
        );
    }

    #player() {
        const { player } = this.#wish;
        const names = offered.players.filter((player) => player.has_tree).map(({ name }) => name);
        const change = (/** @type {string} */ changed) => {
            this.#set({ player: changed });
            this.show();
        };
        const select = html(
            "select",
            { id: "search-player", "data-key": "search-player", onchange: () => change(select.value) },
            ...names.map((name) =>
                html("option", { value: name, selected: name === nameOf(player) }, playerName(name)),
            ),
        );
        const fields = settingFields("search-player", player, change);
        const details = html(
            "details",
            { open: this.#isOpen, ontoggle: () => (this.#isOpen = details.open) },
            html("summary", { class: "quiet", "data-key": "search-settings" }, settingsText(player)),
            html("div", { class: "algorithm" }, ...fields),
        );
        return html(
            "div",
            { class: "field" },
            html("label", { for: "search-player" }, t("play.algorithm.name")),
            select,
            fields.length > 0 && details,
        );
    }

    /** @param {"nodes" | "seconds"} name @param {number} least @param {number} most */
    #number(name, least, most) {
        const bounds = { id: `search-${name}`, least, most, isWhole: name === "nodes" };
        return numberField(bounds, t(`lab.search.${name}`), this.#wish[name], (value) => this.#set({ [name]: value }));
    }

    /** @param {Partial<{ player: string, nodes: number, seconds: number }>} change */
    #set(change) {
        this.#wish = { ...this.#wish, ...change };
        remember("lab.search", this.#wish);
    }
}
