// Moves with the same reason are explained together.

/** @typedef {import("../app/api.js").ExplainedMove} ExplainedMove */
/** @typedef {import("../app/api.js").Explanation} Explanation */
/** @typedef {import("../app/api.js").Fact} Fact */
/** @typedef {import("./explain-words.js").Told} Told */

/** @typedef {{ moves: ExplainedMove[], facts: Fact[] }} Group */

const ANSWER = "answer";
/** Lines that begin with the best reply. */
const LINES = ["refutes", "plan"];

/**
 * The best reply differs from move to move, so it does not split groups; it is shown only for single moves.
 * @param {ExplainedMove} move
 */
const reasons = (move) => move.facts.filter(({ kind }) => kind !== ANSWER);

/** What tells two reasons apart. Of a zugzwang that is its four, wherever the moves leave cells. @param {Fact} fact */
const core = ({ plies, cells, ...fact }) => ({ ...fact, cells: fact.kind === "zugzwang" ? cells.slice(0, 1) : cells });

/** Everything to be said of a single move: a line tells the best reply. @param {Fact[]} facts */
const told = (facts) =>
    facts.some(({ kind }) => LINES.includes(kind)) ? facts.filter(({ kind }) => kind !== ANSWER) : facts;

/**
 * Moves of the same result with the same reasons, in the order of their best.
 * @param {ExplainedMove[]} moves best first
 * @returns {Group[]}
 */
export function groupsOf(moves) {
    /** @type {Map<string, ExplainedMove[]>} */
    const groups = new Map();
    for (const move of moves) {
        const key = JSON.stringify([move.result, reasons(move).map(core)]);
        groups.set(key, [...(groups.get(key) ?? []), move]);
    }
    return [...groups.values()].map((group) => ({
        moves: group,
        facts: group.length === 1 ? told(group[0].facts) : reasons(group[0]),
    }));
}

/**
 * What follows from the values of all moves, if all are proven.
 * @param {Explanation} explanation
 * @returns {Told | null}
 */
export function overviewOf({ state, moves }) {
    if (moves.length === 0 || moves.some(({ result }) => result === null)) return null;
    const fact = (/** @type {string} */ kind) => ({
        kind,
        side: state.turn,
        cells: [],
        lines: [],
        moves: [],
        plies: null,
        idea: null,
    });
    if (moves.length === 1) return fact("only-move");
    const [best, next] = moves;
    if (best.result === "loss")
        return fact(best.moves !== null && bestOf(moves).length < moves.length ? "all-lose" : "lost");
    if (best.result !== next.result) return fact(`only-${best.result}`);
    // The server reports that there is a win; this only says which one is quickest, if known.
    if (best.result === "win") return best.moves === null ? null : fact("some-win");
    return fact(moves[moves.length - 1].result === "draw" ? "all-draw" : "some-draw");
}

/** @param {ExplainedMove[]} moves */
export const bestOf = (moves) => moves.filter(({ best }) => best);
