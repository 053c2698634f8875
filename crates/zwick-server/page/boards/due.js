// In morris: what the next click is for.

import { t } from "../app/text.js";
import { playerName, sideName } from "./names.js";
import { pointText } from "./notation.js";

/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

/** How much of a move is made: nothing, the man with the name of its point, or all but the man it takes. */
/** @typedef {{ step: "begin" } | { step: "to", from: string } | { step: "take" }} Progress */

/** What a move may begin with: a new man, one on the board, or either. @param {State} state */
function beginnings({ touched }) {
    const moves = touched.some(({ from }) => from !== null);
    if (!moves) return "place";
    return touched.some(({ from }) => from === null) ? "either" : "move";
}

/** Who is to move, and what with; nothing once the game is over. @param {GameOnPage} game @param {State} state @param {Progress} progress */
export function dueText(game, state, progress) {
    if (state.over || state.legal.length === 0) return "";
    return t("due", { side: sideName(state.game, state.turn), action: action(game, state, progress) });
}

/** @param {GameOnPage} game @param {State} state @param {Progress} progress */
function action(game, state, progress) {
    const beginning = beginnings(state);
    const player = playerName(game.players[state.turn]);
    if (game.isComputersTurn && game.isPaused) return t("status.paused", { player });
    if (game.isComputersTurn) return t(`due.computer.${beginning}`, { player });
    if (progress.step === "to") return t("due.to", { point: pointText(progress.from) });
    return progress.step === "take" ? t("due.take") : t(`due.${beginning}`);
}
