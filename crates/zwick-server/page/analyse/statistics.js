// Statistics: what counts on the board, how the last best move was found, and how many positions are stored.

import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { readDraws } from "../app/draws.js";
import { number, t } from "../app/text.js";
import { playerName, sideName } from "../boards/names.js";
import { moveText } from "../boards/notation.js";
import { longScore } from "../boards/scores.js";
import { sourceOf, timeText } from "../boards/values.js";
import { databasesApi } from "../databases/api.js";

/** @typedef {import("../app/api.js").Schemas["Rows"]} Rows */
/** @typedef {import("../app/api.js").State} State */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */
/** @typedef {import("../app/thought.js").Thought} Thought */

const ROWS = /** @type {const} */ (["ones", "twos", "threes"]);
const NOTHING = "–";

/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : value > 0 ? "+" : ""}${number(Math.abs(value))}`;

export class StatisticsCard {
    /** @type {{ game: string, positions: number | null } | null} how many are stored of which game */
    #stored = null;

    /**
     * @param {HTMLElement} root
     * @param {HTMLElement} panel the area it lies in
     * @param {GameOnPage} game
     */
    constructor(root, panel, game) {
        this.root = root;
        this.panel = panel;
        this.game = game;
        // Jobs may have stored more in the meantime.
        new MutationObserver(() => this.#forget()).observe(panel, { attributeFilter: ["hidden"] });
    }

    #forget() {
        this.#stored = null;
        this.show();
    }

    show() {
        const { state, lastThought } = this.game;
        if (!state || this.panel.hidden) return;
        if (this.#stored?.game !== state.game) this.#count(state.game);
        fill(
            this.root,
            cardHead(t("statistics.title")),
            html("dl", { class: "statistics" }, evaluation(state), ...quiet(state), this.#amount()),
            sides(state),
            html("h3", {}, t("statistics.best")),
            lastThought ? details(lastThought) : html("p", { class: "quiet" }, t("statistics.best.none")),
        );
    }

    /** Asks how many positions of a game are stored. @param {string} game */
    async #count(game) {
        const asked = { game, positions: /** @type {number | null} */ (null) };
        this.#stored = asked;
        try {
            const { store } = await databasesApi.stock();
            const phases = store.phases.filter((phase) => phase.game === game);
            asked.positions = phases.reduce((all, phase) => all + phase.positions, 0);
        } catch {
            return; // It stays unknown; the area of the databases says what is wrong.
        }
        if (this.#stored === asked) this.show();
    }

    #amount() {
        const positions = this.#stored?.positions ?? null;
        return fact(t("statistics.stored"), positions === null ? NOTHING : number(positions), "stored");
    }
}

/** @param {string} name @param {string} value @param {string} key */
const fact = (name, value, key) => html("div", { "data-fact": key }, html("dt", {}, name), html("dd", {}, value));

/** @param {State} state */
const evaluation = ({ game, statistics }) =>
    fact(t("statistics.evaluation", { side: sideName(game, "first") }), signed(statistics.evaluation), "evaluation");

/** How near the draw by quiet moves is. @param {State} state */
function quiet({ draws, quiet_plies: plies }) {
    const limit = readDraws(draws).quietMoves;
    if (plies === 0) return [];
    const moves = Math.floor(plies / 2);
    const text = limit === null ? number(moves) : t("statistics.quiet.of", { moves, limit });
    return [fact(t("statistics.quiet"), text, "quiet")];
}

/** Men and rows of both sides. @param {State} state */
function sides({ game, statistics }) {
    const { men, in_hand: hand, rows } = statistics;
    if (!rows || !hand) return null;
    const counts = [
        { name: t("statistics.men"), values: men },
        { name: t("statistics.hand"), values: hand },
        ...ROWS.map((row) => ({ name: t(`statistics.${row}`), values: rows.map((of) => of[row]) })),
    ];
    const heads = [sideName(game, "first"), sideName(game, "second")];
    return html(
        "table",
        { class: "statistics-table" },
        html(
            "thead",
            {},
            html(
                "tr",
                {},
                html("th", { scope: "col" }, html("span", { class: "for-readers" }, t("statistics.count"))),
                ...heads.map((head) => html("th", { scope: "col" }, head)),
            ),
        ),
        html(
            "tbody",
            {},
            ...counts.map(({ name, values }) =>
                html(
                    "tr",
                    {},
                    html("th", { scope: "row" }, name),
                    ...values.map((value) => html("td", {}, number(value))),
                ),
            ),
        ),
    );
}

/** How a move was found. @param {Thought} thought */
function details({ move, player, score, source, nodes, milliseconds }) {
    const text = moveText(move);
    const name = player === null ? text : t("statistics.best.by", { move: text, player: playerName(player) });
    const depth = "plies" in source && source.plies !== null ? t("statistics.plies", { depth: source.plies }) : NOTHING;
    return html(
        "dl",
        { class: "statistics last-best" },
        fact(t("moves.move"), name, "move"),
        fact(t("moves.value"), score ? longScore(score) : NOTHING, "value"),
        fact(t("statistics.depth"), depth, "depth"),
        fact(t("statistics.nodes"), number(nodes), "nodes"),
        fact(t("statistics.time"), timeText(milliseconds), "time"),
        fact(t("moves.source"), sourceOf(source), "source"),
    );
}
