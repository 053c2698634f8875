// Die Sätze der Erklärungen auf Deutsch.

/** @typedef {import("./explain-words.js").Told} Told */
/** @typedef {import("./explain-words.js").Words} Words */

const NUMBERS = ["keine", "eine", "zwei", "drei", "vier", "fünf", "sechs", "sieben"];
/** Mehr Züge als so viele werden in einem Satz nicht aufgezählt. */
const LISTED = 3;

/** @param {string[]} items @param {string} word */
const list = (items, word = "und") => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items[items.length - 1]}`);
/** @param {number} count */
const threats = (count) => `${NUMBERS[count] ?? count} Drohung${count === 1 ? "" : "en"}`;
/** Im Dativ, nach „in“. @param {number} moves */
const moveCount = (moves) => `${moves} ${moves === 1 ? "Zug" : "Zügen"}`;
/** @param {string[]} moves */
const either = (moves) => list(moves.map((move) => `Spalte ${move}`), "oder");
/** Im Dativ, nach „mit“. @param {string[]} moves */
const oneOf = (moves) => (moves.length > LISTED ? `einem von ${moves.length} Zügen` : list(moves, "oder"));
/** @param {import("./explain-words.js").Cell} cell */
const cell = ({ column, row }) => `Spalte ${column}, Zeile ${row}`;

/** @param {import("./explain-words.js").Four} four */
function four({ from, to }) {
    if (from.row === to.row) return `in Zeile ${from.row}`;
    if (from.column === to.column) return `in Spalte ${from.column}`;
    return `auf der Diagonale von ${cell(from)} bis ${cell(to)}`;
}

/** @param {Told} told */
const fours = ({ fours: all }) => (all.length === 0 ? "" : ` ${list([...new Set(all.map(four))])}`);
/** @param {Told} told */
const mills = ({ mills: all }) => (all.length === 1 ? `die Mühle ${all[0]}` : `die Mühlen ${list(all)}`);

/** @param {Pick<Told, "subject" | "hasColumns">} told */
function subject({ subject: moves, hasColumns }) {
    if (hasColumns) return moves.length === 1 ? `Spalte ${moves[0]}` : `Die Spalten ${list(moves)}`;
    return moves.length > LISTED ? `Diese ${moves.length} Züge` : list(moves);
}

/**
 * Die Züge und was sie tun, in der richtigen Zahl: „Spalte 3 lässt“, „Die Spalten 1 und 3 lassen“.
 * @param {Told} told
 * @param {string} one
 * @param {string} many
 */
const does = (told, one, many) => `${subject(told)} ${told.subject.length === 1 ? one : many}`;

/** Nach diesen Zügen, im Dativ. @param {Told} told */
function after({ subject: moves, hasColumns }) {
    if (hasColumns) return moves.length === 1 ? `Nach Spalte ${moves[0]}` : `Nach den Spalten ${list(moves)}`;
    return moves.length > LISTED ? `Nach diesen ${moves.length} Zügen` : `Nach ${list(moves)}`;
}

/** @param {Told} told */
function answer(told) {
    const { mover, other, moves, plies, answer: value } = told;
    const reply = `${after(told)} antwortet ${other} am besten mit ${told.hasColumns ? `Spalte ${moves[0]}` : moves[0]}`;
    if (!value || value.result === null) return `${reply}.`;
    if (value.result === "draw") return `${reply}, und das Spiel endet unentschieden.`;
    if (value.result === "win") return `${reply}; ${mover} gewinnt trotzdem${value.moves === null ? "" : ` in ${moveCount(value.moves)}`}.`;
    return `${reply} und gewinnt${plies === null ? "" : ` in ${moveCount(Math.ceil(plies / 2))}`}.`;
}

/** @type {import("./explain-words.js").Sentences} */
const sentences = {
    "can-win": (told) => (told.moves.length === 1 ? `${told.side} kann sofort gewinnen: Spalte ${told.moves[0]} macht vier${fours(told)}.` : `${told.side} kann sofort gewinnen: Die Spalten ${list(told.moves)} machen jeweils vier.`),
    "must-block": (told) => `${told.side} droht mit vier${fours(told)}: ${told.rival} muss jetzt Spalte ${told.moves[0]} spielen.`,
    "cannot-block": (told) => `${told.side} macht als Nächstes vier, mit ${either(told.moves)}: Es sind ${threats(told.moves.length)}, und ${told.rival} kann nur eine abwehren.`,
    "threat": (told) => `${told.side} hat eine Drohung, die noch wartet: Auf ${cell(told.cells[0])} wären es vier${fours(told)}.`,
    "wins-now": (told) => `${does(told, "macht", "machen")} vier${fours(told)} und ${told.subject.length === 1 ? "gewinnt" : "gewinnen"}.`,
    "blocks": (told) => `${does(told, "wehrt", "wehren")} ab: Dort hätte ${told.other} vier${fours(told)} gemacht.`,
    "ignores": (told) => `${does(told, "hält", "halten")} ${told.side} nicht davon ab, mit Spalte ${told.moves[0]} vier${fours(told)} zu machen.`,
    "gives": (told) => `${does(told, "lässt", "lassen")} ${told.side} direkt darüber vier${fours(told)} machen.`,
    "double-threat": (told) => `${does(told, "schafft", "schaffen")} ${threats(told.moves.length)}: ${told.side} macht als Nächstes vier, mit ${either(told.moves)}, und ${told.rival} kann nur eine abwehren.`,
    "threat-above": (told) => `${does(told, "erzwingt", "erzwingen")} den Gewinn: ${told.rival} muss in Spalte ${told.moves[0]} abwehren, und direkt darüber macht ${told.side} vier${fours(told)}.`,
    "forces": (told) => `${does(told, "droht", "drohen")} mit vier${fours(told)}: ${told.rival} muss in Spalte ${told.moves[0]} antworten.`,
    "forced-win": (told) => `${after(told)} hat ${told.rival} keine Wahl mehr: ${told.side} gewinnt mit ${told.moves.join(" ")}.`,
    "makes-threat": (told) => `${does(told, "schafft", "schaffen")} eine Drohung, die noch wartet: Auf ${list(told.cells.map(cell), "oder")} hätte ${told.side} vier${fours(told)}.`,
    answer,
    "can-close": (told) => `${told.side} kann jetzt ${mills(told)} schließen, mit ${oneOf(told.moves)}.`,
    "threatens-mill": (told) => `${told.side} droht, auf ${list(told.points)} ${mills(told)} zu schließen.`,
    "double-mill": (told) => `${told.side} hat eine Zwickmühle: Ein Stein, der zwischen ${list(told.points)} hin- und herzieht, schließt jedes Mal eine Mühle.`,
    "few-men": (told) => `${told.side} hat noch drei Steine: Der nächste verlorene beendet das Spiel.`,
    "flies": (told) => `${told.side} darf auf jeden freien Punkt springen.`,
    "wins-men": (told) => `${does(told, "lässt", "lassen")} ${told.other} nur zwei Steine und ${told.subject.length === 1 ? "gewinnt" : "gewinnen"}.`,
    "wins-blocked": (told) => `${does(told, "lässt", "lassen")} ${told.other} keinen Zug mehr und ${told.subject.length === 1 ? "gewinnt" : "gewinnen"}.`,
    "closes-mill": (told) => `${does(told, "schließt", "schließen")} ${mills(told)}${told.points.length > 0 ? ` und ${told.subject.length === 1 ? "nimmt" : "nehmen"} den Stein auf ${list(told.points)}` : ""}.`,
    "prevents-mill": (told) => `${does(told, "verhindert", "verhindern")} ${mills(told)}.`,
    "lets-close": (told) => `${does(told, "lässt", "lassen")} ${told.side} mit ${oneOf(told.moves)} ${mills(told)} schließen.`,
    "fork": (told) => `${does(told, "macht", "machen")} eine Mühle unvermeidlich: Was ${told.rival} auch antwortet, ${told.side} kann als Nächstes eine schließen.`,
    "makes-double-mill": (told) => `${does(told, "schafft", "schaffen")} eine Zwickmühle: Ein Stein, der zwischen ${list(told.points)} hin- und herzieht, schließt jedes Mal eine Mühle.`,
    "opens-mill": (told) => `${does(told, "öffnet", "öffnen")} ${mills(told)}.`,
    "threatens": (told) => `${does(told, "droht", "drohen")}, auf ${list(told.points)} ${mills(told)} zu schließen.`,
};

/** Die Züge mitten im Satz. @param {Told} told */
const named = (told) => subject(told).replace(/^Die/, (word) => word.toLowerCase());

/** Was aus den Werten aller Züge folgt. @type {import("./explain-words.js").Sentences} */
const overviews = {
    "only-move": (told) => `Es gibt nur einen Zug: ${named(told)}.`,
    "only-win": (told) => `Nur ${named(told)} gewinnt.`,
    "only-draw": (told) => `Nur ${named(told)} hält das Unentschieden; jeder andere Zug verliert.`,
    "all-draw": () => "Jeder Zug führt zum Unentschieden.",
    "all-lose": (told) => `Jeder Zug verliert; am längsten ${told.subject.length === 1 ? "hält" : "halten"} ${named(told)} stand.`,
};

/** @type {Words} */
export const german = { sentences: { ...sentences, ...overviews }, subject };
