// What a sentence about a position highlights: rings around places, lines through fours and mills, dashed rings where
// men would go.

import { svg } from "../app/dom.js";

/**
 * Places by their number, as in `State.cells`.
 * @typedef {object} Light
 * @property {number[]} cells
 * @property {number[][]} lines
 * @property {number[]} moves where men would go or come from
 */

/**
 * Each stroke is drawn twice, dark under bright, to be visible on every colour.
 * @param {Light | null} light
 * @param {(cell: number) => { x: number, y: number }} at
 * @param {number} radius
 * @returns {SVGElement[]}
 */
export function drawLight(light, at, radius) {
    if (!light) return [];
    const { cells, lines, moves } = light;
    const ring = (/** @type {number} */ cell, /** @type {string} */ name) =>
        svg("circle", { cx: at(cell).x, cy: at(cell).y, r: radius, class: name, "data-cell": cell });
    const through = (/** @type {number[]} */ line, /** @type {string} */ name) => {
        const points = line.map(at).map(({ x, y }) => `${x},${y}`);
        return svg("polyline", { points: points.join(" "), class: name, "data-line": line.join(" ") });
    };
    const drawn = (/** @type {string} */ layer) => [
        ...lines.map((line) => through(line, `light-line ${layer}`)),
        ...moves.filter((cell) => !cells.includes(cell)).map((cell) => ring(cell, `light-move ${layer}`)),
        ...cells.map((cell) => ring(cell, `light-cell ${layer}`)),
    ];
    return [...drawn("under"), ...drawn("over")];
}
