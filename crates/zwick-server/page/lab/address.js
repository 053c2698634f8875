// The Lab in the address bar: `lab=tree` opens a part of it, and a scenario is part of the address with its position.

import { addressOf, readAddress } from "../app/address.js";

/** @typedef {{ game: string, position: string, depth: number, answers: string[], title: string }} OwnScenario */

/** @param {OwnScenario} scenario */
export function scenarioAddress({ game, position, depth, answers, title }) {
    const words = [
        `lab=scenarios`,
        `depth=${depth}`,
        `answers=${answers.map(encodeURIComponent).join("_")}`,
        title && `title=${encodeURIComponent(title)}`,
    ];
    return `${addressOf({ game, start: position, moves: [] })}&${words.filter(Boolean).join("&")}`;
}

/**
 * The part of the Lab in an address, and its scenario; null for another area.
 * @param {string} hash
 * @returns {{ part: string, scenario: OwnScenario | null } | null}
 */
export function readLabAddress(hash) {
    const words = new URLSearchParams(hash.split("?")[1] ?? "");
    const part = words.get("lab");
    if (part === null) return null;
    const place = readAddress(hash);
    const depth = Number(words.get("depth"));
    const answers = (words.get("answers") ?? "").split("_").filter((move) => move !== "");
    const isScenario =
        part === "scenarios" &&
        "game" in place &&
        place.start !== null &&
        Number.isInteger(depth) &&
        depth > 0 &&
        answers.length > 0;
    if (!isScenario || !("game" in place) || place.start === null) return { part, scenario: null };
    return {
        part,
        scenario: { game: place.game, position: place.start, depth, answers, title: words.get("title") ?? "" },
    };
}
