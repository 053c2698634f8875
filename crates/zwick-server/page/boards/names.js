// Names of sides, players and games.

import { isConnectFour, kindOfGame } from "../app/address.js";
import { t, translated } from "../app/text.js";
import { opponentOf } from "./opponents.js";

/** @typedef {import("../app/api.js").Side} Side */

/** @param {string} game @param {Side} side */
export const sideName = (game, side) => translated(`side.${kindOfGame(game)}`, side);

/** What the person of a side is called, or else the side. @param {import("../app/game.js").GameOnPage} game @param {Side} side */
export const personName = (game, side) => game.names[side] ?? sideName(game.game, side);

/** A player spec in the page's language. @param {string} spec */
export function playerName(spec) {
    const opponent = opponentOf(spec);
    if (opponent) return opponent.name;
    const level = /^level (\d+)$/.exec(spec);
    if (level) return t("play.level", { level: level[1] });
    const [name, settings] = spec.split(":");
    if (name === "person" || name === "perfect" || name === "random") return t(`play.${name}`);
    const shown = /^v\d$/.test(name) ? name.toUpperCase() : name;
    return settings ? `${shown} · ${settings.replaceAll(",", ", ")}` : shown;
}

/** How strong a player is, in a word; its name if it has no other. @param {string} spec */
export function strengthOf(spec) {
    const opponent = opponentOf(spec);
    if (!opponent) return playerName(spec);
    return opponent.player === spec ? t(`opponent.${opponent.id}`) : t("opponent.best");
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
