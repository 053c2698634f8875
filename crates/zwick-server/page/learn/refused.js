// Why a place that was chosen on the board leads to no move. That it does not, the server has said: no legal move goes there.

import { ownerOf } from "../boards/shape.js";

/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("../boards/boards.js").Refused} Refused */
/** @typedef {import("./lesson.js").Said} Said */

/** @param {State} state @param {Refused} refused @returns {Said} */
export function refusalOf(state, { place, progress }) {
    if (state.shape.kind === "grid") return { key: "refused.full", given: { column: place + 1 } };
    const given = { point: state.shape.points[place].name, from: progress.step === "to" ? progress.from : "" };
    return { key: `refused.${reasonOf(state, place, progress.step)}`, given };
}

/** @param {State} state @param {number} place @param {import("../boards/due.js").Progress["step"]} step */
function reasonOf({ cells, turn, touched }, place, step) {
    const man = cells[place];
    const owner = man === "." ? "nobody" : ownerOf(man) === turn ? "own" : "rival";
    if (step === "take") return { nobody: "take-nobody", own: "take-own", rival: "take-mill" }[owner];
    if (step === "to") return { nobody: "far", own: "stuck", rival: "occupied" }[owner];
    const isPlacing = touched.some(({ from }) => from === null);
    if (isPlacing) return "place-occupied";
    return { nobody: "choose", own: "stuck", rival: "not-yours" }[owner];
}
