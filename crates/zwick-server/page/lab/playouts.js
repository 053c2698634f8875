// Monte Carlo: random games after each move, shown as they are played, with confidence intervals.

import { addressOf } from "../app/address.js";
import { api, Refusal } from "../app/api.js";
import { fill, html, svg } from "../app/dom.js";
import { recall, recallHere, remember, rememberHere } from "../app/memory.js";
import { number, t } from "../app/text.js";
import { moveText } from "../boards/notation.js";
import { answerCell } from "../boards/scores.js";
import { labApi } from "./api.js";
import { numberField } from "./fields.js";
import { Run, runButton } from "./run.js";
import { added } from "./tally.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("./api.js").PlayedMove} PlayedMove */
/** @typedef {import("./api.js").Playouts} Playouts */

/**
 * @typedef {object} Sampling
 * @property {string} address
 * @property {number} wanted games of each move
 * @property {Playouts} played
 * @property {Analysis | null} exact
 * @property {boolean} isRunning
 */

const NAME = "lab.playouts";
const USUAL = 5000;
const MOST = 1_000_000;
/** Milliseconds for the exact values: those from a book or table come immediately, the rest after the games. */
const FIRST_LOOK = 300;
const LONG_LOOK = 10_000;
const NONE = { games: 0, moves: [] };

export class PlayoutsCard {
    #run = new Run(() => this.#changed());
    /** @type {Sampling | null} */
    #sampling = recallHere(NAME, null);
    #wanted = recall("lab.playouts.wanted", USUAL);

    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     */
    constructor(root, game) {
        this.root = root;
        this.game = game;
    }

    show() {
        const { state, place } = this.game;
        if (!state) return;
        const isHere = this.#sampling?.address === addressOf(place);
        if (!isHere && this.#run.isRunning) this.#run.stop();
        if (this.root.closest("[hidden]")) return;
        if (isHere && this.#sampling?.isRunning && !this.#run.isUnfinished) this.#goOn(this.#sampling);
        const sampling = isHere ? this.#sampling : null;
        fill(
            this.root,
            html("div", { class: "card-head" }, html("h2", {}, t("lab.playouts.title"))),
            html("p", { class: "quiet" }, t("lab.playouts.note")),
            html("div", { class: "row run-row" }, this.#runButton(state.over !== null), this.#wantedField()),
            html("p", { class: "quiet progress", role: "status" }, this.#progress(sampling, state.over !== null)),
            table(state.legal, sampling),
            html("p", { class: "quiet" }, t("lab.playouts.legend")),
        );
    }

    #begin() {
        this.#goOn({
            address: addressOf(this.game.place),
            wanted: this.#wanted,
            played: NONE,
            exact: null,
            isRunning: true,
        });
    }

    /** Plays the remaining games and adds them to the tally. @param {Sampling} sampling */
    #goOn(sampling) {
        const at = this.game.place;
        const before = sampling.played;
        const left = sampling.wanted - Math.min(sampling.wanted, ...before.moves.map(({ games }) => games));
        const rest = before.moves.length === 0 ? sampling.wanted : left;
        this.#sampling = sampling;
        this.#run.begin(async (signal) => {
            sampling.exact ??= await this.#exact(at, FIRST_LOOK, signal);
            if (rest > 0) {
                await follow(at, rest, signal, (played) => {
                    sampling.played = added(before, played);
                    this.#changed();
                });
            }
            sampling.exact ??= await this.#exact(at, LONG_LOOK, signal);
        });
    }

    /**
     * Exact values, if they are found in time.
     * @param {Place} at
     * @param {number} milliseconds
     * @param {AbortSignal} signal
     */
    async #exact(at, milliseconds, signal) {
        const analysis = await api.analysis(at.game, at.start, at.moves, milliseconds, signal);
        return analysis.moves.every(({ result }) => result === null) ? null : analysis;
    }

    #changed() {
        if (this.#sampling) {
            this.#sampling.isRunning = this.#run.isUnfinished;
            rememberHere(NAME, this.#sampling);
        }
        this.show();
    }

    /** @param {boolean} isOver */
    #runButton(isOver) {
        return runButton({
            name: "playouts",
            label: t("lab.playouts.run"),
            isRunning: this.#run.isRunning,
            isDisabled: isOver,
            begin: () => this.#begin(),
            stop: () => this.#run.stop(),
        });
    }

    #wantedField() {
        return numberField(
            {
                id: "playouts-wanted",
                label: t("lab.playouts.wanted"),
                value: this.#wanted,
                least: 1,
                most: MOST,
                usual: USUAL,
                isWhole: true,
            },
            (wanted) => {
                this.#wanted = wanted;
                remember("lab.playouts.wanted", wanted);
            },
        );
    }

    /** @param {Sampling | null} sampling @param {boolean} isOver */
    #progress(sampling, isOver) {
        if (isOver) return t("lab.over");
        if (!sampling) return t("lab.playouts.ready");
        const all = sampling.wanted * Math.max(sampling.played.moves.length, 1);
        const given = { games: number(sampling.played.games), all: number(all) };
        return t(this.#run.isRunning ? "lab.playouts.running" : "lab.playouts.done", given);
    }
}

/**
 * Receives random games until the last one is played.
 * @param {Place} at
 * @param {number} wanted of each move
 * @param {AbortSignal} signal
 * @param {(played: Playouts) => void} onPlayed
 * @returns {Promise<void>}
 */
function follow(at, wanted, signal, onPlayed) {
    return new Promise((resolve, reject) => {
        const stream = labApi.playouts(at, wanted, Math.floor(Math.random() * 2 ** 32));
        const end = (/** @type {() => void} */ settle) => {
            stream.close();
            settle();
        };
        signal.addEventListener("abort", () => end(() => reject(signal.reason)));
        stream.addEventListener("playouts", (event) => onPlayed(JSON.parse(event.data)));
        stream.addEventListener("done", (event) => {
            onPlayed(JSON.parse(event.data));
            end(resolve);
        });
        stream.addEventListener("problem", (event) => end(() => reject(new Error(JSON.parse(event.data).detail))));
        stream.addEventListener("error", () => end(() => reject(new Refusal(0, t("problem.offline")))));
    });
}

/**
 * One row per move, in the order of the board, so rows do not move while the games are played.
 * @param {string[]} legal
 * @param {Sampling | null} sampling
 */
function table(legal, sampling) {
    const best = Math.max(...(sampling?.played.moves.map(({ share }) => share) ?? [0]));
    const rows = legal.map((move) => {
        const played = sampling?.played.moves.find((one) => one.move === move);
        const exact = sampling?.exact?.moves.find((one) => one.move === move);
        return html(
            "tr",
            { "data-move": move, class: played && played.share === best ? "best" : "" },
            html("th", { scope: "row" }, moveText(move)),
            html(
                "td",
                { class: "share-bar" },
                bar(played),
                html(
                    "span",
                    { class: "counts", "data-is": "games" },
                    played ? `${number(played.wins)} / ${number(played.draws)} / ${number(played.losses)}` : "–",
                ),
            ),
            html(
                "td",
                { "data-is": "share" },
                played ? t("lab.playouts.share", { percent: number(100 * played.share, 1) }) : "–",
            ),
            html("td", { "data-is": "exact" }, exact ? answerCell(exact) : "?"),
        );
    });
    const head = ["lab.row.choice", "lab.playouts.bar", "lab.playouts.shares", "lab.exact"].map((key) =>
        html("th", { scope: "col" }, t(/** @type {any} */ (key))),
    );
    return html(
        "div",
        { class: "scroller", role: "region", tabindex: 0, "aria-label": t("lab.playouts.title") },
        html("table", { class: "shares" }, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows)),
    );
}

/** The share, with its confidence interval. @param {PlayedMove | undefined} played */
function bar(played) {
    const picture = svg(
        "svg",
        { viewBox: "0 0 100 20", preserveAspectRatio: "none", class: "share", "aria-hidden": "true" },
        svg("rect", { width: 100, height: 20, class: "track" }),
    );
    if (played) {
        const [low, high] = [100 * played.low, 100 * played.high];
        picture.append(
            svg("rect", { width: 100 * played.share, height: 20, class: "part" }),
            svg("rect", { x: low, y: 6, width: Math.max(high - low, 0.6), height: 8, class: "confidence" }),
        );
    }
    picture.append(svg("line", { x1: 50, x2: 50, y1: 0, y2: 20, class: "half" }));
    return picture;
}
