// The sentences of the explanations in English.

/** @typedef {import("../languages.js").Told} Told */
/** @typedef {import("../languages.js").Words} Words */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"];
/** More moves than this are not listed in a sentence. */
const LISTED = 3;

/** @param {string[]} items @param {string} word */
const list = (items, word = "and") =>
    items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items[items.length - 1]}`;
/** @param {number} count @param {string} word */
const count = (count, word) => `${NUMBERS[count] ?? count} ${word}${count === 1 ? "" : "s"}`;
/** @param {number} moves @param {string} [more] */
const moveCount = (moves, more = "") => `${moves} ${more}move${moves === 1 ? "" : "s"}`;
/** The winner's moves until the end, if known. @param {Told} told */
const distance = ({ plies }) => (plies === null ? "" : ` in ${moveCount(Math.ceil(plies / 2))}`);
/** @param {string[]} moves */
const either = (moves) =>
    list(
        moves.map((move) => `column ${move}`),
        "or",
    );
/** @param {string[]} moves */
const oneOf = (moves) => (moves.length > LISTED ? `one of ${moves.length} moves` : list(moves, "or"));
/** @param {import("../languages.js").Cell} cell */
const cell = ({ column, row }) => `column ${column}, row ${row}`;

/** @param {import("../languages.js").Four} four */
function four({ from, to }) {
    if (from.row === to.row) return `in row ${from.row}`;
    if (from.column === to.column) return `in column ${from.column}`;
    return `on the diagonal from ${cell(from)} to ${cell(to)}`;
}

/** @param {Told} told */
const fours = ({ fours: all }) => (all.length === 0 ? "" : ` ${list([...new Set(all.map(four))])}`);
/** @param {Told} told */
const mills = ({ mills: all }) => (all.length === 1 ? `the mill ${all[0]}` : `the mills ${list(all)}`);

/** @param {Pick<Told, "subject" | "hasColumns">} told */
function subject({ subject: moves, hasColumns }) {
    if (hasColumns) return moves.length === 1 ? `Column ${moves[0]}` : `Columns ${list(moves)}`;
    return moves.length > LISTED ? `These ${moves.length} moves` : list(moves);
}

/** The moves in the middle of a sentence. @param {Told} told */
const named = (told) => subject(told).replace(/^(Column|These)/, (word) => word.toLowerCase());

/**
 * The moves and what they do, in the right number: `Column 3 lets`, `Columns 1 and 3 let`.
 * @param {Told} told
 * @param {string} one
 * @param {string} many
 */
const does = (told, one, many) => `${subject(told)} ${told.subject.length === 1 ? one : many}`;

/** After these moves, as the beginning of a sentence. @param {Told} told */
const after = (told) => `After ${named(told)}`;

/**
 * The other side's best reply, and who wins then: the plies to the end include the reply, so an odd number means that
 * the replying side wins.
 * @param {Told} told
 */
function answer(told) {
    const { mover, other, moves, plies } = told;
    const reply =
        `${after(told)}, ` +
        `${moves.length === 1 ? `${other}’s best reply is` : `one of ${other}’s best replies is`} ` +
        `${told.hasColumns ? `column ${moves[0]}` : moves[0]}`;
    if (plies === null) return `${reply}, and the game is a draw.`;
    if (plies === 1) return `${reply}, which wins.`;
    const rest = moveCount(Math.floor(plies / 2), "more ");
    return plies % 2 === 0
        ? `${reply}; ${mover} still wins, with ${rest}.`
        : `${reply}; then ${other} wins with ${rest}.`;
}

/**
 * The cells free elsewhere, and who must open the column of the four.
 * @param {Told} told
 */
function zugzwang(told) {
    const [{ column }, ...elsewhere] = told.cells;
    const { side, rival, moves } = told;
    const many = elsewhere.length;
    const free = many === 1 ? "1 cell is free" : `${many} cells are free`;
    const where = `${free} outside column ${column}`;
    const lead = told.subject.length > 0 ? `${after(told)}, ${where}` : where;
    const first = moves.length > 0 ? `the first (${either(moves)}) and ` : "";
    const taken = many === 1 ? "it" : `${first}the last of them`;
    if (many === 0) return `${rival} must open column ${column}: then ${side} makes four${fours(told)}.`;
    return `${lead}: ${side} takes ${taken}, so ${rival} must open column ${column}, and ${side} makes four${fours(told)}.`;
}

/** What the move that refutes a mistake does, by its idea. @type {import("../languages.js").Sentences} */
const ideas = {
    "wins-now": () => " and wins",
    "double-threat": ({ cells, rival }) =>
        ` and threatens four twice, at ${list(cells.map(cell))}; ${rival} can stop only one`,
    "threat-above": (told) => `; ${told.rival} must block, and right above ${told.side} makes four${fours(told)}`,
    "forced-win": () => " and then wins by force",
    "zugzwang": ({ cells, rival, side }) =>
        `, and in the end ${rival} must open column ${cells[0].column}, below ${side}’s four`,
    "makes-double-mill": () => " and has a double mill",
    "fork": () => " and is sure of a mill",
    "closes-mill": (told) => ` and closes ${mills(told)}`,
    "makes-threat": (told) => ` and gets a winning square at ${cell(told.cells[0])}`,
    "prevents-mill": (told) => ` and prevents ${mills(told)}`,
};

/** How a mistake is refuted. @param {Told} told */
function refutes(told) {
    const { side, line, moves, hasColumns, idea } = told;
    const last = `${hasColumns ? "column " : ""}${moves[moves.length - 1]}`;
    const way =
        line.length === 1 ? `${side} answers ${last}` : `after ${list(line.slice(0, -1))}, ${side} plays ${last}`;
    return `${does(told, "is a mistake", "are mistakes")}: ${way}${ideas[idea ?? ""]?.(told) ?? ""}.`;
}

/** How a win goes on. @param {Told} told */
function plan(told) {
    const { side, line, moves, hasColumns, idea } = told;
    const last = `${hasColumns ? "column " : ""}${moves[moves.length - 1]}`;
    const next = `best play goes ${list(line.slice(0, -1))}`;
    return `${after(told)}, ${next}; then ${side} plays ${last}${ideas[idea ?? ""]?.(told) ?? ""}.`;
}

/** How a double mill works. @param {Told} told */
const swing = ({ points, rival, canJump }) =>
    `a man going back and forth between ${list(points)} closes a mill each time. ` +
    `${canJump ? `${rival} can stop this only once its men may fly` : `${rival} cannot stop this`}.`;

/** @param {Told} told */
const taking = ({ subject, points }) => ` and ${subject.length === 1 ? "takes" : "take"} the man on ${list(points)}`;

/** @type {import("../languages.js").Sentences} */
const sentences = {
    "can-win": (told) =>
        told.moves.length === 1
            ? `${told.side} can win at once: column ${told.moves[0]} makes four${fours(told)}.`
            : `${told.side} can win at once: columns ${list(told.moves)} each make four.`,
    "must-block": (told) =>
        `${told.side} threatens four${fours(told)}: ${told.rival} must play column ${told.moves[0]} now.`,
    "cannot-block": (told) =>
        `${told.side} makes four next, with ${either(told.moves)}: there are ` +
        `${count(told.moves.length, "threat")}, and ${told.rival} can stop only one.`,
    "threat": (told) =>
        `${told.side} has a winning square at ${cell(told.cells[0])}: a man there makes four${fours(told)}.`,
    "wins-now": (told) =>
        `${does(told, "makes", "make")} four${fours(told)} and ${told.subject.length === 1 ? "wins" : "win"}.`,
    "blocks": (told) => `${does(told, "blocks", "block")}: there ${told.other} would have made four${fours(told)}.`,
    "ignores": (told) =>
        `${does(told, "does", "do")} not stop ${told.side} from making four${fours(told)} with column ` +
        `${told.moves[0]}.`,
    "gives": (told) => `${does(told, "lets", "let")} ${told.side} make four${fours(told)}, right above.`,
    "double-threat": (told) =>
        `${after(told)}, ${told.side} makes four next, with ${either(told.moves)}: there are ` +
        `${count(told.moves.length, "threat")}, and ${told.rival} can stop only one.`,
    "threat-above": (told) =>
        `${does(told, "wins", "win")} by force: ${told.rival} must block in column ${told.moves[0]}, and ` +
        `right above ${told.side} makes four${fours(told)}.`,
    "forces": (told) =>
        `${after(told)}, ${told.side} threatens four${fours(told)}: ${told.rival} must answer in column ` +
        `${told.moves[0]}.`,
    "forced-win": (told) =>
        `${told.subject.length === 0 ? "" : `${after(told)}, `}${told.side} wins by force: ${told.line.join(", ")}.`,
    zugzwang,
    refutes,
    plan,
    "proven-win": (told) => `${told.side} has a forced win${distance(told)}.`,
    "makes-threat": (told) =>
        `${does(told, "makes", "make")} a winning square at ${list(told.cells.map(cell), "or")}: a man there makes ` +
        `four${fours(told)} for ${told.side}.`,
    answer,
    "can-close": (told) => `${told.side} can close ${mills(told)} now, with ${oneOf(told.moves)}.`,
    "threatens-mill": (told) => `${told.side} threatens to close ${mills(told)} on ${list(told.points)}.`,
    "double-mill": (told) => `${told.side} has a double mill: ${swing(told)}`,
    "few-men": (told) => `${told.side} has three men left: the next one lost ends the game.`,
    "flies": (told) => `${told.side} may fly to any empty point.`,
    "wins-men": (told) =>
        `${does(told, "leaves", "leave")} ${told.other} only two men and ` +
        `${told.subject.length === 1 ? "wins" : "win"}.`,
    "wins-blocked": (told) =>
        `${does(told, "leaves", "leave")} ${told.other} without a move and ` +
        `${told.subject.length === 1 ? "wins" : "win"}.`,
    "closes-mill": (told) =>
        `${does(told, "closes", "close")} ${mills(told)}${told.points.length > 0 ? taking(told) : ""}.`,
    "prevents-mill": (told) => `${does(told, "prevents", "prevent")} ${mills(told)}.`,
    "lets-close": (told) => `${does(told, "lets", "let")} ${told.side} close ${mills(told)} with ${oneOf(told.moves)}.`,
    "fork": (told) =>
        `${after(told)}, ${told.side} is sure of a mill: whatever ${told.rival} replies, ${told.side} can close ` +
        "one next.",
    "makes-double-mill": (told) => `${does(told, "makes", "make")} a double mill: ${swing(told)}`,
    "opens-mill": (told) => `${does(told, "opens", "open")} ${mills(told)}.`,
    "threatens": (told) => `${after(told)}, ${told.side} threatens to close ${mills(told)} on ${list(told.points)}.`,
};

/** The best moves, or how many there are. @param {Told} told */
const best = (told) =>
    told.subject.length > LISTED && !told.hasColumns ? `${told.subject.length} moves` : named(told);

/** What follows from the values of all moves. @type {import("../languages.js").Sentences} */
const overviews = {
    "only-move": (told) => `There is only one move: ${named(told)}.`,
    "only-win": (told) => `Only ${named(told)} wins.`,
    "some-win": (told) =>
        `More than one move wins; ${best(told)} ${told.subject.length === 1 ? "is" : "are"} the quickest.`,
    "only-draw": (told) => `Only ${named(told)} holds the draw; every other move loses.`,
    "some-draw": (told) =>
        `The game is a draw with best play: ${best(told)} ` +
        `${told.subject.length === 1 ? "holds" : "hold"} it, every other move loses.`,
    "all-draw": () => "Every move draws.",
    "all-lose": (told) =>
        `Every move loses; ${best(told)} ${told.subject.length === 1 ? "holds" : "hold"} out longest.`,
    "lost": () => "Every move loses.",
};

/** @type {Words} */
export const explain = { sentences: { ...sentences, ...overviews }, subject };
