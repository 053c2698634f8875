// The settings of a player as fields: `alpha-beta:depth=6,table=off` is a name and what was chosen for it.

import { html } from "./dom.js";
import { offered } from "./offered.js";
import { t, translated } from "./text.js";

const SWITCHES = ["pruning", "ordering", "deepening", "symmetry"];
const JUDGES = ["heuristic", "playouts", "exact"];
/** A table of no entries is no table. */
const MAY_BE_NONE = ["table"];

/** The name of a player without its settings. @param {string} spec */
export const nameOf = (spec) => spec.split(":")[0];

/** @param {string} spec @returns {Map<string, string>} */
export function settingsOf(spec) {
    const text = spec.split(":")[1] ?? "";
    return new Map(text.split(",").filter(Boolean).map((setting) => /** @type {[string, string]} */ (setting.split("="))));
}

/**
 * The same player with one setting changed; an empty value is the usual one.
 * @param {string} spec
 * @param {string} key
 * @param {string} value
 */
export function withSetting(spec, key, value) {
    const all = settingsOf(spec);
    if (value === "") all.delete(key);
    else all.set(key, value);
    const text = [...all].map(([setting, chosen]) => `${setting}=${chosen}`).join(",");
    return text ? `${nameOf(spec)}:${text}` : nameOf(spec);
}

/** What can be set for this player. @param {string} spec */
export const settingsOffered = (spec) => offered.players.find((player) => player.name === nameOf(spec))?.settings ?? [];

/**
 * One field for everything that can be set for this player.
 * @param {string} id what the names of the fields begin with
 * @param {string} spec
 * @param {(spec: string) => void} onChange
 */
export function settingFields(id, spec, onChange) {
    const settings = settingsOf(spec);
    return settingsOffered(spec).map((key) => field(`${id}-${key}`, key, settings.get(key) ?? "", (value) => onChange(withSetting(spec, key, value))));
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
    const least = MAY_BE_NONE.includes(key) ? 0 : 1;
    const input = html("input", { id, "data-key": id, type: "number", min: least, inputmode: "numeric", placeholder: t("play.default"), value: value === "off" ? "0" : value, onchange: () => onChange(input.value) });
    return html("div", { class: "field" }, label, input);
}
