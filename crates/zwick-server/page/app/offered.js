// What the server offers: board sizes, rule sets, players with their settings. Requested once.

import { kindOfGame } from "./address.js";
import { api } from "./api.js";

/** @type {import("./api.js").Offered} */
export const offered = { games: [], players: [] };

export async function askWhatIsOffered() {
    Object.assign(offered, await api.offered());
}

/** All variants of the game of this kind, the standard one first. @param {string} game */
export function variantsOf(game) {
    return offered.games.find(({ name }) => name === kindOfGame(game))?.variants ?? [game];
}
