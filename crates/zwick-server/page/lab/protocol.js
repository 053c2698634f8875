// The protocol of a trial as text: the board, the move and its reason, the proof by playing on.

import { t } from "../app/text.js";
import { playerName, sideName } from "../boards/names.js";
import { movesText, moveText } from "../boards/notation.js";
import { longScore } from "../boards/scores.js";
import { gridOf, MEN } from "../boards/shape.js";
import { sourceOf, timeText } from "../boards/values.js";
import { SEARCH } from "./trial.js";

/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("./address.js").OwnScenario} Scenario */
/** @typedef {import("./trial.js").Outcome} Outcome */

/** The board of morris, each point an O, and which point each is. */
const MORRIS = `
O--------O--------O
|  O-----O-----O  |
|  |  O--O--O  |  |
O--O--O     O--O--O
|  |  O--O--O  |  |
|  O-----O-----O  |
O--------O--------O
`.trim();
const POINTS = [0, 1, 2, 8, 9, 10, 16, 17, 18, 7, 15, 23, 19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5, 4];

/** @param {State} state */
function boardText({ shape, cells }) {
    if (shape.kind !== "grid") {
        const men = POINTS.map((point) => cells[point].replace(MEN.first, "W").replace(MEN.second, "B"));
        return MORRIS.replaceAll("O", () => men.shift()?.replace(MEN.empty, "O") ?? "");
    }
    const { width, height } = gridOf(shape);
    const rows = Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width));
    const edge = "-".repeat(width + 2);
    return [edge, ...rows.map((row) => `|${row.replaceAll(MEN.first, "X").replaceAll(MEN.second, "O")}|`), edge].join(
        "\n",
    );
}

/** Who chose the moves, in words. @param {string} player @param {Scenario} scenario */
const chooserName = (player, { depth }) =>
    player === SEARCH ? t("lab.protocol.search", { depth }) : playerName(player);

/** Why the moves were chosen: their value and where it comes from. @param {Outcome} outcome */
export const reasonOf = ({ score, source }) => [score && longScore(score), sourceOf(source)].filter(Boolean).join(", ");

/**
 * @param {string} name number or title of the scenario
 * @param {Scenario} scenario
 * @param {State} state its position
 * @param {string} player
 * @param {Outcome} outcome
 */
export function protocolText(name, scenario, state, player, outcome) {
    const { passed, moves, milliseconds, line, winner, log } = outcome;
    const isGrid = state.shape.kind === "grid";
    const side = (/** @type {Side} */ which) =>
        isGrid ? state.side_names[which === "first" ? 0 : 1] : sideName(state.game, which);
    const other = state.turn === "first" ? "second" : "first";
    // With an odd number of plies it is about a win of the side to move, otherwise about preventing one.
    const wanted = scenario.depth % 2 === 1 ? state.turn : other;
    const lines = [
        t("lab.protocol.start", { name }),
        t("lab.protocol.position"),
        boardText(state),
        t("lab.protocol.choice", {
            side: side(state.turn),
            player: chooserName(player, scenario),
            moves: movesText(moves),
        }),
        t("lab.protocol.reason", { reason: reasonOf(outcome), time: timeText(milliseconds) }),
        t("lab.protocol.right", { moves: movesText(scenario.answers) }),
        t("lab.protocol.line", { moves: movesText(line) }),
        t("lab.protocol.won", { side: side(wanted), is: String(winner === wanted) }),
        t(passed ? "lab.protocol.passed" : "lab.protocol.failed"),
        t("lab.protocol.end", { name }),
    ];
    return [...lines, ...(log ? ["", moveText(log)] : [])].join("\n");
}
