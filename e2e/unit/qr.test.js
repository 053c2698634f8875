// QR codes: figures that the standard and its textbooks publish, and a reader that undoes every step by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkWords, formatBits, qrCode, versionBits } from "../../crates/zwick-server/page/play/qr.js";

test("check words are those of the textbook's HELLO WORLD at level M", () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    assert.deepEqual(checkWords(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test("format and version bits are those of the standard's tables", () => {
    const formats = ["101010000010010", "101000100100101", "101111001111100", "101101101001011"];
    formats.push("100010111111001", "100000011001110", "100111110010111", "100101010100000");
    assert.deepEqual(
        [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => formatBits(mask).toString(2)),
        formats,
    );
    assert.equal(versionBits(7).toString(2).padStart(18, "0"), "000111110010010100");
    assert.equal(versionBits(8).toString(2).padStart(18, "0"), "001000010110111100");
});

test("a code begins with the patterns that cameras look for", () => {
    const rows = qrCode("https://example.org").map((row) => row.map((isDark) => (isDark ? "#" : ".")).join(""));
    const finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
    assert.deepEqual(
        rows.slice(0, 7).map((row) => row.slice(0, 7)),
        finder,
    );
    assert.deepEqual(
        rows.slice(0, 7).map((row) => row.slice(-7)),
        finder,
    );
    assert.deepEqual(
        rows.slice(-7).map((row) => row.slice(0, 7)),
        finder,
    );
    assert.match(rows[6].slice(6, -6), /^(#\.)+#$/);
});

const EXP = [1];
while (EXP.length < 255) EXP.push(EXP.at(-1) < 128 ? EXP.at(-1) * 2 : (EXP.at(-1) * 2) ^ 0x11d);
const LOG = new Map(EXP.map((value, power) => [value, power]));
const product = (a, b) => (a === 0 || b === 0 ? 0 : EXP[(LOG.get(a) + LOG.get(b)) % 255]);

/** Check words of a block, and the lengths of the data blocks, by version, from the standard's table for level M. */
const TABLE = {
    1: [10, [16]],
    2: [16, [28]],
    3: [26, [44]],
    4: [18, [32, 32]],
    5: [24, [43, 43]],
    6: [16, [27, 27, 27, 27]],
    7: [18, [31, 31, 31, 31]],
    8: [22, [38, 38, 39, 39]],
    9: [22, [36, 36, 36, 37, 37]],
};
const ALIGNMENT = {
    1: [],
    2: [18],
    3: [22],
    4: [26],
    5: [30],
    6: [34],
    7: [6, 22, 38],
    8: [6, 24, 42],
    9: [6, 26, 46],
};
const INVERTED = {
    "000": (i, j) => (i + j) % 2,
    "001": (i) => i % 2,
    "010": (_, j) => j % 3,
    "011": (i, j) => (i + j) % 3,
    "100": (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
    "101": (i, j) => ((i * j) % 2) + ((i * j) % 3),
    "110": (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
    "111": (i, j) => (((i * j) % 3) + ((i + j) % 2)) % 2,
};

/** Whether a module belongs to a pattern, not to the data. */
function isPattern(version, i, j) {
    const size = 17 + 4 * version;
    const isCorner = (i < 9 && j < 9) || (i < 9 && j >= size - 8) || (i >= size - 8 && j < 9);
    const isVersion = version >= 7 && ((i < 6 && j >= size - 11) || (j < 6 && i >= size - 11));
    const near = (centre, at) => Math.abs(centre - at) <= 2;
    const free = (a, b) => !(a === 6 && b === 6) && !(a === 6 && b === size - 7) && !(a === size - 7 && b === 6);
    const centres = ALIGNMENT[version];
    const isAlignment = centres.some((a) => near(a, i) && centres.some((b) => near(b, j) && free(a, b)));
    return isCorner || isVersion || isAlignment || i === 6 || j === 6;
}

/** What a code says. */
function read(code) {
    const size = code.length;
    const version = (size - 17) / 4;
    const bit = (i, j) => (code[i][j] ? 1 : 0);
    const format = [0, 1, 2, 3, 4, 5, 7, 8].map((j) => bit(8, j)).join("");
    const mask = (Number.parseInt(format.slice(0, 5), 2) ^ 0b10101).toString(2).padStart(5, "0");
    assert.equal(mask.slice(0, 2), "00", "level M");
    const again = [1, 2, 3, 4, 5].map((i) => bit(size - i, 8)).join("");
    assert.equal(again, format.slice(0, 5), "both copies of the format say the same");
    let bits = "";
    for (let right = size - 1, upwards = true; right >= 1; right -= 2, upwards = !upwards) {
        if (right === 6) right = 5;
        for (let step = 0; step < size; step += 1)
            for (const j of [right, right - 1]) {
                const i = upwards ? size - 1 - step : step;
                if (!isPattern(version, i, j)) bits += bit(i, j) ^ (INVERTED[mask.slice(2)](i, j) === 0 ? 1 : 0);
            }
    }
    const words = bits.match(/.{8}/g).map((word) => Number.parseInt(word, 2));
    const [checks, lengths] = TABLE[version];
    const blocks = lengths.map(() => []);
    let at = 0;
    for (let i = 0; i < Math.max(...lengths); i += 1)
        for (const [k, length] of lengths.entries()) if (i < length) blocks[k].push(words[at++]);
    const data = blocks.flatMap((block) => [...block]);
    for (let i = 0; i < checks; i += 1) for (const block of blocks) block.push(words[at++]);
    for (const block of blocks)
        for (let power = 0; power < checks; power += 1)
            assert.equal(
                block.reduce((sum, word) => product(sum, EXP[power]) ^ word, 0),
                0,
                "a block without errors",
            );
    const stream = data.map((word) => word.toString(2).padStart(8, "0")).join("");
    assert.equal(stream.slice(0, 4), "0100", "bytes");
    const length = Number.parseInt(stream.slice(4, 12), 2);
    const bytes = stream.slice(12, 12 + 8 * length).match(/.{8}/g) ?? [];
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)));
}

test("every length that fits reads back, in every version", () => {
    const versions = new Set();
    for (let length = 0; length <= 180; length += 1) {
        const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7 + length) % 90))).join("");
        const code = qrCode(text);
        versions.add(code.length);
        assert.equal(read(code), text);
    }
    assert.equal(versions.size, 9);
    assert.equal(qrCode("x".repeat(181)), null, "what is too long has no code");
});

test("every mask reads back, and so do letters beyond ASCII", () => {
    const link = "https://zwickmühle.example/#/game/k3v9q2m8x7c4d/second/00112233445566778899aabbccddeeff";
    for (let mask = 0; mask < 8; mask += 1) assert.equal(read(qrCode(link, mask)), link);
});
