// What a sentence about a position highlights: rings around places, lines through fours and mills, dashed rings where
// men would go.

import { svg } from "../app/dom.js";

/**
 * Places by their number, as in `State.cells`.
 * @typedef {object} Light
 * @property {number[]} cells
 * @property {number[][]} lines
 * @property {number[]} moves where men would go or come from
 * @property {number[]} [area] where to look: a dotted line around these places
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
    const { cells, lines, moves, area = [] } = light;
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
    return [...around(area.map(at), radius), ...drawn("under"), ...drawn("over")];
}

/** @param {{ x: number, y: number }[]} places @param {number} radius */
function around(places, radius) {
    if (places.length === 0) return [];
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const away = radius + 8;
    const box = {
        x: Math.min(...xs) - away,
        y: Math.min(...ys) - away,
        width: Math.max(...xs) - Math.min(...xs) + 2 * away,
        height: Math.max(...ys) - Math.min(...ys) + 2 * away,
        rx: away,
    };
    return ["light-area under", "light-area"].map((name) => svg("rect", { ...box, class: name }));
}
