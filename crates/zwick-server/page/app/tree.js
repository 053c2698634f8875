// The moves of a game as a tree: another move at an earlier place stands beside the first one, with comments on positions.
// As text they are what players write: `1. 4 4 {solid} (3 {sharper}) 2. 3`.

/**
 * @typedef {object} Twig a position, by the move that leads to it
 * @property {string | null} move null before the first move
 * @property {Twig | null} parent
 * @property {Twig[]} next what was played here, the main move first
 * @property {string} comment
 */

/** @param {string | null} move @param {Twig | null} parent @returns {Twig} */
const twig = (move, parent) => ({ move, parent, next: [], comment: "" });

export class MoveTree {
    root = twig(null, null);

    /** Whether nothing was played or said. */
    get isEmpty() {
        return this.root.next.length === 0 && this.root.comment === "";
    }

    /** The position after these moves, if it is in the tree. @param {string[]} moves @returns {Twig | null} */
    find(moves) {
        /** @type {Twig | null} */
        let at = this.root;
        for (const move of moves) at = at?.next.find((one) => one.move === move) ?? null;
        return at;
    }

    /** Adds what is missing of these moves; a new move stands behind those played before. @param {string[]} moves */
    add(moves) {
        let at = this.root;
        for (const move of moves) {
            const known = at.next.find((one) => one.move === move) ?? twig(move, at);
            if (!at.next.includes(known)) at.next.push(known);
            at = known;
        }
        return at;
    }

    /** These moves, and the main moves that follow them. @param {string[]} moves */
    through(moves) {
        const line = [...moves];
        for (let at = this.find(moves); at && at.next.length > 0; at = at.next[0]) line.push(at.next[0].move ?? "");
        return line;
    }

    /** The main line. */
    get main() {
        return this.through([]);
    }

    /** Whether a move on the way to this position is not the main one. @param {string[]} moves */
    isVariation(moves) {
        return this.#beside(moves) !== null;
    }

    /** The last place on the way to this position where it leaves the main moves. @param {string[]} moves */
    #beside(moves) {
        for (let at = this.find(moves); at?.parent; at = at.parent) if (at.parent.next[0] !== at) return at;
        return null;
    }

    /** Makes a variation the main line where it begins. @param {string[]} moves */
    promote(moves) {
        const found = this.#beside(moves);
        if (!found?.parent) return;
        const { parent } = found;
        parent.next = [found, ...parent.next.filter((one) => one !== found)];
    }

    /** Removes the last of these moves and everything after it. @param {string[]} moves */
    remove(moves) {
        const found = this.find(moves);
        if (found?.parent) found.parent.next = found.parent.next.filter((one) => one !== found);
    }

    /** @param {string[]} moves @param {string} comment */
    say(moves, comment) {
        const found = this.find(moves);
        if (found) found.comment = comment.replaceAll(/\s+/g, " ").trim();
    }

    /** Every line to its end. @returns {string[][]} */
    get lines() {
        return linesAfter(this.root, []);
    }

    /** The moves as text, with variations in parentheses and comments in braces. */
    get text() {
        const words = [...commentOf(this.root), ...follow(this.root, 0, true)];
        return words.reduce(
            (text, word) => text + (text === "" || text.endsWith("(") || word === ")" ? "" : " ") + word,
            "",
        );
    }
}

/** @param {Twig} at @param {string[]} before @returns {string[][]} */
const linesAfter = (at, before) =>
    at.next.length === 0 ? [before] : at.next.flatMap((one) => linesAfter(one, [...before, one.move ?? ""]));

/** @param {Twig} at */
const commentOf = ({ comment }) => (comment ? [`{${comment.replaceAll(/[\\{}"]/g, "\\$&")}}`] : []);

/**
 * What follows a position: its main move, the other moves beside it, and what comes after the main one.
 * @param {Twig} from
 * @param {number} ply moves played before
 * @param {boolean} isFirst whether the next move needs its number, whoever makes it
 * @returns {string[]}
 */
function follow(from, ply, isFirst) {
    /** @type {string[]} */
    const words = [];
    for (let at = from, needsNumber = isFirst; at.next.length > 0; at = at.next[0], ply += 1) {
        const [main, ...others] = at.next;
        words.push(...written(main, ply, needsNumber));
        for (const other of others) {
            const after = follow(other, ply + 1, other.comment !== "");
            words.push("(", ...written(other, ply, true), ...after, ")");
        }
        needsNumber = others.length > 0 || main.comment !== "";
    }
    return words;
}

/** A move with its number and comment. @param {Twig} one @param {number} ply @param {boolean} needsNumber */
function written(one, ply, needsNumber) {
    const isSecond = ply % 2 === 1;
    const number = isSecond ? (needsNumber ? [`${(ply + 1) / 2}...`] : []) : [`${ply / 2 + 1}.`];
    return [...number, one.move ?? "", ...commentOf(one)];
}

/** One word of such a text: a comment, a parenthesis, or a move with or without its number. */
const WORD = /\{((?:\\.|[^\\}])*)\}|([()])|([^\s(){}]+)/gs;
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

/**
 * Reads moves with variations and comments; which moves are possible is for the server to say.
 * @param {string} text
 * @returns {MoveTree | null} null if the parentheses or braces do not fit
 */
export function readTree(text) {
    const tree = new MoveTree();
    /** @type {Twig[]} where the lines around a variation go on */
    const around = [];
    let at = tree.root;
    let read = 0;
    for (const found of text.matchAll(WORD)) {
        if (text.slice(read, found.index).trim() !== "") return null;
        read = found.index + found[0].length;
        const [, comment, parenthesis, word] = found;
        if (comment !== undefined) {
            const said = comment.replaceAll(/\\(.)/gs, "$1").replaceAll(/\s+/g, " ").trim();
            at.comment = [at.comment, said].filter(Boolean).join(" ");
        } else if (parenthesis === "(") {
            if (!at.parent) return null;
            around.push(at);
            at = at.parent;
        } else if (parenthesis === ")") {
            const back = around.pop();
            if (!back) return null;
            at = back;
        } else if (!RESULTS.includes(word)) {
            const move = word.replace(/^\d+\.+/, "");
            if (move !== "") at = played(at, move);
        }
    }
    return around.length === 0 && text.slice(read).trim() === "" ? tree : null;
}

/** @param {Twig} at @param {string} move */
function played(at, move) {
    const known = at.next.find((one) => one.move === move) ?? twig(move, at);
    if (!at.next.includes(known)) at.next.push(known);
    return known;
}

/**
 * Tags in brackets, and the moves after them.
 * @param {string} text
 * @returns {{ tags: Map<string, string>, moves: string }}
 */
export function readGameText(text) {
    const tags = new Map();
    let moves = text;
    for (;;) {
        const tag = /^\s*\[\s*(\w+)\s*"((?:\\.|[^\\"])*)"\s*\]/s.exec(moves);
        if (!tag) return { tags, moves: moves.trim() };
        tags.set(tag[1], tag[2].replaceAll(/\\(.)/gs, "$1"));
        moves = moves.slice(tag[0].length);
    }
}
