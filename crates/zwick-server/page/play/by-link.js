// Two people play by link: an invitation for the other seat, a link for spectators, and the state of the connection.

import { liveAddress } from "../app/address.js";
import { GameCard } from "../app/card.js";
import { cardHead } from "../app/cards.js";
import { copyField } from "../app/copy.js";
import { fill, html, svg } from "../app/dom.js";
import { TWO_PEOPLE } from "../app/game.js";
import { complainOfPart } from "../app/later.js";
import { guestOf, recall, remember } from "../app/memory.js";
import { t } from "../app/text.js";
import { CLOCKS, clockName } from "../boards/clock.js";
import { sideName } from "../boards/names.js";

/** @typedef {import("../app/api.js").Side} Side */

export class ByLinkCard extends GameCard {
    /** @type {Side} */
    #side = "first";
    /** What draws codes to scan, once somebody is invited. @type {typeof import("./qr.js").qrCode | null} */
    #qrCode = null;

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
        const chosen = CLOCKS.findIndex((one) => clockName(one) === clockName(recall("clock", null)));
        const clock = html(
            "select",
            {
                id: "link-clock",
                "data-key": "link-clock",
                "aria-label": t("clock"),
                onchange: () => remember("clock", CLOCKS[Number(clock.value)]),
            },
            ...CLOCKS.map((one, i) =>
                html("option", { value: i, selected: i === Math.max(0, chosen) }, clockName(one)),
            ),
        );
        const invite = html(
            "button",
            {
                type: "button",
                class: "button",
                "data-key": "invite",
                onclick: () => game.share(this.#side, CLOCKS[Number(clock.value)]),
            },
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
            html("div", { class: "row" }, side, clock, invite),
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
            game.clock && html("p", { class: "quiet" }, t("clock.note", { clock: clockName(game.clock) })),
            ...(guest ? this.#invitation(guest.side, address(liveAddress(id, guest))) : []),
            copyField("watch-link", t("play.link.watch"), address(liveAddress(id))),
        ];
    }

    /** The link for the other player: to copy, to scan, and for the system's share sheet. @param {Side} side @param {string} url */
    #invitation(side, url) {
        const { game } = this;
        const share = html(
            "button",
            {
                type: "button",
                class: "button",
                "data-key": "share-link",
                onclick: () => navigator.share({ title: t("invite.title"), url }).catch(() => {}),
            },
            t("invite.share"),
        );
        return [
            copyField("guest-link", t("play.link.guest", { side: sideName(game.game, side) }), url),
            "share" in navigator && html("div", { class: "row" }, share),
            this.#qrCode ? qrPicture(this.#qrCode(url)) : this.#loadCodes(),
        ];
    }

    #loadCodes() {
        import("./qr.js").then(({ qrCode }) => {
            this.#qrCode = qrCode;
            this.show();
        }, complainOfPart);
        return null;
    }
}

/** A code as a picture to scan; dark on light in both themes, for cameras. @param {boolean[][] | null} code */
function qrPicture(code) {
    if (!code) return null;
    const size = code.length + 8;
    const path = code
        .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")))
        .join("");
    return svg(
        "svg",
        { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("invite.qr") },
        svg("rect", { width: size, height: size, fill: "#fff" }),
        svg("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" }),
    );
}
