// The board right after a move, before the server has answered: the man is where it was let go.

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Schemas["Touched"]} Touched */

const MEN = { first: "1", second: "2" };

/**
 * The men after a move, or after a part of it.
 * @param {string} cells
 * @param {import("./api.js").Side} turn
 * @param {Touched} move
 */
export function menAfter(cells, turn, { from, to, take }) {
    const men = [...cells];
    if (from !== null) men[from] = ".";
    men[to] = MEN[turn];
    if (take !== null) men[take] = ".";
    return men.join("");
}

/**
 * What is known at once; what may be played next is for the server to say.
 * @param {State} state
 * @param {string} move a legal one
 * @returns {State}
 */
export function stateAfter(state, move) {
    const touched = state.touched[state.legal.indexOf(move)];
    const { turn, men_in_hand: hand } = state;
    const [first, second] = hand ?? [0, 0];
    const placed = touched.from === null ? 1 : 0;
    return {
        ...state,
        cells: menAfter(state.cells, turn, touched),
        turn: turn === "first" ? "second" : "first",
        last: move,
        last_touched: touched,
        legal: [],
        touched: [],
        men_in_hand: hand && (turn === "first" ? [first - placed, second] : [first, second - placed]),
    };
}
