// Whole games as text with variations and comments: tags as the server writes them, moves as the tree has them.

import { columns, isConnectFour } from "../app/address.js";
import { api } from "../app/api.js";
import { t } from "../app/text.js";
import { MoveTree, readGameText, readTree } from "../app/tree.js";

/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

/** The ends of a game that the moves do not show belong to the line that was played. */
const ENDING = /^\[(Result|Reason) .*\n/gm;
const WIDTH = 80;
/** Several columns in one word, but no number of a move. */
const COLUMNS = /(?<![\w.-])[1-9]{2,}(?![\w./-])/g;

/**
 * The game as text with all its lines.
 * @param {string} text of the line that is played, from the server
 * @param {GameOnPage} game
 */
export function gameTextOf(text, { tree, moves }) {
    const [tags] = text.split("\n\n");
    const result = /(\S+)\s*$/.exec(text)?.[1] ?? "*";
    const isMain = tree.main.join(" ") === moves.join(" ");
    const head = isMain ? tags : `${`${tags}\n`.replaceAll(ENDING, "").trimEnd()}`;
    const words = `${tree.text} ${isMain ? result : "*"}`.trim().split(" ");
    const lines = words.reduce((/** @type {string[]} */ all, word) => {
        const last = all.at(-1);
        if (last === undefined || last.length + 1 + word.length > WIDTH) all.push(word);
        else all[all.length - 1] = `${last} ${word}`;
        return all;
    }, []);
    return `${head}\n\n${lines.join("\n")}\n`;
}

/**
 * Reads a game: its main line as text for the server, and all of it as a tree whose lines the rules allow.
 * @param {string} text
 * @param {string} usual the game it is of if no tag says so
 * @returns {Promise<{ main: string, tree: MoveTree }>}
 */
export async function readGame(text, usual) {
    const { tags, moves } = readGameText(text);
    const game = tags.get("Game") ?? usual;
    if (!tags.has("Game")) tags.set("Game", game);
    // With points by number, parentheses name the man that is taken.
    if (!isConnectFour(game) && !/[a-g][1-7]/i.test(moves))
        return { main: `${tagsText(tags)}\n\n${moves}\n`, tree: new MoveTree() };
    const isCompact = isConnectFour(game) && columns(game) < 10;
    const apart = outside(moves, (words) =>
        isCompact ? words.replaceAll(COLUMNS, (all) => [...all].join(" ")) : words,
    );
    const tree = readTree(outside(apart, (words) => words.toLowerCase()));
    if (!tree) throw new Error(t("import.unpaired"));
    const ending = /(?:1-0|0-1|1\/2-1\/2|\*)\s*$/.exec(moves)?.[0] ?? "";
    const start = tags.get("Start") ?? null;
    const [main, ...others] = tree.lines;
    for (const line of others) await api.position({ game, start, moves: line, draws: tags.get("DrawRules") });
    return { main: `${tagsText(tags)}\n\n${main.join(" ")} ${ending}\n`, tree };
}

/** @param {Map<string, string>} tags */
const tagsText = (tags) =>
    [...tags].map(([name, value]) => `[${name} "${value.replaceAll(/[\\"{}]/g, "\\$&")}"]`).join("\n");

/** Changes what is not a comment. @param {string} text @param {(words: string) => string} change */
const outside = (text, change) =>
    text.replaceAll(/\{(?:\\.|[^\\}])*\}|[^{]+/gs, (part) => (part[0] === "{" ? part : change(part)));
