// The moves of a game as a tree: nothing is lost but on purpose, and text keeps all of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MoveTree, readGameText, readTree } from "../../crates/zwick-server/page/app/tree.js";

const treeOf = (...lines) => {
    const tree = new MoveTree();
    for (const line of lines) tree.add(line.split(""));
    return tree;
};

test("another move at an earlier place stands beside the first one", () => {
    const tree = treeOf("4455", "443", "47");
    assert.deepEqual(tree.main, ["4", "4", "5", "5"]);
    assert.deepEqual(
        tree.lines.map((line) => line.join("")),
        ["4455", "443", "47"],
    );
    assert.equal(tree.isVariation([..."4455"]), false);
    assert.equal(tree.isVariation([..."443"]), true);
    assert.deepEqual(tree.through(["4"]), ["4", "4", "5", "5"]);
    assert.equal(tree.find([..."446"]), null);
});

test("a variation is promoted where it begins, and the old line stays beside it", () => {
    const tree = treeOf("4455", "4436", "44361");
    tree.promote([..."44361"]);
    assert.equal(tree.main.join(""), "44361");
    assert.deepEqual(
        tree.lines.map((line) => line.join("")),
        ["44361", "4455"],
    );
    tree.promote(tree.main);
    assert.equal(tree.main.join(""), "44361", "the main line has nothing above it");
});

test("deleting takes one move with all that follows, and nothing else", () => {
    const tree = treeOf("4455", "443", "44577");
    tree.remove([..."445"]);
    assert.deepEqual(
        tree.lines.map((line) => line.join("")),
        ["443"],
    );
    tree.remove([]);
    assert.equal(tree.main.join(""), "443", "the first position cannot be deleted");
});

test("it is written as players write it", () => {
    const tree = treeOf("4455", "4436", "47");
    tree.say([..."443"], "sharper");
    tree.say([], "a lesson");
    assert.equal(tree.text, "{a lesson} 1. 4 4 (1... 7) 2. 5 (2. 3 {sharper} 2... 6) 2... 5");
});

test("move numbers, results and line breaks change nothing", () => {
    const tree = readTree("1.4 4\n2. 5 {good\n one} (2. 3 3) 2... 5 1/2-1/2");
    assert.equal(tree.text, "1. 4 4 2. 5 {good one} (2. 3 3) 2... 5");
    assert.equal(readTree("").isEmpty, true);
});

test("what does not fit together is no tree", () => {
    for (const text of ["(4)", "4 (", "4 )", "4 {open", "4 (3", "4 } 3"]) assert.equal(readTree(text), null, text);
});

/** Numbers from a seed, the same on every machine. */
function* numbers(seed) {
    for (let state = seed; ; ) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        yield state >>> 16;
    }
}

test("random trees with any comments are read back as they were written", () => {
    const random = numbers(7);
    const below = (limit) => random.next().value % limit;
    const SIGNS = [...'ab {}()\\"1.*–ß'];
    for (let round = 0; round < 300; round += 1) {
        const tree = new MoveTree();
        for (let line = below(6); line >= 0; line -= 1) {
            const moves = Array.from({ length: below(7) }, () => ["1", "10", "a1-a4xd7", "d6"][below(4)]);
            tree.add(moves);
            if (below(2)) tree.say(moves, Array.from({ length: below(9) }, () => SIGNS[below(SIGNS.length)]).join(""));
        }
        const { text } = tree;
        const again = readTree(text);
        assert.ok(again, text);
        assert.equal(again.text, text);
        assert.deepEqual(again.lines, tree.lines, text);
    }
});

test("tags stand before the moves", () => {
    const { tags, moves } = readGameText('[Game "morris"]\n[First "A \\"B\\""]\n\n1. d6 f4 *\n');
    assert.deepEqual(
        [...tags],
        [
            ["Game", "morris"],
            ["First", 'A "B"'],
        ],
    );
    assert.equal(moves, "1. d6 f4 *");
    assert.equal(readGameText("1. 4 4").moves, "1. 4 4");
});
