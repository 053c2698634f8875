// Which positions are too hard for an immediate answer.

/** @typedef {import("../app/address.js").Place} Place */
/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {{ place: Place, analysis: Analysis | null }} Shown */

/**
 * Milliseconds of search after which a position counts as hard: most are solved before, and nothing should flicker.
 */
const HARD = 2_000;

/** Positions of morris are in the tables or are not solved at all. @param {Shown} shown */
export const isHard = ({ place, analysis }) =>
    place.game.startsWith("connect-four") &&
    analysis !== null &&
    !analysis.state.over &&
    analysis.answer.kind === "estimate" &&
    analysis.milliseconds > HARD;
