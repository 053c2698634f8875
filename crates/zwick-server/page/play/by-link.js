// Two people play by link: an invitation for the other seat, a link for spectators, and the state of the connection.

import { liveAddress } from "../app/address.js";
import { GameCard } from "../app/card.js";
import { cardHead } from "../app/cards.js";
import { copyField } from "../app/copy.js";
import { fill, html } from "../app/dom.js";
import { TWO_PEOPLE } from "../app/game.js";
import { guestOf } from "../app/memory.js";
import { t } from "../app/text.js";
import { sideName } from "../boards/names.js";

/** @typedef {import("../app/api.js").Side} Side */

export class ByLinkCard extends GameCard {
    /** @type {Side} */
    #side = "first";

    show() {
        const { game } = this;
        const state = game.isConnected ? t("play.link.connected") : t("play.link.lost");
        const connection =
            game.isShared && html("span", { class: `connection ${game.isConnected ? "on" : "off"}` }, state);
        const head = cardHead(t("play.link"), connection);
        fill(this.root, head, ...(game.isShared ? this.#seat() : this.#offer()));
    }

    #offer() {
        const { game } = this;
        const side = html(
            "select",
            {
                id: "own-side",
                "data-key": "own-side",
                "aria-label": t("play.link"),
                onchange: () => (this.#side = /** @type {Side} */ (side.value)),
            },
            .../** @type {Side[]} */ (["first", "second"]).map((value) =>
                html(
                    "option",
                    { value, selected: value === this.#side },
                    t("play.link.side", { side: sideName(game.game, value) }),
                ),
            ),
        );
        const invite = html(
            "button",
            { type: "button", class: "button", "data-key": "invite", onclick: () => game.share(this.#side) },
            t("play.link.invite"),
        );
        const here = html(
            "button",
            {
                type: "button",
                class: "button",
                "data-key": "new-two",
                onclick: () => game.begin(game.placeAt(0), TWO_PEOPLE),
            },
            t("play.two"),
        );
        return [
            html("div", { class: "row" }, here),
            html("p", { class: "quiet" }, t("play.link.note")),
            html("div", { class: "row" }, side, invite),
        ];
    }

    #seat() {
        const { game } = this;
        const id = /** @type {string} */ (game.id);
        const address = (/** @type {string} */ hash) => `${location.origin}${location.pathname}${hash}`;
        const own = game.ownSide;
        const text = own ? t("play.link.seat", { side: sideName(game.game, own) }) : t("play.link.watching");
        const guest = own && guestOf(id);
        return [
            html("p", {}, text),
            guest &&
                copyField(
                    "guest-link",
                    t("play.link.guest", { side: sideName(game.game, guest.side) }),
                    address(liveAddress(id, guest)),
                ),
            copyField("watch-link", t("play.link.watch"), address(liveAddress(id))),
        ];
    }
}
