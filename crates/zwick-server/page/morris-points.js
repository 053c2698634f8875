// The 24 points of the morris board: each ring clockwise from its top left corner, the outer ring first.

const RING = [[-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0]];

/** Files from the left and ranks from the bottom, both 0 to 6. */
export const POINTS = Array.from({ length: 24 }, (_, number) => {
    const size = 3 - Math.floor(number / 8);
    const [right, up] = RING[number % 8];
    const [file, rank] = [3 + right * size, 3 + up * size];
    return { file, rank, name: `${"abcdefg"[file]}${rank + 1}` };
});

/** @param {string} name */
export const pointNumber = (name) => POINTS.findIndex((point) => point.name === name);

/**
 * Lines to draw, as pairs of points.
 * @param {boolean} hasDiagonals
 * @returns {[number, number][]}
 */
export function lines(hasDiagonals) {
    /** @type {[number, number][]} */
    const sides = [0, 8, 16].flatMap((ring) => [0, 2, 4, 6].map((corner) => /** @type {[number, number]} */ ([ring + corner, ring + ((corner + 2) % 8)])));
    /** @type {[number, number][]} */
    const across = (hasDiagonals ? [0, 1, 2, 3, 4, 5, 6, 7] : [1, 3, 5, 7]).map((spoke) => [spoke, 16 + spoke]);
    return [...sides, ...across];
}

/**
 * A move as its parts: `a4-a7xb6`, `d6`, `d7xa1`.
 * @param {string} text
 */
export function parts(text) {
    const [, from, to, take] = /^(?:([a-g][1-7])-)?([a-g][1-7])(?:x([a-g][1-7]))?$/.exec(text) ?? [];
    return { text, from: from ?? null, to: to ?? "", take: take ?? null };
}
