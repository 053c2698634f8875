// Die Sätze der Erklärungen auf Deutsch.

/** @typedef {import("../languages.js").Told} Told */
/** @typedef {import("../languages.js").Words} Words */

const NUMBERS = ["keine", "eine", "zwei", "drei", "vier", "fünf", "sechs", "sieben"];
/** Mehr Züge werden in einem Satz nicht aufgezählt. */
const LISTED = 3;

/** @param {string[]} items @param {string} word */
const list = (items, word = "und") =>
    items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items[items.length - 1]}`;
/** @param {number} count */
const threats = (count) => `${NUMBERS[count] ?? count} Drohung${count === 1 ? "" : "en"}`;
/** Im Dativ, nach „in“ oder „mit“. @param {number} moves @param {string} [many] @param {string} [one] */
const moveCount = (moves, many = "", one = "") => (moves === 1 ? `1 ${one}Zug` : `${moves} ${many}Zügen`);
/** Die Züge des Gewinners bis zum Ende, falls bekannt. @param {Told} told */
const distance = ({ plies }) => (plies === null ? "" : ` in ${moveCount(Math.ceil(plies / 2))}`);
/** @param {string[]} moves */
const either = (moves) =>
    list(
        moves.map((move) => `Spalte ${move}`),
        "oder",
    );
/** Im Dativ, nach „mit“. @param {string[]} moves */
const oneOf = (moves) => (moves.length > LISTED ? `einem von ${moves.length} Zügen` : list(moves, "oder"));
/** @param {import("../languages.js").Cell} cell */
const cell = ({ column, row }) => `Spalte ${column}, Zeile ${row}`;

/** @param {import("../languages.js").Four} four */
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

/**
 * Die beste Antwort der anderen Seite und wer dann gewinnt: Die Halbzüge bis zum Ende zählen die Antwort mit; ist ihre
 * Zahl ungerade, gewinnt die antwortende Seite.
 * @param {Told} told
 */
function answer(told) {
    const { mover, other, moves, plies } = told;
    const column = told.hasColumns ? `Spalte ${moves[0]}` : moves[0];
    const best =
        moves.length === 1
            ? `antwortet ${other} am besten mit ${column}`
            : `ist ${column} eine der besten Antworten von ${other}`;
    const reply = `${after(told)} ${best}`;
    if (plies === null) return `${reply}, und die Partie endet unentschieden.`;
    if (plies === 1) return `${reply}; damit gewinnt ${other}.`;
    const rest = moveCount(Math.floor(plies / 2), "weiteren ", "weiterem ");
    return plies % 2 === 0
        ? `${reply}; ${mover} gewinnt trotzdem, mit ${rest}.`
        : `${reply}; danach gewinnt ${other} mit ${rest}.`;
}

/**
 * Die Felder, die anderswo frei sind, und wer die Spalte mit dem Vierer öffnen muss.
 * @param {Told} told
 */
function zugzwang(told) {
    const [{ column }, ...elsewhere] = told.cells;
    const { side, rival, moves } = told;
    const many = elsewhere.length;
    const [cells, are] = many === 1 ? ["1 Feld", "ist"] : [`${many} Felder`, "sind"];
    const begin = told.subject.length > 0 ? `${after(told)} ${are} ${cells}` : `${cells} ${are}`;
    const first = moves.length > 0 ? `das erste (${either(moves)}) und ` : "";
    const taken = many === 1 ? "es" : `${first}das letzte`;
    if (many === 0) return `${rival} muss Spalte ${column} öffnen: Dann macht ${side} vier${fours(told)}.`;
    return (
        `${begin} außerhalb von Spalte ${column} frei: ${side} nimmt ${taken}, also muss ${rival} Spalte ${column} ` +
        `öffnen, und ${side} macht vier${fours(told)}.`
    );
}

/** Was der Zug tut, der einen Fehler widerlegt, nach seiner Idee. @type {import("../languages.js").Sentences} */
const ideas = {
    "wins-now": () => " und gewinnt",
    "double-threat": ({ cells, rival }) =>
        ` und droht zweimal mit vier, auf ${list(cells.map(cell))}; ${rival} kann nur eins davon abwehren`,
    "threat-above": (told) => `; ${told.rival} muss abwehren, und direkt darüber macht ${told.side} vier${fours(told)}`,
    "forced-win": () => " und erzwingt dann den Gewinn",
    "zugzwang": ({ cells, rival, side }) =>
        `, und am Ende muss ${rival} Spalte ${cells[0].column} öffnen, unter dem Vierer von ${side}`,
    "makes-double-mill": () => " und hat eine Zwickmühle",
    "fork": () => " und hat eine Mühle sicher",
    "closes-mill": (told) => ` und schließt ${mills(told)}`,
    "makes-threat": (told) => ` und bekommt ein Gewinnfeld auf ${cell(told.cells[0])}`,
    "prevents-mill": (told) => ` und verhindert ${mills(told)}`,
};

/** Wie ein Fehler widerlegt wird. @param {Told} told */
function refutes(told) {
    const { side, line, moves, hasColumns, idea } = told;
    const last = `${hasColumns ? "Spalte " : ""}${moves[moves.length - 1]}`;
    const way =
        line.length === 1 ? `${side} antwortet mit ${last}` : `nach ${list(line.slice(0, -1))} spielt ${side} ${last}`;
    return `${does(told, "ist ein Fehler", "sind Fehler")}: ${way}${ideas[idea ?? ""]?.(told) ?? ""}.`;
}

/** Wie ein Gewinn weitergeht. @param {Told} told */
function plan(told) {
    const { side, line, moves, hasColumns, idea } = told;
    const last = `${hasColumns ? "Spalte " : ""}${moves[moves.length - 1]}`;
    const next = `geht es am besten mit ${list(line.slice(0, -1))} weiter`;
    return `${after(told)} ${next}; dann spielt ${side} ${last}${ideas[idea ?? ""]?.(told) ?? ""}.`;
}

/** Wie eine Zwickmühle funktioniert. @param {Told} told */
const swing = ({ points, rival, canJump }) =>
    `Ein Stein, der zwischen ${list(points)} hin- und herzieht, schließt jedes Mal eine Mühle. ` +
    `${rival} kann das ${canJump ? "erst verhindern, wenn gesprungen werden darf" : "nicht verhindern"}.`;

/** @param {Told} told */
const taking = ({ subject, points }) =>
    ` und ${subject.length === 1 ? "nimmt" : "nehmen"} den Stein auf ${list(points)}`;

/** @type {import("../languages.js").Sentences} */
const sentences = {
    "can-win": (told) =>
        told.moves.length === 1
            ? `${told.side} kann sofort gewinnen: Spalte ${told.moves[0]} macht vier${fours(told)}.`
            : `${told.side} kann sofort gewinnen: Die Spalten ${list(told.moves)} machen jeweils vier.`,
    "must-block": (told) =>
        `${told.side} droht mit vier${fours(told)}: ${told.rival} muss jetzt Spalte ${told.moves[0]} spielen.`,
    "cannot-block": (told) =>
        `${told.side} macht als Nächstes vier, mit ${either(told.moves)}: Es sind ` +
        `${threats(told.moves.length)}, und ${told.rival} kann nur eine abwehren.`,
    "threat": (told) =>
        `${told.side} hat ein Gewinnfeld auf ${cell(told.cells[0])}: Ein Stein dort macht vier${fours(told)}.`,
    "wins-now": (told) =>
        `${does(told, "macht", "machen")} vier${fours(told)} und ` +
        `${told.subject.length === 1 ? "gewinnt" : "gewinnen"}.`,
    "blocks": (told) => `${does(told, "wehrt", "wehren")} ab: Dort hätte ${told.other} vier${fours(told)} gemacht.`,
    "ignores": (told) =>
        `${does(told, "hält", "halten")} ${told.side} nicht davon ab, mit Spalte ${told.moves[0]} ` +
        `vier${fours(told)} zu machen.`,
    "gives": (told) => `${does(told, "lässt", "lassen")} ${told.side} direkt darüber vier${fours(told)} machen.`,
    "double-threat": (told) =>
        `${after(told)} macht ${told.side} als Nächstes vier, mit ${either(told.moves)}: Es sind ` +
        `${threats(told.moves.length)}, und ${told.rival} kann nur eine abwehren.`,
    "threat-above": (told) =>
        `${does(told, "erzwingt", "erzwingen")} den Gewinn: ${told.rival} muss in Spalte ${told.moves[0]} ` +
        `abwehren, und direkt darüber macht ${told.side} vier${fours(told)}.`,
    "forces": (told) =>
        `${after(told)} droht ${told.side} mit vier${fours(told)}: ${told.rival} muss in Spalte ` +
        `${told.moves[0]} antworten.`,
    "forced-win": (told) =>
        `${told.subject.length === 0 ? `${told.side} erzwingt` : `${after(told)} erzwingt ${told.side}`} den ` +
        `Gewinn: ${told.line.join(", ")}.`,
    zugzwang,
    refutes,
    plan,
    "proven-win": (told) => `${told.side} kann den Gewinn${distance(told)} erzwingen.`,
    "makes-threat": (told) =>
        `${does(told, "schafft", "schaffen")} ein Gewinnfeld auf ${list(told.cells.map(cell), "oder")}: ` +
        `Ein Stein von ${told.side} macht dort vier${fours(told)}.`,
    answer,
    "can-close": (told) => `${told.side} kann jetzt ${mills(told)} schließen, mit ${oneOf(told.moves)}.`,
    "threatens-mill": (told) => `${told.side} droht, auf ${list(told.points)} ${mills(told)} zu schließen.`,
    "double-mill": (told) => `${told.side} hat eine Zwickmühle: ${swing(told)}`,
    "few-men": (told) => `${told.side} hat noch drei Steine: Der nächste Verlust beendet die Partie.`,
    "flies": (told) => `${told.side} darf auf jeden freien Punkt springen.`,
    "wins-men": (told) =>
        `${does(told, "lässt", "lassen")} ${told.other} nur zwei Steine und ` +
        `${told.subject.length === 1 ? "gewinnt" : "gewinnen"}.`,
    "wins-blocked": (told) =>
        `${does(told, "lässt", "lassen")} ${told.other} keinen Zug mehr und ` +
        `${told.subject.length === 1 ? "gewinnt" : "gewinnen"}.`,
    "closes-mill": (told) =>
        `${does(told, "schließt", "schließen")} ${mills(told)}${told.points.length > 0 ? taking(told) : ""}.`,
    "prevents-mill": (told) => `${does(told, "verhindert", "verhindern")} ${mills(told)}.`,
    "lets-close": (told) =>
        `${does(told, "lässt", "lassen")} ${told.side} mit ${oneOf(told.moves)} ${mills(told)} schließen.`,
    "fork": (told) =>
        `${after(told)} ist ${told.side} eine Mühle sicher: Was ${told.rival} auch antwortet, ${told.side} ` +
        "kann als Nächstes eine schließen.",
    "makes-double-mill": (told) => `${does(told, "schafft", "schaffen")} eine Zwickmühle: ${swing(told)}`,
    "opens-mill": (told) => `${does(told, "öffnet", "öffnen")} ${mills(told)}.`,
    "threatens": (told) => `${after(told)} droht ${told.side}, auf ${list(told.points)} ${mills(told)} zu schließen.`,
};

/** Die Züge mitten im Satz. @param {Told} told */
const named = (told) => subject(told).replace(/^Die/, (word) => word.toLowerCase());

/** Die besten Züge, oder wie viele es sind. @param {Told} told */
const best = (told) => (told.subject.length > LISTED && !told.hasColumns ? `${told.subject.length} Züge` : named(told));

/** Was aus den Werten aller Züge folgt. @type {import("../languages.js").Sentences} */
const overviews = {
    "only-move": (told) => `Es gibt nur einen Zug: ${named(told)}.`,
    "only-win": (told) => `Nur ${named(told)} gewinnt.`,
    "some-win": (told) => `Mehrere Züge gewinnen, am schnellsten ${best(told)}.`,
    "only-draw": (told) => `Nur ${named(told)} hält das Unentschieden; jeder andere Zug verliert.`,
    "some-draw": (told) =>
        `Bei bestem Spiel endet die Partie unentschieden: ${best(told)} ` +
        `${told.subject.length === 1 ? "hält" : "halten"} es, jeder andere Zug verliert.`,
    "all-draw": () => "Jeder Zug führt zum Unentschieden.",
    "all-lose": (told) =>
        `Jeder Zug verliert; am längsten ${told.subject.length === 1 ? "hält" : "halten"} ${best(told)} stand.`,
    "lost": () => "Jeder Zug verliert.",
};

/** @type {Words} */
export const explain = { sentences: { ...sentences, ...overviews }, subject };
