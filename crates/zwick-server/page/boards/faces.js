// The faces of the players, drawn from a few shapes each.

import { svg } from "../app/dom.js";
import { opponentOf } from "./opponents.js";

/** @typedef {[keyof SVGElementTagNameMap, Record<string, string | number>]} Part */

const INK = "#232a31";

/** @param {number} x @param {number} y @param {number} r @param {string} fill @returns {Part} */
const ball = (x, y, r, fill) => ["circle", { cx: x, cy: y, r, fill }];
/** @param {string} d @param {string} fill @returns {Part} */
const area = (d, fill) => ["path", { d, fill }];
/** @param {string} d @param {string} stroke @param {number} [width] @returns {Part} */
const stroke = (d, stroke, width = 2) => [
    "path",
    { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" },
];
/** @param {number} x @param {number} y @param {number} rx @param {number} ry @param {string} fill @returns {Part} */
const oval = (x, y, rx, ry, fill) => ["ellipse", { cx: x, cy: y, rx, ry, fill }];

/** Two of the same, left and right of the middle. @param {(x: number) => Part} part @param {number} away */
const both = (part, away) => [part(32 - away), part(32 + away)];
/** @param {number} away @param {number} y @param {number} r */
const eyes = (away, y, r) => [
    ...both((x) => ball(x, y, r, INK), away),
    ...both((x) => ball(x + r / 3, y - r / 3, r / 3, "#ffffff"), away),
];

/** @type {Record<string, Part[]>} */
const FACES = {
    flo: [
        ball(32, 32, 32, "#dff0d8"),
        ...both((x) => ball(x, 21, 9, "#5da04a"), 11),
        oval(32, 38, 20, 16.5, "#6bb257"),
        oval(32, 44, 15, 9, "#8ccb74"),
        ...both((x) => ball(x, 20, 6, "#ffffff"), 11),
        ...eyes(11, 20, 3.4),
        stroke("M20 41q12 9 24 0", "#2f6424", 2.4),
        ...both((x) => ball(x, 33, 1.2, "#2f6424"), 3),
        ...both((x) => oval(x, 41, 3, 2, "#e98f8f"), 17),
    ],
    bruno: [
        ball(32, 32, 32, "#f6e7d2"),
        ...both((x) => ball(x, 18, 7.5, "#8a5a35"), 14),
        ...both((x) => ball(x, 18, 4, "#c99b72"), 14),
        oval(32, 35, 19, 18, "#9c6840"),
        oval(32, 42, 10.5, 8.5, "#e5c6a0"),
        ...eyes(7.5, 31, 2.8),
        area("M28 37.5h8q0 4.5 -4 5q-4 -.5 -4 -5Z", INK),
        stroke("M32 42.5v2.5m-4 1.5q2 1.5 4 0q2 1.5 4 0", INK, 1.8),
    ],
    mimi: [
        ball(32, 32, 32, "#d9e8f5"),
        area("M14 12l3 20h12ZM50 12l-3 20h-12Z", "#5b6a79"),
        area("M17 18l2 10h6ZM47 18l-2 10h-6Z", "#e7b5b0"),
        oval(32, 37, 18.5, 16, "#677787"),
        area("M32 23l-3.5 9h7Z", "#46535f"),
        oval(32, 44, 9.5, 7, "#f2f4f5"),
        ...both((x) => oval(x, 35, 4.4, 4.8, "#f2c744"), 8),
        ...both((x) => oval(x, 35, 1.6, 4, INK), 8),
        area("M29.5 40h5l-2.5 3Z", "#d9776f"),
        stroke("M32 43v2m-4 1q2 2 4 -.5q2 2.5 4 .5", INK, 1.6),
        stroke("M20 43l-9 -1.5m9 4.5l-8 2M44 43l9 -1.5m-9 4.5l8 2", "#46535f", 1.3),
    ],
    rosa: [
        ball(32, 32, 32, "#fde3cf"),
        area("M12 11l4 22 13 -7ZM52 11l-4 22 -13 -7Z", "#d8642a"),
        area("M16 17l2 11 6 -4ZM48 17l-2 11 -6 -4Z", "#5a2b14"),
        area("M32 22c12 0 20 8 20 16c-6 4 -12 15 -20 17c-8 -2 -14 -13 -20 -17c0 -8 8 -16 20 -16Z", "#e4763a"),
        area("M12 38c8 -1 16 3 20 11c4 -8 12 -12 20 -11c-6 4 -12 15 -20 17c-8 -2 -14 -13 -20 -17Z", "#fdf4ea"),
        ...eyes(8, 36, 2.8),
        oval(32, 52, 3.4, 2.8, INK),
    ],
    otto: [
        ball(32, 32, 32, "#e4dcf2"),
        area("M13 15q7 5 13 5h12q6 0 13 -5q-1 8 -3 12v14q0 13 -16 13t-16 -13V27q-2 -4 -3 -12Z", "#6f5a9a"),
        oval(32, 46, 10, 9, "#cdbfe4"),
        stroke("M28 43q2 2 4 0q2 2 4 0M28 48q2 2 4 0q2 2 4 0", "#8a76b3", 1.6),
        ...both((x) => ball(x, 30, 8.6, "#fffaf0"), 8.6),
        ...both((x) => ball(x, 30, 4.6, "#e0a526"), 8.6),
        ...eyes(8.6, 30, 2.9),
        area("M29 35h6l-3 6Z", "#e08a2c"),
    ],
    zwick: [
        ball(32, 32, 32, "#1b4f78"),
        stroke("M32 17v-6", "#d8e8f4", 2.4),
        ball(32, 9, 3.4, "#f0b02e"),
        ["rect", { x: 13, y: 17, width: 38, height: 34, rx: 10, fill: "#e6f0f7" }],
        ["rect", { x: 18, y: 22, width: 28, height: 24, rx: 7, fill: "#27608f" }],
        ...both((x) => ball(x, 31, 4, "#8fd2ff"), 7),
        ...both((x) => ball(x, 31, 1.8, "#0d2c46"), 7),
        stroke("M25 39q7 5 14 0", "#8fd2ff", 2.4),
        ...both((x) => ["rect", { x: x - 2, y: 29, width: 4, height: 10, rx: 2, fill: "#d8e8f4" }], 21),
    ],
    person: [
        ball(32, 32, 32, "#cfe1ef"),
        area("M17 55q0 -14 9 -17h12q9 3 9 17q-15 9 -30 0Z", "#1b5c89"),
        area("M24 42h16l-3 -8h-10Z", "#246c9f"),
        ball(32, 24, 12, "#2c77ac"),
        ...both((x) => ball(x, 23, 1.7, "#ffffff"), 4),
        stroke("M27.5 27q4.5 4 9 0", "#ffffff", 1.8),
    ],
    computer: [
        ball(32, 32, 32, "#e2e4e6"),
        ["rect", { x: 14, y: 17, width: 36, height: 27, rx: 5, fill: "#59626c" }],
        ["rect", { x: 18, y: 21, width: 28, height: 19, rx: 2.5, fill: "#dfe7ee" }],
        ...both((x) => ball(x, 29, 2, INK), 5),
        stroke("M28 34h8", INK, 2),
        area("M26 44h12l2 6h-16Z", "#59626c"),
    ],
};

/** The face of a player: an opponent's, a person's, or that of any other program. @param {string} player */
export function faceOf(player) {
    const parts = FACES[player === "person" ? "person" : (opponentOf(player)?.id ?? "computer")];
    return svg(
        "svg",
        { viewBox: "0 0 64 64", class: "face", "aria-hidden": "true" },
        ...parts.map(([name, properties]) => svg(name, properties)),
    );
}
