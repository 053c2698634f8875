// The report of a game: the accuracy of each side, what each mistake gave away, and a retry from there.

import { GameCard } from "../app/card.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { number, t } from "../app/text.js";
import { sideName } from "../boards/names.js";
import { movesText, moveText } from "../boards/notation.js";
import { moveNumber, wordsOf } from "../boards/values.js";

/** @typedef {import("../app/api.js").Review} Review */
/** @typedef {import("../app/api.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {import("../app/report.js").Report} Report */

export class ReportCard extends GameCard {
    /** @param {HTMLElement} root @param {import("../app/game.js").GameOnPage} game @param {Report} report */
    constructor(root, game, report) {
        super(root, game);
        this.report = report;
    }

    /** Such as "Red 92 % · Yellow 71 %". */
    get accuracy() {
        const report = this.report.current;
        return report
            ? /** @type {Side[]} */ (["first", "second"])
                  .map((side) => `${sideName(this.game.game, side)} ${percent(report.accuracy[side])}`)
                  .join(" · ")
            : "";
    }

    show() {
        const report = this.report.current;
        const body = report ? this.#results(report) : this.#offer();
        fill(this.root, cardHead(t("report.title")), ...body);
    }

    #offer() {
        if (this.report.isWorking) return [html("p", { class: "quiet" }, t("report.making"))];
        const isEmpty = this.game.moves.length === 0;
        const make = () => this.report.make();
        const button = html(
            "button",
            { type: "button", class: "button", "data-key": "report", disabled: isEmpty, onclick: make },
            t("report.make"),
        );
        return [html("p", { class: "quiet" }, t(isEmpty ? "report.empty" : "report.note")), button];
    }

    /** @param {Review} report */
    #results(report) {
        const { game } = this;
        const sides = /** @type {Side[]} */ (["first", "second"]).map((side) => {
            const share = report.accuracy[side];
            const meter = html(
                "span",
                { class: "meter", "aria-hidden": "true" },
                html("span", { class: `meter-fill ${side}` }),
            );
            /** @type {HTMLElement} */ (meter.firstElementChild).style.width = `${share ?? 0}%`;
            return html(
                "div",
                { class: "accuracy-row" },
                html("span", {}, sideName(game.game, side)),
                meter,
                html("strong", {}, percent(share)),
            );
        });
        const marked = report.moves.filter((move) => move.mark !== null);
        const list =
            marked.length === 0
                ? html("p", {}, t("report.flawless"))
                : html("ol", { class: "mistakes" }, ...marked.map((move) => this.#mistake(move)));
        return [html("div", { class: "accuracies" }, ...sides), list];
    }

    /** @param {ReviewedMove} move */
    #mistake(move) {
        const { game } = this;
        const mark = move.mark ?? "mistake";
        const show = html(
            "button",
            { type: "button", class: "plain", "data-key": `mistake-${move.ply}`, onclick: () => game.goTo(move.ply) },
            `${moveNumber(move.ply - 1)} ${moveText(move.move)}`,
        );
        const again = html(
            "button",
            {
                type: "button",
                class: "link",
                "data-key": `again-${move.ply}`,
                onclick: () => game.tryAgain(move.ply - 1),
            },
            t("report.again"),
        );
        return html(
            "li",
            { class: mark },
            html(
                "div",
                { class: "mistake-head" },
                show,
                html("span", { class: "mark" }, `${sideName(game.game, move.side)} · ${t(`report.${mark}`)}`),
                html("span", { class: "loss" }, t("report.loss", { percent: number(100 * move.loss) })),
            ),
            html(
                "p",
                {},
                `${wordsOf(move.before)} → ${wordsOf(move.after)} · ` +
                    `${t("report.better", { moves: movesText(move.best.slice(0, 3)) })}`,
            ),
            again,
        );
    }
}

/** @param {number | null} share */
const percent = (share) => (share === null ? t("report.none") : t("report.accuracy", { percent: number(share) }));
