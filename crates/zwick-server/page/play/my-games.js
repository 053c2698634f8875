// What was played in this browser: each game with its opponent and result, to be resumed or taken off the list.

import { openDialog } from "../app/dialog.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { dropKept, keptGames } from "../app/kept.js";
import { t, whenText } from "../app/text.js";
import { faceOf } from "../boards/faces.js";
import { gameName, playerName, sideName } from "../boards/names.js";

/** @typedef {import("../app/kept.js").Kept} Kept */

/** @param {(kept: Kept) => void} onResume */
export function openMyGames(onResume) {
    const list = html("ol", { class: "my-games" });
    const draw = () => {
        const kept = keptGames();
        fill(list, ...(kept.length > 0 ? kept.map(row) : [html("li", {}, t("mine.none"))]));
    };
    const row = (/** @type {Kept} */ kept) => {
        const resume = html(
            "button",
            { type: "button", class: "kept", "data-key": `kept-${kept.key}`, onclick: () => resumed(kept) },
            faceOf(opponent(kept)),
            html("span", {}, html("strong", {}, titleOf(kept)), html("span", {}, ` ${about(kept)}`)),
            html("span", { class: "when" }, whenText(kept.updated)),
        );
        const remove = html(
            "button",
            {
                type: "button",
                class: "button icon quiet",
                "data-key": `drop-${kept.key}`,
                "aria-label": t("mine.drop", { game: titleOf(kept) }),
                onclick: () => {
                    dropKept(kept.key);
                    draw();
                },
            },
            "✕",
        );
        return html("li", {}, resume, remove);
    };
    const resumed = (/** @type {Kept} */ kept) => {
        close();
        onResume(kept);
    };
    draw();
    const close = openDialog(t("mine.title"), [html("p", { class: "quiet" }, t("mine.note")), list]);
}

/** The player that is not the person at this page. @param {Kept} kept */
const opponent = ({ players: { first, second } }) => [second, first].find((player) => player !== PERSON) ?? PERSON;

/** @param {Kept} kept */
function titleOf(kept) {
    if (kept.isShared) return t("mine.link");
    const { first, second } = kept.players;
    if (first === PERSON && second === PERSON) return t("mine.two");
    if (first === PERSON || second === PERSON) return t("mine.against", { name: playerName(opponent(kept)) });
    return `${playerName(first)} – ${playerName(second)}`;
}

/** @param {Kept} kept */
function about(kept) {
    const moves = t("mine.moves", { moves: Math.ceil(kept.line.length / 2) });
    return [gameName(kept.game), moves, resultOf(kept)].filter(Boolean).join(" · ");
}

/** @param {Kept} kept */
function resultOf({ over, game, players, isShared, side }) {
    if (!over) return t("mine.open");
    if (over.winner === null) return t("result.draw");
    const { first, second } = players;
    const own = isShared
        ? side
        : first === PERSON && second !== PERSON
          ? "first"
          : second === PERSON && first !== PERSON
            ? "second"
            : null;
    if (own === null) return t("mine.won.by", { side: sideName(game, over.winner) });
    return t(own === over.winner ? "mine.won" : "mine.lost");
}
