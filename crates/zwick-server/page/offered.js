// What the server offers: board sizes, rule sets, players with their settings. Asked once.

import { api } from "./api.js";

/**
 * @typedef {object} Offered
 * @property {{ name: string, variants: string[] }[]} games
 * @property {{ name: string, settings: string[] }[]} players
 */

/** @type {Offered} */
export const offered = { games: [], players: [] };

export async function askWhatIsOffered() {
    Object.assign(offered, await api.offered());
}

/** All variants of the game of this kind, the usual one first. @param {string} game */
export function variantsOf(game) {
    const kind = game.split(":")[0];
    return offered.games.find(({ name }) => name === kind)?.variants ?? [game];
}
