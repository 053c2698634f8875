// What went wrong, in the reader's language: the server's refusals are for programs.

import { Refusal } from "./api.js";
import { t } from "./text.js";

/** @typedef {import("./text.js").TextKey} TextKey */

/** @type {Record<number, TextKey>} by the status of the answer */
const BY_STATUS = {
    0: "problem.offline",
    401: "problem.forbidden",
    403: "problem.forbidden",
    404: "problem.missing",
    408: "problem.busy",
    409: "problem.changed",
    413: "problem.long",
    429: "problem.often",
    503: "problem.busy",
    507: "problem.full",
};

/**
 * Refusals of positions and moves, by what the server says of them; a letter is a side.
 * @type {[RegExp, TextKey][]}
 */
const BY_WORDS = [
    [/the man in column (?<column>\d+), row (?<row>\d+) floats/, "problem.floats"],
    [/unbalanced: (?<first>\d+) X and (?<second>\d+) O/, "problem.unbalanced"],
    [/(?<side>[XOWB])\w* cannot be to move/, "problem.turn"],
    [
        /(?<side>[WB])\w* has (?<found>\d+) men on the board and in hand, expected at most (?<allowed>\d+)/,
        "problem.men",
    ],
    [/men in hand and the other (?<other>\d+)/, "problem.hands"],
    [/both sides|two winners|had four in a line|has four in a line|won already|already won/, "problem.ended"],
    [/the game is (?:already )?over/, "problem.over"],
    [/the other side has refused/, "problem.patience"],
    [/expected one of .*, found (?<found>\S+)/, "problem.move"],
    [/(?:move \d+): expected .*, found "?(?<found>[^\s"]+)/, "problem.move"],
    [/with a variant after a colon/, "problem.game"],
    [/^(?:board|row|ring|position|side to move|men in hand|picture|tag|tags|DrawRules)/, "problem.unread"],
];
/** @type {Record<string, string>} */
const SIDES = {
    X: "side.connect-four.first",
    O: "side.connect-four.second",
    W: "side.morris.first",
    B: "side.morris.second",
};

/** One reason of a refusal. @param {string} words */
function wordsOf(words) {
    for (const [pattern, key] of BY_WORDS) {
        const found = pattern.exec(words);
        if (!found) continue;
        const { side, ...given } = found.groups ?? {};
        return t(key, { ...given, ...(side ? { side: t(/** @type {TextKey} */ (SIDES[side])) } : {}) });
    }
    return null;
}

/** @param {unknown} error */
export function reasonOf(error) {
    if (!(error instanceof Refusal)) return error instanceof Error ? error.message : String(error);
    const told = error.status === 0 ? [] : error.message.split(";").map((words) => wordsOf(words.trim()));
    const known = [...new Set(told.filter((words) => words !== null))];
    if (known.length > 0) return known.join(" ");
    return t(BY_STATUS[error.status] ?? (error.status < 500 ? "problem.refused" : "problem.server"));
}
