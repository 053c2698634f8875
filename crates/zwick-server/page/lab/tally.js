// Games played before and after a reload of the page, added up.

/** @typedef {import("./api.js").PlayedMove} PlayedMove */
/** @typedef {import("./api.js").Playouts} Playouts */

/** Standard deviations of a 95 % confidence interval. */
const DEVIATIONS = 1.96;

/** @param {Playouts} before @param {Playouts} played @returns {Playouts} */
export function added(before, played) {
    if (before.moves.length === 0) return played;
    const moves = played.moves.map((one) => {
        const known = before.moves.find(({ move }) => move === one.move);
        return known ? tally(one.move, one.wins + known.wins, one.draws + known.draws, one.losses + known.losses) : one;
    });
    return { games: before.games + played.games, moves };
}

/**
 * Shares and confidence as the server computes them: Wilson's interval.
 * @param {string} move
 * @param {number} wins
 * @param {number} draws
 * @param {number} losses
 * @returns {PlayedMove}
 */
function tally(move, wins, draws, losses) {
    const games = wins + draws + losses;
    const share = games === 0 ? 0.5 : (wins + draws / 2) / games;
    const square = DEVIATIONS ** 2 / Math.max(games, 1);
    const middle = (share + square / 2) / (1 + square);
    const half = Math.sqrt(share * (1 - share) * square + square ** 2 / 4) / (1 + square);
    return {
        move,
        games,
        wins,
        draws,
        losses,
        share,
        low: Math.max(middle - half, 0),
        high: Math.min(middle + half, 1),
    };
}
