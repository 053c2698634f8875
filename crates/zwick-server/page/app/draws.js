// Draw rules: when a game that does not end on the board is drawn. As text `repetition 50`, `repetition`, `50` or `off`.

/** @typedef {{ repetition: boolean, quietMoves: number | null }} DrawRules moves by each side without a mill, if they count */

/** What holds if nothing is said. */
export const USUAL_DRAWS = "repetition 50";

/** @param {string | null | undefined} text the usual rules if there is none @returns {DrawRules} */
export function readDraws(text) {
    const words = (text ?? USUAL_DRAWS).split(" ");
    const moves = Number(words.at(-1));
    return { repetition: words[0] === "repetition", quietMoves: moves > 0 ? moves : null };
}

/** @param {DrawRules} rules */
export function drawsText({ repetition, quietMoves }) {
    const words = [repetition && "repetition", quietMoves].filter(Boolean);
    return words.length > 0 ? words.join(" ") : "off";
}

/** The same text, or null for the usual rules. @param {string} text */
export const unlessUsual = (text) => (text === USUAL_DRAWS ? null : text);
