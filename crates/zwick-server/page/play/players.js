// The players: a person, a level, a perfect player, random, an older program, or an algorithm with its settings; can be
// changed any time.

import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { PERSON, swapped } from "../app/game.js";
import { offered } from "../app/offered.js";
import { nameOf, settingFields } from "../app/player-settings.js";
import { t } from "../app/text.js";
import { sideName } from "../boards/names.js";
import { isOlderProgram, OLDER_PROGRAMS, programName, programNote } from "./older-programs.js";
import { isPerfect, NEXT_BEST, PERFECT, perfectNote } from "./perfect-play.js";

/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("../app/text.js").TextKey} TextKey */
/** @typedef {import("./perfect-play.js").PerfectPlay} PerfectPlay */

const LEVELS = Array.from({ length: 10 }, (_, i) => `level ${i + 1}`);
const ALGORITHM = "algorithm";
const USUAL_ALGORITHM = "alpha-beta";

export class PlayersCard {
    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     * @param {PerfectPlay} perfect
     */
    constructor(root, game, perfect) {
        this.root = root;
        this.game = game;
        this.perfect = perfect;
        perfect.addEventListener("change", () => this.#learned());
        document.getElementById("tab-play")?.addEventListener("click", () => perfect.forget());
    }

    /** The sides whose older program shows its settings. @type {Set<Side>} */
    #open = new Set();

    /** If a player of a new game cannot move, another one is chosen. */
    #learned() {
        const { game } = this;
        const { first, second } = game.players;
        const next = (/** @type {string} */ spec) => (isPerfect(spec) ? NEXT_BEST : spec);
        const isRefused =
            game.id === null && (isPerfect(first) || isPerfect(second)) && this.perfect.missing(game.place);
        if (isRefused) game.setPlayers({ first: next(first), second: next(second) });
        else this.show();
    }

    show() {
        const { game } = this;
        const rows = /** @type {Side[]} */ (["first", "second"]).map((side) => this.#row(side));
        const swap = html(
            "button",
            {
                type: "button",
                class: "button",
                "data-key": "swap",
                disabled: game.isShared,
                onclick: () => game.setPlayers(swapped(game.players)),
            },
            t("play.swap"),
        );
        const missing = this.perfect.missing(game.place);
        fill(
            this.root,
            cardHead(t("play.players")),
            ...rows,
            missing && perfectNote(missing),
            html("div", { class: "card-foot" }, html("p", { class: "quiet" }, t("play.note")), swap),
        );
    }

    /** @param {Side} side */
    #row(side) {
        const { game } = this;
        const spec = game.players[side];
        const name = nameOf(spec);
        const isPlain = [PERSON, PERFECT, "random", ...LEVELS].includes(spec) || isOlderProgram(name);
        const option = (/** @type {string} */ value, /** @type {string} */ label) =>
            html("option", { value, selected: isPlain ? name === value : value === ALGORITHM }, label);
        const perfect = option(PERFECT, t("play.perfect"));
        perfect.disabled = this.perfect.missing(game.place) !== null;
        const select = html(
            "select",
            {
                id: `player-${side}`,
                "data-key": `player-${side}`,
                disabled: game.isShared,
                onchange: () => this.#choose(side, select.value === ALGORITHM ? USUAL_ALGORITHM : select.value),
            },
            option(PERSON, t("play.person")),
            html(
                "optgroup",
                { label: t("play.levels") },
                ...LEVELS.map((level) => option(level, t("play.level", { level: level.slice(6) }))),
            ),
            html(
                "optgroup",
                { label: t("play.older") },
                ...OLDER_PROGRAMS.map((program) => option(program, programName(program, game.game))),
            ),
            html(
                "optgroup",
                { label: t("play.others") },
                perfect,
                option("random", t("play.random")),
                option(ALGORITHM, t("play.algorithm")),
            ),
        );
        const label = html(
            "label",
            { for: `player-${side}` },
            html("span", { class: `coin ${side}`, "aria-hidden": "true" }),
            sideName(game.game, side),
        );
        return html(
            "div",
            { class: "player" },
            html("div", { class: "player-line" }, label, select),
            isOlderProgram(name) && html("p", { class: "quiet" }, programNote(name)),
            isOlderProgram(name) && this.#settings(side, spec),
            !isPlain && this.#algorithm(side, spec),
        );
    }

    /** @param {Side} side @param {string} spec */
    #choose(side, spec) {
        this.game.setPlayers({ ...this.game.players, [side]: spec });
    }

    /** @param {Side} side @param {string} spec */
    #fields(side, spec) {
        return settingFields(`setting-${side}`, spec, (changed) => this.#choose(side, changed));
    }

    /**
     * The settings of an older program, which has its own unless someone wants others.
     * @param {Side} side
     * @param {string} spec
     */
    #settings(side, spec) {
        const open = this.#open;
        const details = html(
            "details",
            { open: open.has(side), ontoggle: () => (details.open ? open.add(side) : open.delete(side)) },
            html("summary", { "data-key": `settings-${side}` }, t("play.settings")),
            html("div", { class: "algorithm" }, ...this.#fields(side, spec)),
        );
        return details;
    }

    /**
     * @param {Side} side
     * @param {string} spec
     */
    #algorithm(side, spec) {
        const kinds = offered.players.filter(
            ({ name }) => ![PERSON, PERFECT, "random", ...LEVELS].includes(name) && !isOlderProgram(name),
        );
        const select = html(
            "select",
            {
                id: `algorithm-${side}`,
                "data-key": `algorithm-${side}`,
                onchange: () => this.#choose(side, select.value),
            },
            ...kinds.map((kind) =>
                html("option", { value: kind.name, selected: kind.name === nameOf(spec) }, kind.name),
            ),
        );
        return html(
            "div",
            { class: "algorithm" },
            html(
                "div",
                { class: "field wide" },
                html("label", { for: `algorithm-${side}` }, t("play.algorithm.name")),
                select,
            ),
            ...this.#fields(side, spec),
        );
    }
}
