// Why: the position, its best moves and the others in words, built from what the server has proven. A sentence that has the
// pointer or the keyboard is shown on the board.

import { addressOf } from "./address.js";
import { api } from "./api.js";
import { fill, html } from "./dom.js";
import { bestOf, groupsOf, overviewOf } from "./explain-groups.js";
import { placesOf, sentenceOf, subjectOf } from "./explain-words.js";
import { t } from "./text.js";
import { kindOf, signOf, wordsOf } from "./values.js";

/** @typedef {import("./address.js").Place} Place */
/** @typedef {import("./api.js").Analysis} Analysis */
/** @typedef {import("./api.js").Explanation} Explanation */
/** @typedef {import("./api.js").Fact} Fact */
/** @typedef {import("./explain-groups.js").Group} Group */
/** @typedef {import("./lights.js").Light} Light */

/** Milliseconds the server may take for best replies once the values are proven, and while they are not. */
const FULL_TIME = 4000;
const SHORT_TIME = 100;
/** Groups of the other moves that are shown at once. */
const SHOWN = 5;
/** Kinds whose moves follow each other; those of other kinds are choices. */
const IN_TURN = new Set(["gives", "ignores", "threat-above", "forces", "forced-win", "answer"]);
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

    /**
     * @param {HTMLElement} root
     * @param {(light: Light | null) => void} onLight
     * @param {() => void} onReveal
     */
    constructor(root, onLight, onReveal) {
        this.root = root;
        this.onLight = onLight;
        this.onReveal = onReveal;
        root.addEventListener("keydown", (event) => event.key === "Escape" && this.#pin(null));
    }

    /**
     * Explains this place as soon as something is known about it, and once more when its values are proven; a newer place replaces an
     * older one. The values are those of the analysis, so that they are the same everywhere.
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
            const explanation = await api.explanation(place.game, place.start, place.moves, time, controller.signal);
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
        if (this.#isHidden) body.append(this.#cover());
        else if (explanation) body.append(...this.#sections(explanation));
        else body.append(html("p", { class: "quiet" }, t(hasFailed ? "explain.failed" : "moves.computing")));
        fill(this.root, html("div", { class: "card-head" }, html("h2", {}, t("explain.title")), html("span", {}, t("explain.note"))), body);
    }

    /** What is proven, with the values of the analysis. @returns {Explanation | null} */
    get #explanation() {
        const { explanation } = this.#known;
        if (!explanation || !this.#analysis) return explanation;
        const facts = new Map(explanation.moves.map((move) => [move.move, move.facts]));
        return { ...explanation, moves: this.#analysis.moves.map((rated) => ({ ...rated, facts: facts.get(rated.move) ?? [] })) };
    }

    #cover() {
        const button = html("button", { type: "button", class: "button", "data-key": "reveal-why", onclick: this.onReveal }, t("moves.reveal"));
        return html("div", { class: "cover" }, html("p", {}, t("moves.hidden")), button);
    }

    /** @param {Explanation} explanation */
    #sections(explanation) {
        const { facts, moves } = explanation;
        const overview = overviewOf(explanation);
        const best = bestOf(moves);
        const isProven = facts.length > 0 || moves.some((move) => move.result !== null || move.facts.length > 0);
        if (!isProven) return [html("p", { class: "quiet" }, t("explain.unproven"))];
        const about = [...facts.map((fact, i) => this.#sentence(explanation, fact, [], `position-${i}`)), overview && this.#sentence(explanation, overview, best.map(({ move }) => move), "overview")];
        const others = groupsOf(moves.filter((move) => !best.includes(move)));
        const shown = this.#isLong ? others : others.slice(0, SHOWN);
        return [
            section("position", t("explain.position"), [sentences(about) ?? html("p", { class: "quiet" }, t("explain.nothing"))]),
            section("best", t("explain.best"), groupsOf(best).map((group, i) => this.#group(explanation, group, `best-${i}`))),
            ...(others.length > 0 ? [section("others", t("explain.others"), [...shown.map((group, i) => this.#group(explanation, group, `other-${i}`)), ...this.#more(others.length)])] : []),
        ];
    }

    /** @param {number} count */
    #more(count) {
        if (count <= SHOWN) return [];
        const toggle = () => {
            this.#isLong = !this.#isLong;
            this.#draw();
        };
        return [html("button", { type: "button", class: "link", "data-key": "more-why", "aria-expanded": String(this.#isLong), onclick: toggle }, t(this.#isLong ? "explain.fewer" : "explain.all", { count }))];
    }

    /**
     * @param {Explanation} explanation
     * @param {Group} group
     * @param {string} key
     */
    #group(explanation, group, key) {
        const [first] = group.moves;
        const names = group.moves.map(({ move }) => move);
        const value = html("span", { class: `value ${kindOf(first)}` }, html("span", { class: "sign", "aria-hidden": "true" }, signOf(first)), " ", valueWords(group));
        const told = sentences(group.facts.map((fact, i) => this.#sentence(explanation, fact, names, `${key}-${i}`)));
        const silence = () => html("p", { class: "quiet" }, t(first.result === null ? "explain.unproven.moves" : "explain.value"));
        return html("div", { class: "reason", "data-moves": names.join(" ") }, html("p", { class: "reason-head" }, html("strong", {}, allMoves(explanation, names)), " ", value), told ?? silence());
    }

    /**
     * @param {Explanation} explanation
     * @param {Fact} fact
     * @param {string[]} subject
     * @param {string} key
     */
    #sentence({ state, moves }, fact, subject, key) {
        const answer = subject.length === 1 ? moves.find(({ move }) => move === subject[0]) ?? null : null;
        const text = sentenceOf(state, fact, subject, answer);
        if (text === null) return null;
        const light = lightOf(state, fact, subject);
        const point = () => this.onLight(light);
        const leave = () => this.#pinned === null && this.onLight(null);
        const isPinned = this.#pinned === key;
        return html(
            "li",
            {},
            html("button", { type: "button", class: "fact", "data-key": key, "data-kind": fact.kind, title: t("explain.show"), "aria-pressed": String(isPinned), onpointerenter: point, onfocus: point, onpointerleave: leave, onblur: leave, onclick: () => this.#pin(isPinned ? null : key, light) }, text),
        );
    }

    /** Keeps a sentence on the board, for those who have no pointer to rest on it. @param {string | null} key @param {Light | null} [light] */
    #pin(key, light = null) {
        this.#pinned = key;
        this.#draw();
        this.onLight(light);
    }
}

/** @param {string} name @param {string} title @param {import("./dom.js").Child[]} content */
const section = (name, title, content) => html("section", { class: `why ${name}`, "aria-label": title }, html("h3", {}, title), ...content);

/** @param {(HTMLElement | null)[]} items */
function sentences(items) {
    const present = items.filter((item) => item !== null);
    return present.length > 0 ? html("ul", { class: "facts" }, ...present) : null;
}

/** The moves of a group, all by name. @param {Explanation} explanation @param {string[]} moves */
const allMoves = ({ state }, moves) => (state.width ? subjectOf(state, moves) : moves.map((move) => subjectOf(state, [move])).join(", "));

/** What the moves of a group are worth: their distances from the nearest to the furthest. @param {Group} group */
function valueWords({ moves }) {
    const distances = moves.map((move) => move.moves).filter((distance) => distance !== null);
    const [from, to] = [Math.min(...distances), Math.max(...distances)];
    const { result, points } = moves[0];
    if (result === null && moves.some((move) => move.points !== points)) return t("moves.estimates");
    if (distances.length < 2 || from === to || result === null || result === "draw") return wordsOf(moves[0]);
    return t(`explain.range.${result}`, { from, to });
}

/**
 * What a sentence points at.
 * @param {import("./api.js").State} state
 * @param {Fact} fact
 * @param {string[]} subject
 * @returns {Light}
 */
function lightOf(state, fact, subject) {
    const { kind, cells, lines } = fact;
    const isAboutBest = kind.startsWith("only-") || kind === "all-lose";
    // In morris `moves` of a won game says why it is won.
    const moves = isAboutBest ? subject : kind === "wins-now" ? [] : fact.moves;
    const before = subject.length === 1 && !isAboutBest ? subject : [];
    return { cells, lines, moves: placesOf(state, before, moves, IN_TURN.has(kind)) };
}
