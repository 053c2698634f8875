// Monte Carlo: random games after each move, shown as they are played, with confidence intervals.

import { api, Refusal } from "../app/api.js";
import { html, svg } from "../app/dom.js";
import { RememberedNumber } from "../app/fields.js";
import { number, t } from "../app/text.js";
import { moveText } from "../boards/notation.js";
import { answerCell } from "../boards/scores.js";
import { labApi } from "./api.js";
import { ExperimentCard } from "./experiment.js";
import { added } from "./tally.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("./api.js").PlayedMove} PlayedMove */
/** @typedef {import("./api.js").Playouts} Playouts */

/**
 * @typedef {object} Sampling
 * @property {number} wanted games of each move
 * @property {Playouts} played
 * @property {Analysis | null} exact
 */

/** Games of each move. */
const WANTED = { id: "playouts-wanted", least: 1, most: 1_000_000, isWhole: true };
/** Milliseconds for the exact values: those from a book or table come immediately, the rest after the games. */
const FIRST_LOOK = 300;
const LONG_LOOK = 10_000;
const NONE = { games: 0, moves: [] };

/** @param {HTMLElement} root @param {GameOnPage} game */
export function playoutsCard(root, game) {
    const wanted = new RememberedNumber("lab.playouts.wanted", 5000, WANTED);
    /** @type {ExperimentCard<Sampling>} */
    const card = new ExperimentCard(root, game, {
        name: "playouts",
        field: () => wanted.field(t("lab.playouts.wanted")),
        /** @returns {Sampling} */
        begin: () => ({ wanted: wanted.value, played: NONE, exact: null }),
        work: (sampling, at, signal) => sample(sampling, at, signal, () => card.changed()),
        progress(sampling) {
            if (!sampling) return t("lab.playouts.ready");
            const all = sampling.wanted * Math.max(sampling.played.moves.length, 1);
            const given = { games: number(sampling.played.games), all: number(all) };
            return t(card.isRunning ? "lab.playouts.running" : "lab.playouts.done", given);
        },
        result: (sampling, { legal }) => [
            table(legal, sampling),
            html("p", { class: "quiet" }, t("lab.playouts.legend")),
        ],
    });
    return card;
}

/**
 * Plays the remaining games and adds them to the tally.
 * @param {Sampling} sampling
 * @param {Place} at
 * @param {AbortSignal} signal
 * @param {() => void} onChange
 */
async function sample(sampling, at, signal, onChange) {
    const before = sampling.played;
    const left = sampling.wanted - Math.min(sampling.wanted, ...before.moves.map(({ games }) => games));
    const rest = before.moves.length === 0 ? sampling.wanted : left;
    sampling.exact ??= await exactValues(at, FIRST_LOOK, signal);
    if (rest > 0) {
        await follow(at, rest, signal, (played) => {
            sampling.played = added(before, played);
            onChange();
        });
    }
    sampling.exact ??= await exactValues(at, LONG_LOOK, signal);
}

/**
 * Exact values, if they are found in time.
 * @param {Place} at
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
async function exactValues(at, milliseconds, signal) {
    const analysis = await api.analysis(at, milliseconds, signal);
    return analysis.moves.every(({ result }) => result === null) ? null : analysis;
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
