// Names of sides, players and games.

import { isConnectFour, kindOfGame } from "../app/address.js";
import { t, translated } from "../app/text.js";

/** @typedef {import("../app/api.js").Side} Side */

/** @param {string} game @param {Side} side */
export const sideName = (game, side) => translated(`side.${kindOfGame(game)}`, side);

/** A player spec in the page's language. @param {string} spec */
export function playerName(spec) {
    const level = /^level (\d+)$/.exec(spec);
    if (level) return t("play.level", { level: level[1] });
    if (/^v\d$/.test(spec)) return spec.toUpperCase();
    const name = spec.split(":")[0];
    if (name === "person" || name === "perfect" || name === "random") return t(`play.${name}`);
    return spec.replace(":", " · ").replaceAll(",", ", ");
}

/** A game with its board size or rules. @param {string} game */
export function gameName(game) {
    const name = translated("game", kindOfGame(game));
    return game.includes(":") ? `${name} · ${variantName(game)}` : name;
}

/** The board size or the rules of a game. @param {string} game */
export function variantName(game) {
    if (!isConnectFour(game)) return translated("play.rules", game.split(":")[1] ?? "standard");
    const size = /:(\d+)x(\d+)/.exec(game);
    return size ? t("play.size", { width: size[1], height: size[2] }) : t("play.size.usual", { width: 7, height: 6 });
}
