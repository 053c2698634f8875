// The five older programs as opponents: one click each, with what they are.

import { isConnectFour } from "../app/address.js";
import { GameCard } from "../app/card.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { nameOf } from "../app/player-settings.js";
import { t } from "../app/text.js";
import { playerName } from "../boards/names.js";

/** @typedef {import("../app/api.js").Players} Players */
/** @typedef {import("../app/api.js").Side} Side */

/** The game each of them played. */
const GAMES = /** @type {const} */ ({
    v1: "connect-four",
    v2: "connect-four",
    v3: "morris",
    v4: "connect-four",
    v5: "connect-four",
});

/** @typedef {keyof typeof GAMES} OlderProgram */

export const OLDER_PROGRAMS = /** @type {OlderProgram[]} */ (Object.keys(GAMES));

/** @param {string} name @returns {name is OlderProgram} */
export const isOlderProgram = (name) => name in GAMES;

/** @param {OlderProgram} program @param {string} game */
const playedIt = (program, game) => isConnectFour(game) === isConnectFour(GAMES[program]);

/** Its name, with its game if that is another one. @param {OlderProgram} program @param {string} game */
export function programName(program, game) {
    const name = playerName(program);
    return playedIt(program, game) ? name : `${name} (${t(`game.${GAMES[program]}`)})`;
}

/** What it is, and where it comes from. @param {OlderProgram} program */
export const programNote = (program) =>
    `${t(`play.older.${program}`)} ${t("play.older.from", { game: t(`game.${GAMES[program]}`) })}`;

/** The side that the computer plays, or would play. @param {Players} players @returns {Side} */
const computersSide = ({ first, second }) => (first !== PERSON && second === PERSON ? "first" : "second");

export class OlderProgramsCard extends GameCard {
    show() {
        const { game } = this;
        const programs = OLDER_PROGRAMS.filter((program) => playedIt(program, game.game));
        fill(
            this.root,
            cardHead(t("play.older")),
            html("p", { class: "quiet" }, t("play.older.note")),
            html("ul", { class: "older-programs" }, ...programs.map((program) => this.#row(program))),
        );
    }

    /** @param {OlderProgram} program */
    #row(program) {
        const { game } = this;
        const note = `note-${program}`;
        const button = html(
            "button",
            {
                type: "button",
                class: "button",
                "data-key": `against-${program}`,
                "aria-pressed": String(nameOf(game.players[computersSide(game.players)]) === program),
                "aria-describedby": note,
                disabled: game.isShared,
                onclick: () => this.#playAgainst(program),
            },
            playerName(program),
        );
        return html("li", {}, button, html("p", { id: note }, t(`play.older.${program}`)));
    }

    /** The game continues against it; a finished one begins anew. @param {OlderProgram} program */
    #playAgainst(program) {
        const { game } = this;
        const players = { ...game.players, [computersSide(game.players)]: program };
        if (game.state?.over) game.again(players);
        else game.setPlayers(players);
    }
}
