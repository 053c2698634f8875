// The sentences of the explanations in English.

/** @typedef {import("./explain-words.js").Told} Told */
/** @typedef {import("./explain-words.js").Words} Words */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"];
/** More moves than this are not listed in a sentence. */
const LISTED = 3;

/** @param {string[]} items @param {string} word */
const list = (items, word = "and") => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items[items.length - 1]}`);
/** @param {number} count @param {string} word */
const count = (count, word) => `${NUMBERS[count] ?? count} ${word}${count === 1 ? "" : "s"}`;
/** @param {number} moves */
const moveCount = (moves) => `${moves} move${moves === 1 ? "" : "s"}`;
/** @param {string[]} moves */
const either = (moves) => list(moves.map((move) => `column ${move}`), "or");
/** @param {string[]} moves */
const oneOf = (moves) => (moves.length > LISTED ? `one of ${moves.length} moves` : list(moves, "or"));
/** @param {import("./explain-words.js").Cell} cell */
const cell = ({ column, row }) => `column ${column}, row ${row}`;

/** @param {import("./explain-words.js").Four} four */
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

/** @param {Told} told */
function answer(told) {
    const { mover, other, moves, plies, answer: value } = told;
    const reply = `${after(told)}, ${other}’s best reply is ${told.hasColumns ? `column ${moves[0]}` : moves[0]}`;
    if (!value || value.result === null) return `${reply}.`;
    if (value.result === "draw") return `${reply}, and the game is drawn.`;
    if (value.result === "win") return `${reply}; ${mover} wins${value.moves === null ? "" : ` in ${moveCount(value.moves)}`} all the same.`;
    return `${reply}, and ${other} wins${plies === null ? "" : ` in ${moveCount(Math.ceil(plies / 2))}`}.`;
}

/** @type {import("./explain-words.js").Sentences} */
const sentences = {
    "can-win": (told) => (told.moves.length === 1 ? `${told.side} can win at once: column ${told.moves[0]} makes four${fours(told)}.` : `${told.side} can win at once: columns ${list(told.moves)} each make four.`),
    "must-block": (told) => `${told.side} threatens four${fours(told)}: ${told.rival} must play column ${told.moves[0]} now.`,
    "cannot-block": (told) => `${told.side} makes four next, with ${either(told.moves)}: there are ${count(told.moves.length, "threat")}, and ${told.rival} can stop only one.`,
    "threat": (told) => `${told.side} has a threat that waits: on ${cell(told.cells[0])} it would make four${fours(told)}.`,
    "wins-now": (told) => `${does(told, "makes", "make")} four${fours(told)} and ${told.subject.length === 1 ? "wins" : "win"}.`,
    "blocks": (told) => `${does(told, "blocks", "block")}: there ${told.other} would have made four${fours(told)}.`,
    "ignores": (told) => `${does(told, "does", "do")} not stop ${told.side} from making four${fours(told)} with column ${told.moves[0]}.`,
    "gives": (told) => `${does(told, "lets", "let")} ${told.side} make four${fours(told)}, right above.`,
    "double-threat": (told) => `${does(told, "makes", "make")} ${count(told.moves.length, "threat")}: ${told.side} makes four next, with ${either(told.moves)}, and ${told.rival} can stop only one.`,
    "threat-above": (told) => `${does(told, "wins", "win")} by force: ${told.rival} must block in column ${told.moves[0]}, and right above ${told.side} makes four${fours(told)}.`,
    "forces": (told) => `${does(told, "threatens", "threaten")} four${fours(told)}: ${told.rival} must answer in column ${told.moves[0]}.`,
    "forced-win": (told) => `${after(told)}, ${told.rival} has no choice any more: ${told.side} wins with ${told.moves.join(" ")}.`,
    "makes-threat": (told) => `${does(told, "makes", "make")} a threat that waits: on ${list(told.cells.map(cell), "or")} ${told.side} would make four${fours(told)}.`,
    answer,
    "can-close": (told) => `${told.side} can close ${mills(told)} now, with ${oneOf(told.moves)}.`,
    "threatens-mill": (told) => `${told.side} threatens to close ${mills(told)} on ${list(told.points)}.`,
    "double-mill": (told) => `${told.side} has a double mill: a man that goes to and fro between ${list(told.points)} closes a mill each time.`,
    "few-men": (told) => `${told.side} has three men left: the next one lost ends the game.`,
    "flies": (told) => `${told.side} may jump to any empty point.`,
    "wins-men": (told) => `${does(told, "leaves", "leave")} ${told.other} only two men and ${told.subject.length === 1 ? "wins" : "win"}.`,
    "wins-blocked": (told) => `${does(told, "leaves", "leave")} ${told.other} without a move and ${told.subject.length === 1 ? "wins" : "win"}.`,
    "closes-mill": (told) => `${does(told, "closes", "close")} ${mills(told)}${told.points.length > 0 ? ` and ${told.subject.length === 1 ? "takes" : "take"} the man on ${list(told.points)}` : ""}.`,
    "prevents-mill": (told) => `${does(told, "prevents", "prevent")} ${mills(told)}.`,
    "lets-close": (told) => `${does(told, "lets", "let")} ${told.side} close ${mills(told)} with ${oneOf(told.moves)}.`,
    "fork": (told) => `${does(told, "makes", "make")} a mill certain: whatever ${told.rival} answers, ${told.side} can close one next.`,
    "makes-double-mill": (told) => `${does(told, "makes", "make")} a double mill: a man that goes to and fro between ${list(told.points)} closes a mill each time.`,
    "opens-mill": (told) => `${does(told, "opens", "open")} ${mills(told)}.`,
    "threatens": (told) => `${does(told, "threatens", "threaten")} to close ${mills(told)} on ${list(told.points)}.`,
};

/** What follows from the values of all moves. @type {import("./explain-words.js").Sentences} */
const overviews = {
    "only-move": (told) => `There is only one move: ${named(told)}.`,
    "only-win": (told) => `Only ${named(told)} wins.`,
    "only-draw": (told) => `Only ${named(told)} holds the draw; every other move loses.`,
    "all-draw": () => "Every move draws.",
    "all-lose": (told) => `Every move loses; ${named(told)} ${told.subject.length === 1 ? "holds" : "hold"} out longest.`,
};

/** @type {Words} */
export const english = { sentences: { ...sentences, ...overviews }, subject };
