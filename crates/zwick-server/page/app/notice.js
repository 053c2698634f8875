// Short notices: moves for screen readers, problems and offers for everyone.

import { byId, html } from "./dom.js";
import { reasonOf } from "./problem.js";

const SHOWN_FOR = 6000;

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
    byId("announcer").textContent = text;
}

/** @param {...import("./dom.js").Child} content */
function notify(...content) {
    const notice = html("p", { class: "notice" }, ...content);
    byId("notices").replaceChildren(notice);
    setTimeout(() => notice.remove(), SHOWN_FOR);
    return notice;
}

/** Shows what went wrong. @param {unknown} error */
export const complain = (error) => void notify(reasonOf(error));

/** Shows a message, with a button for what one may want now. @param {string} text @param {string} label @param {() => void} act */
export function offer(text, label, act) {
    const done = () => {
        notice.remove();
        act();
    };
    const button = html("button", { type: "button", class: "button small", "data-key": "offer", onclick: done }, label);
    const notice = notify(html("span", {}, text), " ", button);
}
