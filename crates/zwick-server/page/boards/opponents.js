// The opponents one meets first: a name, a face and a strength. All other players are further down.

/** @typedef {import("../app/text.js").TextKey} TextKey */
/** @typedef {"flo" | "bruno" | "mimi" | "rosa" | "otto" | "zwick"} Opponent */

/** From the weakest to the strongest. @type {{ id: Opponent, name: string, player: string }[]} */
export const OPPONENTS = [
    { id: "flo", name: "Flo", player: "level 1" },
    { id: "bruno", name: "Bruno", player: "level 3" },
    { id: "mimi", name: "Mimi", player: "level 5" },
    { id: "rosa", name: "Rosa", player: "level 7" },
    { id: "otto", name: "Otto", player: "level 9" },
    { id: "zwick", name: "Zwick", player: "perfect" },
];

/** Who stands in where perfect play is impossible. */
const NEXT_BEST = "level 10";

/** The opponent that plays like this. @param {string} player */
export const opponentOf = (player) =>
    OPPONENTS.find((one) => one.player === (player === NEXT_BEST ? "perfect" : player)) ?? null;
