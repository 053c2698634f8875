// Scenarios: positions with their right moves, put to any player. The ten built-in ones, and the user's own.

import { isConnectFour } from "../app/address.js";
import { api } from "../app/api.js";
import { GameCard } from "../app/card.js";
import { cardHead } from "../app/cards.js";
import { copyButton } from "../app/copy.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { recall, recallHere, remember, rememberHere } from "../app/memory.js";
import { complain } from "../app/notice.js";
import { offered } from "../app/offered.js";
import { number, t, translated } from "../app/text.js";
import { playerName } from "../boards/names.js";
import { movesText } from "../boards/notation.js";
import { thumbnail } from "../boards/thumbnail.js";
import { timeText } from "../boards/values.js";
import { scenarioAddress } from "./address.js";
import { labApi } from "./api.js";
import { protocolText, reasonOf } from "./protocol.js";
import { problemOf, Run, runButton } from "./run.js";
import { run, SEARCH } from "./trial.js";

/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("./address.js").OwnScenario} OwnScenario */
/** @typedef {import("./api.js").Memory} Memory */
/** @typedef {import("./trial.js").Outcome} Outcome */
/**
 * @typedef {OwnScenario & { number: number | null }} Shown a scenario of the list, or one of one's own, which has no
 *     number
 */
/**
 * @typedef {object} Trials
 * @property {Record<string, Outcome | { problem: string }>} results what the player found
 * @property {string[]} wanted what it is still to run
 * @property {string} player
 * @property {Memory} memory
 */

const NAME = "lab.trials.of-memory";
const OWN = "lab.scenarios";
const PLAYER = "lab.scenarios.player";
const MEMORY = "lab.scenarios.memory";
const MEMORIES = /** @type {Memory[]} */ (["empty", "stored"]);
const KINDS = /** @type {const} */ (["connect-four", "morris"]);

/** @param {{ game: string, position: string, depth: number, answers: string[] }} scenario */
const keyOf = ({ game, position, depth, answers }) => [game, position, depth, answers.join(" ")].join("|");

/** @param {OwnScenario} scenario */
const boardKey = ({ game, position }) => `${game} ${position}`;

export class ScenariosCard extends GameCard {
    /** @type {Shown[] | null} */
    #given = null;
    /** @type {Map<string, State | null>} boards by game and position, as far as they are known */
    #boards = new Map();
    #run = new Run(() => this.#changed());
    /** @type {Trials} */
    #trials = recallHere(NAME, {
        results: {},
        wanted: [],
        player: recall(PLAYER, SEARCH),
        memory: recall(MEMORY, "empty"),
    });
    /** @type {Set<string>} whose protocol is open */
    #open = new Set();

    /** @returns {OwnScenario[]} */
    get #own() {
        return recall(OWN, []);
    }

    /** Saves one of the user's own scenarios, the newest first. @param {OwnScenario} scenario */
    keep(scenario) {
        remember(OWN, [scenario, ...this.#own.filter((one) => keyOf(one) !== keyOf(scenario))]);
        this.show();
    }

    show() {
        if (!this.game.state || this.root.closest("[hidden]")) return;
        if (this.#given === null) this.#askForList();
        else if (this.#trials.wanted.length > 0 && !this.#run.isUnfinished) this.#goOn();
        const all = this.#all;
        const given = all.filter((scenario) => scenario.number !== null);
        const own = all.filter((scenario) => scenario.number === null);
        const group = (/** @type {string} */ title, /** @type {Shown[]} */ list) =>
            html(
                "div",
                { class: "scenario-group" },
                html("h3", {}, title),
                html("ol", {}, ...list.map((scenario) => this.#row(scenario))),
            );
        fill(
            this.root,
            cardHead(t("lab.scenarios.title")),
            html("p", { class: "quiet" }, t("lab.scenarios.note")),
            html("div", { class: "fields" }, this.#player(), this.#memory()),
            this.#runButtons(all),
            html("p", { class: "quiet progress", role: "status" }, this.#progress(all)),
            own.length > 0 && group(t("lab.scenarios.own"), own),
            ...this.#kinds.map((kind) =>
                group(
                    t(`game.${kind}`),
                    given.filter((scenario) => scenario.game.startsWith(kind)),
                ),
            ),
        );
    }

    /** The games, the one on the board first. */
    get #kinds() {
        return isConnectFour(this.game.game) ? KINDS : KINDS.toReversed();
    }

    get #all() {
        return [...this.#own.map((own) => ({ ...own, number: null })), ...(this.#given ?? [])];
    }

    #askForList() {
        this.#given = [];
        labApi.scenarios().then(
            ({ items }) => {
                this.#given = items;
                this.show();
            },
            (error) => {
                this.#given = null;
                complain(error);
            },
        );
    }

    /** @param {Shown[]} wanted */
    #begin(wanted) {
        const keys = wanted.map(keyOf);
        for (const key of keys) delete this.#trials.results[key];
        this.#trials.wanted = keys;
        this.#goOn();
    }

    #goOn() {
        const trials = this.#trials;
        this.#run.begin(async (signal) => {
            while (trials.wanted.length > 0) {
                const key = trials.wanted[0];
                const scenario = this.#all.find((one) => keyOf(one) === key);
                if (scenario) trials.results[key] = await run(scenario, trials, signal).catch(problemOf);
                trials.wanted.shift();
                this.#changed();
            }
        });
    }

    #stop() {
        this.#trials.wanted = [];
        this.#run.stop();
    }

    #changed() {
        rememberHere(NAME, this.#trials);
        this.show();
    }

    /** Whom to try; the results are those of this player. */
    #player() {
        const { player } = this.#trials;
        const names = offered.players.map(({ name }) => name).filter((name) => name !== PERSON);
        const select = html(
            "select",
            {
                id: "scenarios-player",
                "data-key": "scenarios-player",
                onchange: () => this.#choose({ player: select.value }),
            },
            ...[SEARCH, ...names].map((name) =>
                html(
                    "option",
                    { value: name, selected: name === player },
                    name === SEARCH ? t("lab.scenarios.search") : playerName(name),
                ),
            ),
        );
        return html(
            "div",
            { class: "field" },
            html("label", { for: "scenarios-player" }, t("lab.scenarios.player")),
            select,
        );
    }

    /** Whether the player has to compute, or may look up what is stored. */
    #memory() {
        const select = html(
            "select",
            {
                id: "scenarios-memory",
                "data-key": "scenarios-memory",
                onchange: () => this.#choose({ memory: /** @type {Memory} */ (select.value) }),
            },
            ...MEMORIES.map((memory) =>
                html(
                    "option",
                    { value: memory, selected: memory === this.#trials.memory },
                    t(`lab.scenarios.memory.${memory}`),
                ),
            ),
        );
        return html(
            "div",
            { class: "field" },
            html("label", { for: "scenarios-memory" }, t("lab.scenarios.memory")),
            select,
        );
    }

    /** Another player or memory: earlier results are not theirs. @param {{ player?: string, memory?: Memory }} choice */
    #choose(choice) {
        this.#run.stop();
        this.#trials = { ...this.#trials, results: {}, wanted: [], ...choice };
        remember(PLAYER, this.#trials.player);
        remember(MEMORY, this.#trials.memory);
        this.#changed();
    }

    /** One button for the five of each game, the game on the board first, and one for all. @param {Shown[]} all */
    #runButtons(all) {
        const isRunning = this.#run.isRunning;
        const isDisabled = all.length === 0;
        // A button may outlive the list it was drawn for.
        const button = (
            /** @type {string} */ name,
            /** @type {string} */ label,
            /** @type {(scenario: Shown) => boolean} */ isWanted,
        ) => {
            const begin = () => this.#begin(this.#all.filter(isWanted));
            return runButton({ name, label, isRunning, isDisabled, begin, stop: () => this.#stop() });
        };
        const everything = button("scenarios", t("lab.scenarios.run"), () => true);
        if (isRunning) return html("div", { class: "row" }, everything);
        const games = this.#kinds.map((kind) =>
            button(
                `scenarios-${kind}`,
                t("lab.scenarios.game", { game: t(`game.${kind}`) }),
                ({ number, game }) => number !== null && game.startsWith(kind),
            ),
        );
        for (const other of [...games.slice(1), everything]) other.classList.remove("main");
        return html("div", { class: "row" }, ...games, everything);
    }

    /** @param {Shown[]} all */
    #progress(all) {
        const results = all.map((scenario) => this.#trials.results[keyOf(scenario)]).filter(Boolean);
        const passed = results.filter((result) => "passed" in result && result.passed).length;
        if (this.#run.isRunning)
            return t("lab.running", { done: results.length, all: results.length + this.#trials.wanted.length });
        return results.length === 0 ? "" : t("lab.scenarios.passed", { passed, all: results.length });
    }

    /** The board of a scenario; requested on first use. @param {Shown} scenario */
    #board(scenario) {
        const { game, position } = scenario;
        const key = boardKey(scenario);
        const board = this.#boards.get(key);
        if (board === undefined) {
            this.#boards.set(key, null);
            api.position({ game, start: position, moves: [] }).then(
                (state) => {
                    this.#boards.set(key, state);
                    this.show();
                },
                () => {}, // A shared address may be invalid; running it shows what is wrong.
            );
        }
        return board ? thumbnail(board.shape, board.cells) : html("span", { class: "thumbnail" });
    }

    /** @param {Shown} scenario */
    #row(scenario) {
        const key = keyOf(scenario);
        const result = this.#trials.results[key];
        const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
            html(
                "button",
                { type: "button", class: "link", "data-key": `${name}-${key}`, "data-do": name, onclick },
                text,
            );
        const own = scenario.number === null && [
            copyButton(
                `copy-${key}`,
                () => `${location.origin}${location.pathname}${scenarioAddress(scenario)}`,
                t("lab.scenarios.link"),
            ),
            button("delete", t("lab.scenarios.delete"), () => this.#delete(key)),
        ];
        if (own) own[0].className = "link";
        return html(
            "li",
            { class: "scenario", "data-scenario": key, "data-number": scenario.number },
            this.#board(scenario),
            html(
                "div",
                {},
                html("p", {}, titleOf(scenario)),
                html(
                    "p",
                    { class: "quiet" },
                    t("lab.scenarios.wanted", { depth: scenario.depth, moves: movesText(scenario.answers) }),
                ),
                result && verdict(result),
                html(
                    "div",
                    { class: "row links" },
                    button("run", t("lab.scenarios.one"), () => this.#begin([scenario])),
                    button("show", t("lab.show"), () => this.#toBoard(scenario)),
                    ...(own || []),
                ),
                result && "moves" in result && this.#protocol(scenario, result),
            ),
        );
    }

    /** @param {Shown} scenario @param {Outcome} outcome */
    #protocol(scenario, outcome) {
        const key = keyOf(scenario);
        const state = this.#boards.get(boardKey(scenario));
        if (!state) return null;
        const name = String(scenario.number ?? titleOf(scenario));
        const text = protocolText(name, scenario, state, this.#trials.player, outcome);
        const details = html(
            "details",
            {
                class: "as-table",
                open: this.#open.has(key),
                ontoggle: () => (details.open ? this.#open.add(key) : this.#open.delete(key)),
            },
            html("summary", { "data-key": `protocol-${key}` }, t("lab.protocol")),
            html("pre", { class: "protocol", tabindex: 0, role: "region", "aria-label": t("lab.protocol") }, text),
            copyButton(`copy-protocol-${key}`, () => text, t("lab.protocol")),
        );
        return details;
    }

    /** @param {Shown} scenario */
    #toBoard({ game, position }) {
        this.game.begin({ game, start: position, moves: [] }, { first: PERSON, second: PERSON });
    }

    /** @param {string} key */
    #delete(key) {
        remember(
            OWN,
            this.#own.filter((one) => keyOf(one) !== key),
        );
        delete this.#trials.results[key];
        this.#changed();
    }
}

/** @param {Shown} scenario */
function titleOf({ game, number: count, title, position }) {
    if (count === null) return title || position;
    const key = `${game.split(":")[0]}.${count}`;
    const text = translated("lab.scenario", key);
    return `${count}. ${text === key ? title : text}`;
}

/**
 * Whether the right moves were found, by sign and words, why, and what it took.
 * @param {Outcome | { problem: string }} result
 */
function verdict(result) {
    if ("problem" in result) return html("p", { class: "problem" }, result.problem);
    const { passed, moves, nodes, milliseconds } = result;
    const words = t(passed ? "lab.scenarios.right" : "lab.scenarios.wrong", { moves: movesText(moves) });
    const cost = t("lab.scenarios.cost", { nodes: number(nodes), time: timeText(milliseconds) });
    return html(
        "p",
        { class: `verdict value ${passed ? "win" : "loss"}` },
        `${passed ? "✓" : "✗"} ${words}`,
        html("span", { class: "quiet" }, ` · ${reasonOf(result)} · ${cost}`),
    );
}
