// Two people play by link: an invitation for the other seat, a link for watchers, and whether the connection stands.

import { liveAddress } from "./address.js";
import { copyField } from "./copy.js";
import { fill, html } from "./dom.js";
import { guestOf } from "./memory.js";
import { t } from "./text.js";
import { sideName } from "./values.js";

/** @typedef {import("./api.js").Side} Side */
/** @typedef {import("./game.js").GameOnPage} GameOnPage */

export class ByLinkCard {
    /** @type {Side} */
    #side = "first";

    /**
     * @param {HTMLElement} root
     * @param {GameOnPage} game
     */
    constructor(root, game) {
        this.root = root;
        this.game = game;
    }

    show() {
        const { game } = this;
        const state = game.isConnected ? t("play.link.connected") : t("play.link.lost");
        const connection = game.isShared && html("span", { class: `connection ${game.isConnected ? "on" : "off"}` }, state);
        const head = html("div", { class: "card-head" }, html("h2", {}, t("play.link")), connection);
        fill(this.root, head, ...(game.isShared ? this.#seat() : this.#offer()));
    }

    #offer() {
        const { game } = this;
        const side = html(
            "select",
            { id: "own-side", "data-key": "own-side", "aria-label": t("play.link"), onchange: () => (this.#side = /** @type {Side} */ (side.value)) },
            ...(/** @type {Side[]} */ (["first", "second"])).map((value) => html("option", { value, selected: value === this.#side }, t("play.link.side", { side: sideName(game.game, value) }))),
        );
        const invite = html("button", { type: "button", class: "button", "data-key": "invite", onclick: () => game.share(this.#side) }, t("play.link.invite"));
        return [html("p", { class: "quiet" }, t("play.link.note")), html("div", { class: "row" }, side, invite)];
    }

    #seat() {
        const { game } = this;
        const id = /** @type {number} */ (game.id);
        const address = (/** @type {string} */ hash) => `${location.origin}${location.pathname}${hash}`;
        const own = game.ownSide;
        const text = own ? t("play.link.seat", { side: sideName(game.game, own) }) : t("play.link.watching");
        const guest = own && guestOf(id);
        return [
            html("p", {}, text),
            guest && copyField("guest-link", t("play.link.guest", { side: sideName(game.game, guest.side) }), address(liveAddress(id, guest))),
            copyField("watch-link", t("play.link.watch"), address(liveAddress(id))),
        ];
    }
}
