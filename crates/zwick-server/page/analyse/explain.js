// Why: the position, its best moves and the others in words, from what the server has proven. A sentence under the
// pointer or with the focus is shown on the board.

import { addressOf } from "../app/address.js";
import { api } from "../app/api.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { t } from "../app/text.js";
import { bestOf, groupsOf, overviewOf } from "../boards/explain-groups.js";
import { lightOf, sentenceOf, subjectOf } from "../boards/explain-words.js";
import { signedValue } from "../boards/scores.js";
import { wordsOf } from "../boards/values.js";

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/api.js").Explanation} Explanation */
/** @typedef {import("../app/api.js").Fact} Fact */
/** @typedef {import("../boards/explain-groups.js").Group} Group */
/** @typedef {import("../boards/lights.js").Light} Light */

/** Milliseconds the server may take for best replies, with proven values and without. */
const FULL_TIME = 4000;
const SHORT_TIME = 100;
/** Groups of other moves shown initially. */
const SHOWN = 5;
const NOTHING = { key: "", time: 0, explanation: /** @type {Explanation | null} */ (null), hasFailed: false };

export class ExplainCard {
    #known = NOTHING;
    /** @type {AbortController | null} */
    #asking = null;
    /** @type {Analysis | null} */
    #analysis = null;
    #isLong = false;
    #isHidden = true;
    /** @type {string | null} the sentence that stays on the board */
    #pinned = null;
    /** The parts that are unfolded. @type {Set<string>} */
    #open = new Set();

    /**
     * @param {HTMLElement} root
     * @param {(light: Light | null) => void} onLight
     */
    constructor(root, onLight) {
        this.root = root;
        this.onLight = onLight;
        root.addEventListener("keydown", (event) => event.key === "Escape" && this.#pin(null));
    }

    /**
     * Explains this place as soon as something is known about it, and again when its values are proven; a newer place
     * replaces an older one. The values are those of the analysis, so they are the same everywhere.
     * @param {{ place: Place, analysis: Analysis | null, isWorking: boolean, isHidden: boolean }} shown
     */
    show({ place, analysis, isWorking, isHidden }) {
        const key = addressOf(place);
        this.#isHidden = isHidden;
        this.#analysis = analysis;
        if (key !== this.#known.key || isHidden) this.#forget();
        const time = !isWorking && analysis?.answer.result ? FULL_TIME : SHORT_TIME;
        if (analysis && !isHidden && analysis.moves.length > 0 && time > this.#known.time) this.#ask(key, place, time);
        this.#draw();
    }

    #forget() {
        this.#asking?.abort();
        this.#asking = null;
        this.#known = NOTHING;
        this.#pinned = null;
        this.#isLong = false;
        this.onLight(null);
    }

    /** @param {string} key @param {Place} place @param {number} time */
    async #ask(key, place, time) {
        this.#asking?.abort();
        const controller = new AbortController();
        this.#asking = controller;
        this.#known = { ...this.#known, key, time };
        try {
            const explanation = await api.explanation(place, time, controller.signal);
            if (controller.signal.aborted) return;
            this.#known = { key, time, explanation, hasFailed: false };
        } catch {
            if (controller.signal.aborted) return;
            this.#known = { ...this.#known, hasFailed: true };
        }
        this.#draw();
    }

    #draw() {
        const { hasFailed } = this.#known;
        const explanation = this.#explanation;
        const body = html("div", { class: "explain-space", "aria-live": "polite" });
        // The card of the moves says that the answers are hidden.
        this.root.hidden = this.#isHidden;
        if (this.#isHidden) this.root.replaceChildren();
        if (this.#isHidden) return;
        if (explanation) body.append(...this.#sections(explanation));
        else body.append(html("p", { class: "quiet" }, t(hasFailed ? "explain.failed" : "moves.computing")));
        fill(this.root, cardHead(t("explain.title"), html("span", {}, t("explain.note"))), body);
    }

    /** What is proven, with the values of the analysis. @returns {Explanation | null} */
    get #explanation() {
        const { explanation } = this.#known;
        if (!explanation || !this.#analysis) return explanation;
        const facts = new Map(explanation.moves.map((move) => [move.move, move.facts]));
        return {
            ...explanation,
            moves: this.#analysis.moves.map((rated) => ({ ...rated, facts: facts.get(rated.move) ?? [] })),
        };
    }

    /** @param {Explanation} explanation */
    #sections(explanation) {
        const { facts, moves } = explanation;
        const overview = overviewOf(explanation);
        const best = bestOf(moves);
        const isProven = facts.length > 0 || moves.some((move) => move.result !== null || move.facts.length > 0);
        if (!isProven) return [html("p", { class: "quiet" }, t("explain.unproven"))];
        // Where every move loses, none of them must be played.
        const isLost = overview?.kind === "all-lose" || overview?.kind === "lost";
        const told = facts.filter(({ kind }) => !(isLost && kind === "must-block"));
        const names = best.map(({ move }) => move);
        const about = [
            ...told.map((fact, i) => this.#sentence(explanation, fact, [], `position-${i}`)),
            overview && this.#sentence(explanation, overview, names, "overview"),
        ];
        const others = groupsOf(moves.filter((move) => !best.includes(move)));
        const shown = this.#isLong ? others : others.slice(0, SHOWN);
        const reasons = groupsOf(best).map((group, i) => this.#group(explanation, group, `best-${i}`));
        return [
            html(
                "section",
                { class: "why position", "aria-label": t("explain.position") },
                sentences(about) ?? html("p", { class: "quiet" }, t("explain.nothing")),
            ),
            this.#fold("best", t("explain.why", { moves: subjectOf(explanation.state, names) }), reasons),
            others.length > 0 &&
                this.#fold("others", t("explain.others"), [
                    ...shown.map((group, i) => this.#group(explanation, group, `other-${i}`)),
                    ...this.#more(others.length),
                ]),
        ].filter((part) => part !== false);
    }

    /** A part that opens when it is wanted. @param {string} name @param {string} title @param {import("../app/dom.js").Child[]} content */
    #fold(name, title, content) {
        const open = this.#open;
        const fold = html(
            "details",
            {
                class: `why ${name}`,
                open: open.has(name),
                ontoggle: () => (fold.open ? open.add(name) : open.delete(name)),
            },
            html("summary", { "data-key": `fold-${name}` }, title),
            ...content,
        );
        return fold;
    }

    /** @param {number} count */
    #more(count) {
        if (count <= SHOWN) return [];
        const toggle = () => {
            this.#isLong = !this.#isLong;
            this.#draw();
        };
        return [
            html(
                "button",
                {
                    type: "button",
                    class: "link",
                    "data-key": "more-why",
                    "aria-expanded": String(this.#isLong),
                    onclick: toggle,
                },
                t(this.#isLong ? "explain.fewer" : "explain.all", { count }),
            ),
        ];
    }

    /**
     * @param {Explanation} explanation
     * @param {Group} group
     * @param {string} key
     */
    #group(explanation, group, key) {
        const [first] = group.moves;
        const names = group.moves.map(({ move }) => move);
        const value = signedValue("span", first, valueWords(group));
        const told = sentences(group.facts.map((fact, i) => this.#sentence(explanation, fact, names, `${key}-${i}`)));
        const silence = () =>
            html("p", { class: "quiet" }, t(first.result === null ? "explain.unproven.moves" : "explain.value"));
        return html(
            "div",
            { class: "reason", "data-moves": names.join(" ") },
            html("p", { class: "reason-head" }, html("strong", {}, allMoves(explanation, names)), " ", value),
            told ?? silence(),
        );
    }

    /**
     * @param {Explanation} explanation
     * @param {import("../boards/explain-words.js").Told} fact
     * @param {string[]} subject
     * @param {string} key
     */
    #sentence({ state }, fact, subject, key) {
        const text = sentenceOf(state, fact, subject);
        if (text === null) return null;
        const light = lightOf(state, fact, subject);
        const point = () => this.onLight(light);
        const leave = () => this.#pinned === null && this.onLight(null);
        const isPinned = this.#pinned === key;
        return html(
            "li",
            {},
            html(
                "button",
                {
                    type: "button",
                    class: "fact",
                    "data-key": key,
                    "data-kind": fact.kind,
                    title: t("explain.show"),
                    "aria-pressed": String(isPinned),
                    onpointerenter: point,
                    onfocus: point,
                    onpointerleave: leave,
                    onblur: leave,
                    onclick: () => this.#pin(isPinned ? null : key, light),
                },
                text,
            ),
        );
    }

    /**
     * Keeps a sentence on the board, for users without a pointer.
     * @param {string | null} key
     * @param {Light | null} [light]
     */
    #pin(key, light = null) {
        this.#pinned = key;
        this.#draw();
        this.onLight(light);
    }
}

/** @param {(HTMLElement | null)[]} items */
function sentences(items) {
    const present = items.filter((item) => item !== null);
    return present.length > 0 ? html("ul", { class: "facts" }, ...present) : null;
}

/** The moves of a group, all by name. @param {Explanation} explanation @param {string[]} moves */
const allMoves = ({ state }, moves) =>
    state.shape.kind === "grid" ? subjectOf(state, moves) : moves.map((move) => subjectOf(state, [move])).join(", ");

/** The values of a group: distances from the shortest to the longest. @param {Group} group */
function valueWords({ moves }) {
    const distances = moves.map((move) => move.moves).filter((distance) => distance !== null);
    const [from, to] = [Math.min(...distances), Math.max(...distances)];
    const { result, points } = moves[0];
    if (result === null && moves.some((move) => move.points !== points)) return t("moves.estimates");
    if (distances.length < 2 || from === to || result === null || result === "draw") return wordsOf(moves[0]);
    return t(`explain.range.${result}`, { from, to });
}
