// Values of positions: the one shown, refined as answers arrive, and the others of the game for its chart.

import { addressOf } from "../app/address.js";
import { api } from "../app/api.js";

/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("../app/address.js").Place} Place */

/** Milliseconds the server may search a position that is only a point of the chart. */
const CURVE_TIME = 150;
const KEPT = 2000;
/** Milliseconds of search when only the exact values are of interest that may have come. */
const LOOK_UP = 50;
/** Milliseconds before retrying a server that did not answer. */
const PAUSE = 2000;

/** @param {Analysis} analysis */
const provenMoves = ({ moves }) => moves.filter(({ result }) => result !== null).length;

/** Whether neither the position nor a move is only estimated. @param {Analysis} analysis */
export const isExact = (analysis) =>
    analysis.answer.kind === "exact" && provenMoves(analysis) === analysis.moves.length;

/** Dispatches `change` for every new answer. */
export class Analyst extends EventTarget {
    /** @type {Map<string, Analysis>} finished ones, by address */
    #known = new Map();
    /** @type {{ key: string, place: Place, analysis: Analysis | null, hasFailed: boolean } | null} */
    #shown = null;
    /** @type {EventSource | null} */
    #stream = null;
    /** @type {AbortController | null} */
    #curve = null;
    #curveKey = "";
    /** Whether a position is awaited that is not shown yet. */
    #isAwaited = false;

    /** The best answer so far. @param {Place} place @returns {Analysis | null} */
    get(place) {
        const key = addressOf(place);
        return this.#known.get(key) ?? (this.#shown?.key === key ? this.#shown.analysis : null);
    }

    /** Whether the server is still searching. */
    get isWorking() {
        return this.#stream !== null;
    }

    get hasFailed() {
        return this.#shown?.hasFailed ?? false;
    }

    /** Analyses this position instead of the previous one; null stops. @param {Place | null} place */
    look(place) {
        const key = place && addressOf(place);
        if (this.#isAwaited || this.#shown?.key === (key ?? undefined)) return;
        this.#close();
        // Left before it was finished: the chart still needs it.
        if (this.#shown && !this.#known.has(this.#shown.key)) this.#curveKey = "";
        this.#shown = place === null || key === null ? null : { key, place, analysis: null, hasFailed: false };
        if (place === null || key === null || this.#known.has(key)) return;
        this.#open(place, key);
    }

    /** @param {Place} place @param {string} key @param {number} [time] */
    #open(place, key, time) {
        const stream = api.analysisStream(place, time);
        this.#stream = stream;
        stream.addEventListener("estimate", (event) => this.#hear(stream, key, event, false));
        stream.addEventListener("analysis", (event) => this.#hear(stream, key, event, true));
        stream.addEventListener("error", () => {
            if (this.#stream !== stream || !this.#shown) return;
            this.#close();
            this.#shown.hasFailed = true;
            this.dispatchEvent(new Event("change"));
            setTimeout(() => this.#askAgain(key), PAUSE);
        });
    }

    /**
     * A position that is about to be shown: it comes with its analysis, in one request.
     * @param {Place} place
     * @returns {Promise<State>}
     */
    async state(place) {
        const known = this.get(place);
        if (known) return known.state;
        this.look(place);
        const stream = this.#stream;
        const alone = () => api.position(place);
        if (this.#isAwaited || !stream) return alone();
        this.#isAwaited = true;
        try {
            return await new Promise((resolve) => {
                stream.addEventListener("position", (event) => resolve(JSON.parse(event.data)));
                stream.addEventListener("error", () => resolve(alone()));
            });
        } finally {
            this.#isAwaited = false;
        }
    }

    /**
     * @param {EventSource} stream
     * @param {string} key
     * @param {MessageEvent} event
     * @param {boolean} isFinal
     */
    #hear(stream, key, event, isFinal) {
        if (this.#stream !== stream || this.#shown?.key !== key) return;
        const before = this.#shown.analysis;
        /** @type {Analysis} */
        const heard = JSON.parse(event.data);
        // A short look finds what is exact; its estimates are worse than those of a longer search before it.
        const analysis =
            before && provenMoves(before) > 0 && provenMoves(heard) <= provenMoves(before) ? before : heard;
        this.#shown.analysis = analysis;
        if (isFinal) {
            this.#close();
            this.#keep(key, analysis);
        }
        this.dispatchEvent(new Event("change"));
    }

    /** Tables have landed: asks again for all that is not exact. What is shown stays until there is something better. */
    askForExact() {
        const shown = this.#shown;
        const before = shown && (this.#known.get(shown.key) ?? shown.analysis);
        for (const [key, analysis] of this.#known) if (!isExact(analysis)) this.#known.delete(key);
        this.#curveKey = "";
        if (!shown || this.#isAwaited || !before || isExact(before)) return;
        this.#close();
        this.#shown = { ...shown, analysis: before, hasFailed: false };
        this.#open(shown.place, shown.key, LOOK_UP);
    }

    /** Requests again what may be known better now. @param {Place} place */
    askAnew(place) {
        const key = addressOf(place);
        this.#known.delete(key);
        if (this.#shown?.key === key) {
            this.#close();
            this.#shown = null;
        }
        this.dispatchEvent(new Event("change"));
    }

    /** Retries what has failed, if it is still wanted. @param {string} key */
    #askAgain(key) {
        if (this.#shown?.key !== key || !this.#shown.hasFailed) return;
        this.#shown = null;
        this.dispatchEvent(new Event("change"));
    }

    #close() {
        this.#stream?.close();
        this.#stream = null;
    }

    /** @param {string} key @param {Analysis} analysis */
    #keep(key, analysis) {
        if (this.#known.size >= KEPT) this.#known.clear();
        this.#known.set(key, analysis);
    }

    /**
     * Analyses all these positions, one after another; a newer request replaces an older one.
     * @param {Place[]} places
     */
    async lookAtAll(places) {
        const key = places.map(addressOf).join();
        if (key === this.#curveKey) return;
        this.#curveKey = key;
        this.#curve?.abort();
        const controller = new AbortController();
        this.#curve = controller;
        // The latest first: the older part of the chart has usually been seen.
        for (const place of places.toReversed()) {
            const address = addressOf(place);
            if (this.#known.has(address) || this.#shown?.key === address) continue;
            try {
                const analysis = await api.analysis(place, CURVE_TIME, controller.signal);
                this.#keep(address, analysis);
            } catch {
                if (!controller.signal.aborted) this.#curveKey = "";
                return;
            }
            if (controller.signal.aborted) return;
            this.dispatchEvent(new Event("change"));
        }
    }
}
