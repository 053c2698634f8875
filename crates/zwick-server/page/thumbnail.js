// A position as a small picture, for lists of positions.

import { columns, isConnectFour } from "./address.js";
import { disc } from "./board-connect-four.js";
import { morrisMan } from "./board-morris.js";
import { svg } from "./dom.js";
import { POINTS, lines, parts, pointNumber } from "./morris-points.js";

const CELL = 100;
const HOLE = 44;
const STEP = 96;
const SIZE = 7 * STEP + 20;

/**
 * @param {string} game
 * @param {string} cells as in a state
 * @param {string | null} [move] the move that led here, whose man is marked
 */
export function thumbnail(game, cells, move = null) {
    return isConnectFour(game) ? columnsPicture(columns(game), cells, move) : pointsPicture(game, cells, move);
}

/**
 * @param {number} width
 * @param {string} cells
 * @param {string | null} move
 */
function columnsPicture(width, cells, move) {
    const height = cells.length / width;
    const place = (/** @type {number} */ cell) => ({ x: CELL * ((cell % width) + 0.5), y: CELL * (Math.floor(cell / width) + 0.5) });
    const last = move === null ? -1 : [...cells].findIndex((man, cell) => man !== "." && (cell % width) + 1 === Number(move));
    const picture = svg("svg", { viewBox: `0 0 ${width * CELL} ${height * CELL}`, class: "thumbnail", "aria-hidden": "true" });
    picture.append(svg("rect", { width: width * CELL, height: height * CELL, rx: 40, class: "plate" }));
    [...cells].forEach((man, cell) => {
        const { x, y } = place(cell);
        picture.append(man === "." ? svg("circle", { cx: x, cy: y, r: HOLE, class: "hole" }) : svg("g", { transform: `translate(${x} ${y})` }, disc(man === "X" ? "first" : "second")));
    });
    if (last >= 0) picture.append(svg("circle", { cx: place(last).x, cy: place(last).y, r: HOLE, class: "moved" }));
    return picture;
}

/**
 * @param {string} game
 * @param {string} cells
 * @param {string | null} move
 */
function pointsPicture(game, cells, move) {
    const place = (/** @type {number} */ point) => ({ x: SIZE / 2 + STEP * (POINTS[point].file - 3), y: SIZE / 2 - STEP * (POINTS[point].rank - 3) });
    const picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, class: "thumbnail", "aria-hidden": "true" }, svg("rect", { width: SIZE, height: SIZE, rx: 40, class: "wood" }));
    const drawn = lines(game.includes("morabaraba")).map(([from, to]) => svg("line", { x1: place(from).x, y1: place(from).y, x2: place(to).x, y2: place(to).y }));
    picture.append(svg("g", { class: "lines" }, ...drawn));
    [...cells].forEach((man, point) => {
        const { x, y } = place(point);
        if (man !== ".") picture.append(svg("g", { transform: `translate(${x} ${y}) scale(1.2)` }, morrisMan(man === "W" ? "first" : "second")));
    });
    const last = move === null ? -1 : pointNumber(parts(move).to);
    if (last >= 0) picture.append(svg("circle", { cx: place(last).x, cy: place(last).y, r: HOLE, class: "moved" }));
    return picture;
}
