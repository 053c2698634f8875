// Sizes and times in readable units.

import { number, t } from "./text.js";

/** @typedef {import("./text.js").TextKey} TextKey */

const THOUSAND = 1000;
/** @type {TextKey[]} */
const SIZES = ["amount.bytes", "amount.kilobytes", "amount.megabytes", "amount.gigabytes"];

/** @param {number} bytes */
export function size(bytes) {
    const step = Math.min(SIZES.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
    const count = bytes / THOUSAND ** step;
    return t(SIZES[step], { count: number(count, step > 0 && count < 100 ? 1 : 0) });
}

/** In at most two units. @param {number} seconds */
export function duration(seconds) {
    if (seconds < 1) return t("amount.less");
    const whole = Math.round(seconds);
    if (whole < 60) return t("amount.seconds", { seconds: whole });
    if (whole < 3600) return t("amount.minutes", { minutes: Math.floor(whole / 60), seconds: whole % 60 });
    const minutes = Math.round(whole / 60);
    if (minutes < 1440) return t("amount.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    return t("amount.days", { days: number(Math.floor(minutes / 1440)), hours: Math.floor((minutes % 1440) / 60) });
}

/** A rate per second, with a decimal only if it matters. @param {number} rate */
export const perSecond = (rate) => number(rate, rate < 10 ? 1 : 0);
