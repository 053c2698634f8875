// Symmetry: the images of the position on the board, and the one key that all of them share.

import { addressOf } from "../app/address.js";
import { GameCard } from "../app/card.js";
import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { PERSON } from "../app/game.js";
import { t, translated } from "../app/text.js";
import { moveText } from "../boards/notation.js";
import { shortScore } from "../boards/scores.js";
import { thumbnail } from "../boards/thumbnail.js";
import { finderOf } from "../boards/values.js";
import { labApi } from "./api.js";
import { Run } from "./run.js";

/** @typedef {import("./api.js").KeyedState} KeyedState */
/** @typedef {import("./api.js").SymmetryClass} SymmetryClass */

export class SymmetryCard extends GameCard {
    #run = new Run(() => {});
    /** @type {{ address: string, found: SymmetryClass | null } | null} */
    #known = null;

    show() {
        if (!this.game.state || this.root.closest("[hidden]")) return;
        this.#ask();
        const found = this.#known?.found;
        fill(
            this.root,
            cardHead(t("lab.symmetry.title")),
            html("p", { class: "quiet" }, t("lab.symmetry.note")),
            ...(found ? this.#content(found) : [html("p", { class: "quiet" }, t("moves.computing"))]),
        );
    }

    /** Updates the images to the position on the board; the old ones stay until the new ones arrive. */
    #ask() {
        const { place } = this.game;
        const address = addressOf(place);
        if (this.#known?.address === address) return;
        this.#known = { address, found: this.#known?.found ?? null };
        this.#run.begin(async (signal) => {
            this.#known = { address, found: await labApi.symmetry(place, signal) };
            this.show();
        });
    }

    /** @param {SymmetryClass} found */
    #content(found) {
        const rows = [
            this.#keys("here", t("lab.symmetry.here"), found.state),
            ...found.images.map(({ name, state }) => this.#keys(name, translated("lab.symmetry", name), state)),
        ];
        const head = html(
            "tr",
            {},
            ...["lab.symmetry.image", "lab.symmetry.key", "lab.symmetry.canonical"].map((key) =>
                html("th", { scope: "col" }, t(/** @type {any} */ (key))),
            ),
        );
        return [
            html("div", { class: "images" }, ...found.images.map(({ name, state }) => this.#image(name, state))),
            html(
                "div",
                { class: "scroller", role: "region", tabindex: 0, "aria-label": t("lab.symmetry.keys") },
                html("table", { class: "keys-table" }, html("thead", {}, head), html("tbody", {}, ...rows)),
            ),
            html("p", { class: "members" }, t("lab.symmetry.members", { count: found.members })),
            this.#canonical(found),
            this.#record(found),
        ];
    }

    /** @param {string} name @param {KeyedState} state */
    #image(name, state) {
        const label = translated("lab.symmetry", name);
        // The picture and its button change together with the position, so the button does what it shows.
        return html(
            "button",
            {
                type: "button",
                class: "button image",
                "data-key": `image-${name}`,
                "data-position": state.position,
                onclick: () => this.#use(state),
            },
            thumbnail(state.shape, state.cells),
            html("span", {}, label),
        );
    }

    /** @param {KeyedState} state */
    #use(state) {
        this.game.begin({ game: state.game, start: state.position, moves: [] }, { first: PERSON, second: PERSON });
    }

    /** @param {string} name @param {string} label @param {KeyedState} state */
    #keys(name, label, state) {
        return html(
            "tr",
            { "data-image": name },
            html("th", { scope: "row" }, label),
            html("td", { class: "code", "data-is": "key" }, state.key),
            html("td", { class: "code", "data-is": "canonical" }, state.canonical),
        );
    }

    /** @param {SymmetryClass} found */
    #canonical({ canonical }) {
        const way = canonical.by.map((name) => translated("lab.symmetry", name)).join(" → ");
        const use = html(
            "button",
            {
                type: "button",
                class: "link",
                "data-key": "use-canonical",
                "data-position": canonical.state.position,
                onclick: () => this.#use(canonical.state),
            },
            t("lab.show"),
        );
        return html(
            "div",
            { class: "stored" },
            thumbnail(canonical.state.shape, canonical.state.cells),
            html(
                "div",
                {},
                html("h3", {}, t("lab.symmetry.standard")),
                html(
                    "p",
                    { class: "quiet" },
                    canonical.by.length === 0 ? t("lab.symmetry.itself") : t("lab.symmetry.by", { way }),
                ),
                use,
            ),
        );
    }

    /** @param {SymmetryClass} found */
    #record({ record }) {
        const title = html("h3", {}, t("lab.symmetry.record"));
        if (!record)
            return html("div", { class: "record" }, title, html("p", { class: "quiet" }, t("lab.symmetry.none")));
        const words = t("lab.symmetry.found", {
            best: moveText(record.best),
            score: shortScore(record.worth),
            depth: record.depth,
            source: finderOf(record.source),
        });
        return html(
            "div",
            { class: "record" },
            title,
            html("p", {}, record.exact ? `${words} · ${t("lab.symmetry.proven")}` : words),
        );
    }
}
