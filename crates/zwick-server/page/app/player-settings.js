// The settings of a player as fields: `alpha-beta:depth=6,table=off` is a name and its settings.

import { html } from "./dom.js";
import { offered } from "./offered.js";
import { t, translated } from "./text.js";

/** @typedef {import("./api.js").Schemas["OfferedSetting"]} Setting */

/** The name of a player without its settings. @param {string} spec */
export const nameOf = (spec) => spec.split(":")[0];

/** @param {string} spec @returns {Map<string, string>} */
export function settingsOf(spec) {
    const text = spec.split(":")[1] ?? "";
    return new Map(
        text
            .split(",")
            .filter(Boolean)
            .map((setting) => /** @type {[string, string]} */ (setting.split("="))),
    );
}

/**
 * The same player with one setting changed; an empty value is the default.
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

/** The settings of this player. @param {string} spec */
export const settingsOffered = (spec) => offered.players.find((player) => player.name === nameOf(spec))?.settings ?? [];

/** Whether this player has a setting. @param {string} spec @param {string} name */
export const hasSetting = (spec, name) => settingsOffered(spec).some((setting) => setting.name === name);

/**
 * One field per setting of this player.
 * @param {string} id prefix of the field names
 * @param {string} spec
 * @param {(spec: string) => void} onChange
 */
export function settingFields(id, spec, onChange) {
    const settings = settingsOf(spec);
    return settingsOffered(spec).map((setting) =>
        field(`${id}-${setting.name}`, setting, settings.get(setting.name) ?? "", (value) =>
            onChange(withSetting(spec, setting.name, value)),
        ),
    );
}

/** @param {string} value */
const wordOf = (value) => (value === "on" || value === "off" ? t(`play.${value}`) : value);

/**
 * @param {string} id
 * @param {Setting} setting
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
function field(id, { name, values, default: usual }, value, onChange) {
    const label = html("label", { for: id }, translated("setting", name));
    const choices = values.kind === "choice" ? values.choices : values.kind === "switch" ? ["on", "off"] : null;
    if (choices) {
        const select = html(
            "select",
            { id, "data-key": id, onchange: () => onChange(select.value) },
            ...["", ...choices].map((choice) =>
                html(
                    "option",
                    { value: choice, selected: choice === value },
                    choice === "" ? t("play.default", { value: wordOf(usual) }) : wordOf(choice),
                ),
            ),
        );
        return html("div", { class: "field" }, label, select);
    }
    const { least, most, or_off: orOff } = /** @type {Extract<Setting["values"], { kind: "number" }>} */ (values);
    const input = html("input", {
        id,
        "data-key": id,
        type: "number",
        min: orOff ? 0 : least,
        max: most ?? undefined,
        inputmode: "numeric",
        placeholder: usual === "" ? t("play.unlimited") : wordOf(usual),
        value: value === "off" ? "0" : value,
        onchange: () => onChange(input.value),
    });
    return html("div", { class: "field" }, label, input);
}
