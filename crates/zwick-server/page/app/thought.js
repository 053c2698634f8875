// How the computer found a move, as the server reports it with the game.

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Schemas["ScoredMove"]} ScoredMove */
/**
 * @typedef {object} Thought
 * @property {number} ply how many moves were played then, this one included
 * @property {string | null} player who found it; null if it was asked for as the best of all
 * @property {string} move
 * @property {number} milliseconds
 * @property {import("./api.js").Source} source
 * @property {number} nodes
 * @property {number} stored how many nodes the stored positions answered
 * @property {ScoredMove | null} score null if it was not scored
 */

/** How the computer found the last move of a game, if it did. @param {Game} game @returns {Thought | null} */
export function thoughtOf({ found, moves }) {
    if (!found) return null;
    const { player, move, report } = found;
    const { milliseconds, source, nodes, stored_hits: stored } = report;
    return {
        ply: moves.length,
        player,
        move,
        milliseconds,
        source,
        nodes,
        stored,
        score: report.moves.find((one) => one.move === move) ?? null,
    };
}

/** The best move of an analysis. @param {import("./api.js").Analysis} analysis @param {number} ply @returns {Thought} */
export function thoughtOfBest({ moves, nodes, milliseconds }, ply) {
    const score = { ...moves[0], bound: /** @type {const} */ ("exact") };
    const { move, source } = score;
    return { ply, player: null, move, milliseconds, source, nodes, stored: 0, score };
}
