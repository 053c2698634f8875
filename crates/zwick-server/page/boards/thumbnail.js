// A position as a small picture, for lists of positions.

import { svg } from "../app/dom.js";
import { disc } from "./connect-four.js";
import { morrisMan } from "./morris.js";
import { fromMiddle, gridOf, linesOf, MEN, ownerOf } from "./shape.js";

/** @typedef {import("../app/api.js").Shape} Shape */

const CELL = 100;
const HOLE = 44;
const STEP = 96;
const SIZE = 7 * STEP + 20;

/**
 * @param {Shape} shape
 * @param {string} cells as in a state
 * @param {number | null} [moved] the place of the man that has just moved
 */
export const thumbnail = (shape, cells, moved = null) =>
    shape.kind === "grid" ? gridPicture(shape, cells, moved) : pointsPicture(shape, cells, moved);

/**
 * @param {Shape} shape
 * @param {string} cells
 * @param {number | null} moved
 */
function gridPicture(shape, cells, moved) {
    const { width, height } = gridOf(shape);
    const place = (/** @type {number} */ cell) => ({
        x: CELL * ((cell % width) + 0.5),
        y: CELL * (Math.floor(cell / width) + 0.5),
    });
    const men = [...cells].map((man, cell) => {
        const { x, y } = place(cell);
        return man === MEN.empty
            ? svg("circle", { cx: x, cy: y, r: HOLE, class: "hole" })
            : svg("g", { transform: `translate(${x} ${y})` }, disc(ownerOf(man)));
    });
    return picture(width * CELL, height * CELL, "plate", [...men, ...marks(moved, place)]);
}

/**
 * @param {Shape} shape
 * @param {string} cells
 * @param {number | null} moved
 */
function pointsPicture(shape, cells, moved) {
    const place = (/** @type {number} */ point) => {
        const { x, y } = fromMiddle(shape, point);
        return { x: SIZE / 2 + STEP * x, y: SIZE / 2 + STEP * y };
    };
    const lines = svg("g", { class: "lines" }, ...linesOf(shape, place).map((line) => svg("line", line)));
    const men = [...cells].flatMap((man, point) => {
        const { x, y } = place(point);
        const here = `translate(${x} ${y}) scale(1.2)`;
        return man === MEN.empty ? [] : [svg("g", { transform: here }, morrisMan(ownerOf(man)))];
    });
    return picture(SIZE, SIZE, "wood", [lines, ...men, ...marks(moved, place)]);
}

/** @param {number | null} moved @param {(place: number) => { x: number, y: number }} at */
const marks = (moved, at) =>
    moved === null ? [] : [svg("circle", { cx: at(moved).x, cy: at(moved).y, r: HOLE, class: "moved" })];

/** @param {number} width @param {number} height @param {string} ground @param {SVGElement[]} content */
const picture = (width, height, ground, content) =>
    svg(
        "svg",
        { viewBox: `0 0 ${width} ${height}`, class: "thumbnail", "aria-hidden": "true" },
        svg("rect", { width, height, rx: 40, class: ground }),
        ...content,
    );
