// Lines of nodes over depth on a logarithmic scale: a colour, a shape and a letter for each.

import { svg } from "../app/dom.js";
import { number, t } from "../app/text.js";

/** @typedef {import("./chart.js").Series} Series */

const WIDTH = 400;
const HEIGHT = 260;
const LEFT = 58;
const RIGHT = 26;
const TOP = 14;
const BOTTOM = 44;
/** The minimum range of powers of ten and plies. */
const LEAST_POWER = 3;
const LEAST_DEPTH = 4;
const MOST_LABELS = 12;

/** One shape per line, around the origin. */
const SHAPES = [
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
    "M-4.5 -4.5h9v9h-9Z",
    "M0 -6L6 5H-6Z",
    "M0 -6.5L6 0L0 6.5L-6 0Z",
    "M0 6L6 -5H-6Z",
    "M-6 -2h12v4h-12Z",
    "M-2 -6h4v12h-4Z",
    "M-5 -5L5 5M-5 5L5 -5",
];

/** @param {Series[]} series */
export function growthPicture(series) {
    const all = series.flatMap(({ points }) => points);
    const depth = Math.max(LEAST_DEPTH, ...all.map((point) => point.depth));
    const power = Math.max(LEAST_POWER, ...all.map((point) => Math.ceil(Math.log10(Math.max(point.nodes, 1)))));
    const x = (/** @type {number} */ plies) => LEFT + ((WIDTH - LEFT - RIGHT) * (plies - 1)) / (depth - 1);
    const y = (/** @type {number} */ nodes) =>
        HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.log10(Math.max(nodes, 1))) / power;
    const picture = svg("svg", {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: "growth",
        role: "img",
        "aria-label": t("lab.growth.label"),
    });
    for (let exponent = 0; exponent <= power; exponent += power > 7 ? 2 : 1) {
        const at = y(10 ** exponent);
        picture.append(
            svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at, class: "axis" }),
            svg("text", { x: LEFT - 8, y: at + 5, class: "tick end" }, short(10 ** exponent)),
        );
    }
    const step = Math.ceil(depth / MOST_LABELS);
    for (let plies = 1; plies <= depth; plies += step)
        picture.append(svg("text", { x: x(plies), y: HEIGHT - BOTTOM + 20, class: "tick" }, String(plies)));
    picture.append(svg("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, class: "tick" }, t("lab.row.depth")));
    for (const one of series) picture.append(...line(one, x, y));
    return picture;
}

/**
 * @param {Series} series
 * @param {(depth: number) => number} x
 * @param {(nodes: number) => number} y
 */
function line({ letter, points }, x, y) {
    if (points.length === 0) return [];
    const places = points.map((point) => ({ x: x(point.depth), y: y(point.nodes) }));
    const last = places[places.length - 1];
    const shape = SHAPES["ABCDEFGH".indexOf(letter)];
    return [
        svg("path", {
            d: `M${places.map((place) => `${place.x.toFixed(1)} ${place.y.toFixed(1)}`).join("L")}`,
            class: `growth-line series-${letter}`,
        }),
        ...places.map((place) =>
            svg("path", {
                d: shape,
                transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`,
                class: `growth-point series-${letter}`,
            }),
        ),
        svg("text", { x: last.x + 9, y: last.y + 5, class: `growth-letter series-${letter}` }, letter),
    ];
}

/** A power of ten in short form. @param {number} value */
function short(value) {
    if (value >= 1e9) return `${number(value / 1e9)} G`;
    if (value >= 1e6) return `${number(value / 1e6)} M`;
    return value >= 1e3 ? `${number(value / 1e3)} k` : number(value);
}
