// The players of a comparison with their settings, each with a letter.

import { isConnectFour } from "../app/address.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { recall, remember } from "../app/memory.js";
import { offered } from "../app/offered.js";
import { nameOf, settingFields, settingsOf } from "../app/player-settings.js";
import { t, translated } from "../app/text.js";
import { playerName } from "../boards/names.js";

const MOST = 8;
const ADDED = "alpha-beta:depth=6";

/** Alpha-beta with everything that could be compared switched off. @param {number} depth */
const bare = (depth) => `alpha-beta:depth=${depth},ordering=off,deepening=off,symmetry=off,scout=off,table=off`;

/**
 * What a preset compares: from each player to the one it is compared with, one switch changes. The five systems are
 * compared as they are. Morris has many more moves per position, so a smaller depth is enough.
 * @type {Record<string, (depth: { plain: number, pruned: number }) => string[]>}
 */
const PRESETS = {
    pruning: ({ plain }) => [
        `minimax:depth=${plain}`,
        bare(plain),
        `alpha-beta:depth=${plain},deepening=off,symmetry=off,scout=off,table=off`,
        `alpha-beta:depth=${plain},deepening=off,symmetry=off,table=off`,
    ],
    table: ({ plain, pruned }) => [
        `minimax:depth=${plain}`,
        `minimax:depth=${plain},table=1000000`,
        `alpha-beta:depth=${pruned},table=off`,
        `alpha-beta:depth=${pruned}`,
    ],
    symmetry: ({ plain, pruned }) => [
        `minimax:depth=${plain},table=1000000`,
        `minimax:depth=${plain},symmetry=on,table=1000000`,
        `alpha-beta:depth=${pruned},symmetry=off`,
        `alpha-beta:depth=${pruned}`,
    ],
    scores: ({ plain, pruned }) => [
        bare(plain),
        `${bare(plain)},all-scores=on`,
        `alpha-beta:depth=${pruned}`,
        `alpha-beta:depth=${pruned},all-scores=on`,
    ],
    systems: () => ["v1", "v2", "v3", "v4", "v5"],
};

/** @param {string} game */
const depths = (game) => (isConnectFour(game) ? { plain: 6, pruned: 8 } : { plain: 3, pruned: 4 });

/** @param {number} at */
export const letterOf = (at) => "ABCDEFGH"[at];

/** A player as the heading of a narrow column. @param {string} spec */
export const shortName = (spec) => playerName(nameOf(spec));

/** The settings of a player, in words. @param {string} spec */
export function settingsText(spec) {
    const settings = [...settingsOf(spec)].map(
        ([key, value]) =>
            `${translated("setting", key)} ${value === "on" || value === "off" ? t(`play.${value}`) : value}`,
    );
    return settings.join(", ") || t("lab.settings.usual");
}

export class Contestants {
    /** @type {string[]} player specs */
    specs = recall("lab.contestants", PRESETS.pruning(depths("connect-four")));
    #game = "connect-four";
    #list = html("div", { class: "contestants" });
    #rows = html("ol");
    /** The players whose settings are open. @type {Set<number>} */
    #open = new Set();

    /** @param {() => void} onChange */
    constructor(onChange) {
        this.onChange = onChange;
    }

    /** @param {string[]} specs */
    set(specs) {
        this.specs = specs;
        remember("lab.contestants", specs);
        this.onChange();
    }

    /** @param {string} game */
    presets(game) {
        this.#game = game;
        const wanted = JSON.stringify(this.specs);
        const buttons = Object.entries(PRESETS).map(([name, make]) => {
            const isChosen = JSON.stringify(make(depths(game))) === wanted;
            return html(
                "button",
                {
                    type: "button",
                    class: "button small",
                    "data-key": `preset-${name}`,
                    "aria-pressed": String(isChosen),
                    onclick: () => this.set(make(depths(this.#game))),
                },
                translated("lab.preset", name),
            );
        });
        return html(
            "div",
            { class: "presets", role: "group", "aria-labelledby": "presets-title" },
            html("h3", { id: "presets-title" }, t("lab.presets")),
            html("div", { class: "row" }, ...buttons),
        );
    }

    list() {
        const rows = this.specs.map((spec, at) => this.#row(spec, at));
        const add = html(
            "button",
            {
                type: "button",
                class: "link",
                "data-key": "add-contestant",
                disabled: this.specs.length >= MOST,
                onclick: () => this.set([...this.specs, ADDED]),
            },
            t("lab.add"),
        );
        // The list itself stays, so a click on one row works while another changes.
        fill(this.#rows, ...rows);
        fill(this.#list, this.#rows, add);
        return this.#list;
    }

    /** @param {string} spec @param {number} at */
    #row(spec, at) {
        const letter = letterOf(at);
        const id = `contestant-${letter}`;
        const change = (/** @type {string} */ changed) => this.set(this.specs.with(at, changed));
        const names = offered.players.map(({ name }) => name).filter((name) => name !== PERSON);
        const select = html(
            "select",
            { id, "data-key": id, "aria-label": t("lab.contestant", { letter }), onchange: () => change(select.value) },
            ...names.map((name) => html("option", { value: name, selected: name === nameOf(spec) }, playerName(name))),
        );
        const remove = html(
            "button",
            {
                type: "button",
                class: "button quiet icon",
                "data-key": `remove-${letter}`,
                "aria-label": t("lab.remove", { letter }),
                disabled: this.specs.length === 1,
                onclick: () => this.set(this.specs.filter((_, i) => i !== at)),
            },
            "✕",
        );
        const fields = settingFields(`contestant-${letter}`, spec, change);
        return html(
            "li",
            {},
            html(
                "div",
                { class: "contestant" },
                html("span", { class: `letter series-${letter}`, "aria-hidden": "true" }, letter),
                select,
                remove,
            ),
            fields.length > 0 && this.#settings(spec, at, fields),
        );
    }

    /** @param {string} spec @param {number} at @param {HTMLElement[]} fields */
    #settings(spec, at, fields) {
        const details = html(
            "details",
            { open: this.#open.has(at), ontoggle: () => (details.open ? this.#open.add(at) : this.#open.delete(at)) },
            html("summary", { "data-key": `settings-${letterOf(at)}` }, settingsText(spec)),
            html("div", { class: "algorithm" }, ...fields),
        );
        return details;
    }
}
