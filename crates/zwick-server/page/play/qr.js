// QR codes (ISO/IEC 18004), as far as a link needs them: bytes, versions 1 to 9, error correction of level M.
//
// Data words in blocks, each with the check words of a Reed-Solomon code over the field with 256 elements; interleaved, laid out in a
// zigzag of two columns from the lower right, and masked by that of eight patterns that looks least like the finder patterns.

/** Of each version from 1: the check words of a block, and the number of blocks. */
const BLOCKS = [
    [10, 1],
    [16, 1],
    [26, 1],
    [18, 2],
    [24, 2],
    [16, 4],
    [18, 4],
    [22, 4],
    [22, 5],
];
/** All words of a version. */
const WORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292];
/** Where the centres of alignment patterns are, in both directions. */
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]];
/** Bits of the mode and of the length before the data. */
const HEAD = 12;

/** @type {((row: number, column: number) => boolean)[]} which modules a mask inverts */
const MASKS = [
    (row, column) => (row + column) % 2 === 0,
    (row) => row % 2 === 0,
    (_, column) => column % 3 === 0,
    (row, column) => (row + column) % 3 === 0,
    (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
    (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
    (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
    (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The product of two elements of the field. @param {number} a @param {number} b */
function times(a, b) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit -= 1) {
        product = (product << 1) ^ ((product >> 7) * 0x11d);
        product ^= ((b >> bit) & 1) * a;
    }
    return product;
}

/** The check words of a block. @param {number[]} data @param {number} count */
export function checkWords(data, count) {
    let generator = [1];
    for (let i = 0, root = 1; i < count; i += 1, root = times(root, 2))
        generator = [...generator, 0].map((term, at) => term ^ times(generator[at - 1] ?? 0, root));
    /** @type {number[]} */
    let rest = Array(count).fill(0);
    for (const word of data) {
        const factor = word ^ rest[0];
        rest = [...rest.slice(1), 0].map((term, at) => term ^ times(generator[at + 1], factor));
    }
    return rest;
}

/** The remainder of some bits after division by a polynomial, appended to them. @param {number} bits @param {number} polynomial */
function withRemainder(bits, polynomial) {
    const length = 31 - Math.clz32(polynomial);
    let rest = bits << length;
    while (31 - Math.clz32(rest) >= length) rest ^= polynomial << (31 - Math.clz32(rest) - length);
    return (bits << length) | rest;
}

/** The fifteen bits that name level M and a mask. @param {number} mask */
export const formatBits = (mask) => withRemainder(mask, 0x537) ^ 0x5412;

/** The eighteen bits that name a version from 7. @param {number} version */
export const versionBits = (version) => withRemainder(version, 0x1f25);

/** Data and check words of all blocks, in the order in which they are drawn. @param {number[]} data @param {number} version */
function interleaved(data, version) {
    const [checks, count] = BLOCKS[version - 1];
    const short = Math.floor(data.length / count);
    const firstLong = count - (data.length % count);
    /** @type {number[][]} */
    const blocks = [];
    for (let at = 0; blocks.length < count; ) {
        const length = short + (blocks.length >= firstLong ? 1 : 0);
        blocks.push(data.slice(at, at + length));
        at += length;
    }
    const across = (/** @type {number[][]} */ rows) =>
        Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, i) => rows.map((row) => row[i]))
            .flat()
            .filter((word) => word !== undefined);
    return [...across(blocks), ...across(blocks.map((block) => checkWords(block, checks)))];
}

/** The bytes as data words of a version, with mode, length, end and padding. @param {Uint8Array} bytes @param {number} count */
function dataWords(bytes, count) {
    const bits = [(0b0100 << 8) | bytes.length, ...bytes]
        .map((value, i) => value.toString(2).padStart(i === 0 ? HEAD : 8, "0"))
        .join("");
    const words = `${bits}0000`.match(/.{8}/g)?.map((word) => Number.parseInt(word, 2)) ?? [];
    for (let i = 0; words.length < count; i += 1) words.push(i % 2 === 0 ? 0xec : 0x11);
    return words;
}

/** Modules, dark or not; null where data will be. */
class Grid {
    /** @param {number} version */
    constructor(version) {
        this.version = version;
        this.size = 17 + 4 * version;
        /** @type {(boolean | null)[][]} */
        this.modules = Array.from({ length: this.size }, () => Array(this.size).fill(null));
        this.#drawPatterns();
    }

    #drawPatterns() {
        const { size, version } = this;
        for (let i = 0; i < size; i += 1) {
            this.modules[6][i] = i % 2 === 0;
            this.modules[i][6] = i % 2 === 0;
        }
        for (const [row, column] of [
            [3, 3],
            [3, size - 4],
            [size - 4, 3],
        ])
            this.#drawRings(row, column, 4, [2, 4]);
        const centres = CENTRES[version - 1];
        const last = centres.length - 1;
        for (const [i, row] of centres.entries())
            for (const [j, column] of centres.entries()) {
                const isFinder = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
                if (!isFinder) this.#drawRings(row, column, 2, [1]);
            }
        this.drawFormat(0);
        if (version < 7) return;
        const bits = versionBits(version);
        for (let i = 0; i < 18; i += 1) {
            const [long, short, isDark] = [Math.floor(i / 3), size - 11 + (i % 3), ((bits >> i) & 1) === 1];
            this.modules[long][short] = isDark;
            this.modules[short][long] = isDark;
        }
    }

    /**
     * Square rings around a centre, all dark but some.
     * @param {number} row @param {number} column @param {number} radius @param {number[]} light
     */
    #drawRings(row, column, radius, light) {
        for (let y = -radius; y <= radius; y += 1)
            for (let x = -radius; x <= radius; x += 1) {
                const line = this.modules[row + y];
                if (line?.[column + x] !== undefined)
                    line[column + x] = !light.includes(Math.max(Math.abs(x), Math.abs(y)));
            }
    }

    /** @param {number} mask */
    drawFormat(mask) {
        const { size, modules } = this;
        const bits = formatBits(mask);
        for (let i = 0; i < 15; i += 1) {
            const isDark = ((bits >> i) & 1) === 1;
            // Beside the finder patterns, without the timing patterns.
            const near = i < 6 ? [i, 8] : i < 8 ? [i + 1, 8] : i === 8 ? [8, 7] : [8, 14 - i];
            const far = i < 8 ? [8, size - 1 - i] : [size - 15 + i, 8];
            for (const [row, column] of [near, far]) modules[row][column] = isDark;
        }
        modules[size - 8][8] = true;
    }

    /** The free places in the order in which data is drawn. */
    places() {
        const { size, modules } = this;
        const places = [];
        for (let right = size - 1, isUp = true; right > 0; right -= right === 8 ? 3 : 2, isUp = !isUp)
            for (let i = 0; i < size; i += 1)
                for (const column of [right, right - 1]) {
                    const row = isUp ? size - 1 - i : i;
                    if (modules[row][column] === null) places.push([row, column]);
                }
        return places;
    }
}

/** How hard a code is to read. @param {boolean[][]} modules */
function penaltyOf(modules) {
    const size = modules.length;
    const columns = modules.map((_, i) => modules.map((row) => row[i]));
    let penalty = 0;
    for (const line of [...modules, ...columns]) {
        const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
        for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
        for (let i = 0; i + 11 <= size; i += 1)
            if (/^(?:10111010000|00001011101)/.test(text.slice(i, i + 11))) penalty += 40;
    }
    for (let row = 1; row < size; row += 1)
        for (let column = 1; column < size; column += 1) {
            const [a, b] = [modules[row][column], modules[row][column - 1]];
            if (a === b && a === modules[row - 1][column] && a === modules[row - 1][column - 1]) penalty += 3;
        }
    const dark = modules.flat().filter(Boolean).length / (size * size);
    return penalty + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/**
 * A text as a QR code: rows of modules, dark or not. None if it is too long.
 * @param {string} text
 * @param {number} [mask] the best one if left out
 * @returns {boolean[][] | null}
 */
export function qrCode(text, mask) {
    const bytes = new TextEncoder().encode(text);
    const room = (/** @type {number} */ i) => WORDS[i] - BLOCKS[i][0] * BLOCKS[i][1];
    const index = WORDS.findIndex((_, i) => 8 * bytes.length + HEAD + 4 <= 8 * room(i));
    if (index < 0) return null;
    const version = index + 1;
    const words = interleaved(dataWords(bytes, room(index)), version);
    const grid = new Grid(version);
    const places = grid.places();
    const drawn = (/** @type {number} */ mask) => {
        grid.drawFormat(mask);
        const modules = grid.modules.map((row) => row.map(Boolean));
        for (const [i, [row, column]] of places.entries()) {
            const isDark = (((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1;
            modules[row][column] = isDark !== MASKS[mask](row, column);
        }
        return modules;
    };
    if (mask !== undefined) return drawn(mask);
    const codes = MASKS.map((_, i) => drawn(i)).map((modules) => ({ modules, penalty: penaltyOf(modules) }));
    return codes.reduce((best, code) => (code.penalty < best.penalty ? code : best)).modules;
}
