// Where the places of a board are, from the shape that the server sends.

/** @typedef {import("../app/api.js").Shape} Shape */
/** @typedef {{ x: number, y: number }} Spot */

/** The first and the second side's men in the cells of a state, and none. */
export const MEN = { first: "1", second: "2", empty: "." };

/** Whose man stands on a cell that is not empty. @param {string} cell @returns {import("../app/api.js").Side} */
export const ownerOf = (cell) => (cell === MEN.first ? "first" : "second");

/** Columns and rows; none of a board with points. @param {Shape} shape */
export const gridOf = (shape) => (shape.kind === "grid" ? shape : { width: 0, height: 0 });

/** The points by number; none of a grid. @param {Shape} shape */
export const pointsOf = (shape) => (shape.kind === "points" ? shape.points : []);

/** How many files and ranks a board of points has. @param {Shape} shape */
export const filesOf = (shape) => 1 + Math.max(...pointsOf(shape).map(({ x }) => x));

/**
 * Where a point is drawn, to the right of the middle and below it. However many points a board has, it is six steps wide.
 * @param {Shape} shape
 * @param {number} point
 * @returns {Spot}
 */
export function fromMiddle(shape, point) {
    const step = 6 / (filesOf(shape) - 1);
    const { x, y } = pointsOf(shape)[point];
    return { x: step * x - 3, y: step * y - 3 };
}

/**
 * The lines between points, as the ends of each.
 * @param {Shape} shape
 * @param {(point: number) => Spot} at
 */
export const linesOf = (shape, at) =>
    (shape.kind === "points" ? shape.lines : []).map(([a, b]) => {
        const [from, to] = [at(a), at(b)];
        return { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    });

/**
 * The lines of three points: the mills.
 * @param {Shape} shape
 * @returns {number[][]}
 */
export const millsOf = (shape) =>
    (shape.kind === "points" ? shape.lines : []).map(([a, b]) => {
        const [from, to] = [pointsOf(shape)[a], pointsOf(shape)[b]];
        const middle = pointsOf(shape).findIndex(({ x, y }) => 2 * x === from.x + to.x && 2 * y === from.y + to.y);
        return [a, middle, b];
    });
