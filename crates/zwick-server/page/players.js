// Who plays: a person, a level, a perfect player, chance, or an algorithm with its settings; changed at any time.

import { fill, html } from "./dom.js";
import { PERSON, swapped } from "./game.js";
import { offered } from "./offered.js";
import { t, translated } from "./text.js";
import { sideName } from "./values.js";

/** @typedef {import("./api.js").Side} Side */
/** @typedef {import("./game.js").GameOnPage} GameOnPage */
/** @typedef {import("./text.js").TextKey} TextKey */

const LEVELS = Array.from({ length: 10 }, (_, i) => `level ${i + 1}`);
const ALGORITHM = "algorithm";
const USUAL_ALGORITHM = "alpha-beta";
const SWITCHES = ["pruning", "ordering", "deepening", "symmetry"];
const JUDGES = ["heuristic", "playouts", "exact"];

export class PlayersCard {
    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     */
    constructor(root, game) {
        this.root = root;
        this.game = game;
    }

    show() {
        const { game } = this;
        const rows = (/** @type {Side[]} */ (["first", "second"])).map((side) => this.#row(side));
        const swap = html("button", { type: "button", class: "button", "data-key": "swap", disabled: game.isShared, onclick: () => game.setPlayers(swapped(game.players)) }, t("play.swap"));
        fill(this.root, html("div", { class: "card-head" }, html("h2", {}, t("play.players"))), ...rows, html("div", { class: "card-foot" }, html("p", { class: "quiet" }, t("play.note")), swap));
    }

    /** @param {Side} side */
    #row(side) {
        const { game } = this;
        const spec = game.players[side];
        const name = spec.split(":")[0];
        const isPlain = [PERSON, "perfect", "random", ...LEVELS].includes(spec);
        const option = (/** @type {string} */ value, /** @type {string} */ label) => html("option", { value, selected: isPlain ? spec === value : value === ALGORITHM }, label);
        const select = html(
            "select",
            { id: `player-${side}`, "data-key": `player-${side}`, disabled: game.isShared, onchange: () => this.#choose(side, select.value === ALGORITHM ? USUAL_ALGORITHM : select.value) },
            option(PERSON, t("play.person")),
            html("optgroup", { label: t("play.levels") }, ...LEVELS.map((level) => option(level, t("play.level", { level: level.slice(6) })))),
            html("optgroup", { label: t("play.others") }, option("perfect", t("play.perfect")), option("random", t("play.random")), option(ALGORITHM, t("play.algorithm"))),
        );
        const label = html("label", { for: `player-${side}` }, html("span", { class: `coin ${side}`, "aria-hidden": "true" }), sideName(game.game, side));
        return html("div", { class: "player" }, html("div", { class: "player-line" }, label, select), !isPlain && this.#algorithm(side, name, settingsOf(spec)));
    }

    /** @param {Side} side @param {string} spec */
    #choose(side, spec) {
        this.game.setPlayers({ ...this.game.players, [side]: spec });
    }

    /**
     * @param {Side} side
     * @param {string} name
     * @param {Map<string, string>} settings
     */
    #algorithm(side, name, settings) {
        const kinds = offered.players.filter((player) => ![PERSON, "perfect", "random"].includes(player.name) && !player.name.startsWith("level"));
        const select = html("select", { id: `algorithm-${side}`, "data-key": `algorithm-${side}`, onchange: () => this.#choose(side, select.value) }, ...kinds.map((kind) => html("option", { value: kind.name, selected: kind.name === name }, kind.name)));
        const keys = kinds.find((kind) => kind.name === name)?.settings ?? [];
        const change = (/** @type {string} */ key, /** @type {string} */ value) => {
            const all = new Map(settings);
            if (value === "") all.delete(key);
            else all.set(key, value);
            const text = [...all].map(([setting, chosen]) => `${setting}=${chosen}`).join(",");
            this.#choose(side, text ? `${name}:${text}` : name);
        };
        const fields = keys.map((key) => field(`setting-${side}-${key}`, key, settings.get(key) ?? "", (value) => change(key, value)));
        return html("div", { class: "algorithm" }, html("div", { class: "field wide" }, html("label", { for: `algorithm-${side}` }, t("play.algorithm.name")), select), ...fields);
    }
}

/** @param {string} spec @returns {Map<string, string>} */
function settingsOf(spec) {
    const text = spec.split(":")[1] ?? "";
    return new Map(text.split(",").filter(Boolean).map((setting) => /** @type {[string, string]} */ (setting.split("="))));
}

/**
 * @param {string} id
 * @param {string} key
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
function field(id, key, value, onChange) {
    const label = html("label", { for: id }, translated("setting", key));
    const choices = SWITCHES.includes(key) ? ["on", "off"] : key === "eval" ? JUDGES : null;
    if (choices) {
        const word = (/** @type {string} */ choice) => (choice === "on" || choice === "off" ? t(`play.${choice}`) : choice);
        const select = html("select", { id, "data-key": id, onchange: () => onChange(select.value) }, ...["", ...choices].map((choice) => html("option", { value: choice, selected: choice === value }, choice === "" ? t("play.default") : word(choice))));
        return html("div", { class: "field" }, label, select);
    }
    const input = html("input", { id, "data-key": id, type: "number", min: 1, inputmode: "numeric", placeholder: t("play.default"), value, onchange: () => onChange(input.value) });
    return html("div", { class: "field" }, label, input);
}
