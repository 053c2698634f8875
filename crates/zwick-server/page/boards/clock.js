// The clock of a game by link: what each side has left, counted down between the server's answers, and the clocks to choose from.

import { number, t } from "../app/text.js";

/** @typedef {import("../app/api.js").Side} Side */
/** @typedef {import("../app/api.js").ClockSettings} ClockSettings in milliseconds */
/**
 * What the server has told, and when.
 * @typedef {import("../wire.js").components["schemas"]["ClockState"] & { at: number }} Clock
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Less than this is shown with tenths of a second. */
const SHORT = 10 * SECOND;

/** @type {(ClockSettings | null)[]} */
export const CLOCKS = [
    null,
    { initial: MINUTE, increment: 0 },
    { initial: 3 * MINUTE, increment: 2 * SECOND },
    { initial: 5 * MINUTE, increment: 3 * SECOND },
    { initial: 10 * MINUTE, increment: 5 * SECOND },
    { initial: 30 * MINUTE, increment: 20 * SECOND },
];

/** How a clock is called. @param {ClockSettings | null} clock */
export function clockName(clock) {
    if (!clock) return t("clock.none");
    const [minutes, seconds] = [number(clock.initial / MINUTE), number(clock.increment / SECOND)];
    return clock.increment > 0 ? t("clock.increment", { minutes, seconds }) : t("clock.plain", { minutes });
}

/** What a side has left now, in milliseconds. @param {Clock} clock @param {Side} side @param {number} [now] */
export function leftOf({ left, running, at }, side, now = Date.now()) {
    const gone = running === side ? Math.max(0, now - at) : 0;
    return Math.max(0, left[side] - gone);
}

/** @param {number} milliseconds */
export function clockText(milliseconds) {
    if (milliseconds < SHORT) return `0:0${number(Math.floor(milliseconds / 100) / 10, 1)}`;
    const two = (/** @type {number} */ count) => String(Math.floor(count)).padStart(2, "0");
    const seconds = two((milliseconds % MINUTE) / SECOND);
    const minutes = (milliseconds % HOUR) / MINUTE;
    return milliseconds < HOUR
        ? `${Math.floor(minutes)}:${seconds}`
        : `${Math.floor(milliseconds / HOUR)}:${two(minutes)}:${seconds}`;
}

/** How long until the text of what is left changes. @param {number} milliseconds */
export const untilNextText = (milliseconds) => (milliseconds % (milliseconds <= SHORT ? 100 : SECOND)) + 5;
