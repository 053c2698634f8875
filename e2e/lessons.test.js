// The tutorials as the program sees them: every position is possible, and the moves accepted are those that do what the step teaches.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { placeOf, plain, STEPS } from "../crates/zwick-server/page/learn/steps.js";
import { Server } from "./harness.js";

const server = new Server();
before(() => server.start());
after(() => server.stop());

/** The position after these moves, as the program has it. */
async function at({ game, start, moves }, ...more) {
    const line = [...moves, ...more].join(" ");
    const query = new URLSearchParams(start ? { position: start, moves: line } : { position: line });
    const state = await server.ask(`/${game}/position?${query}`);
    assert.ok(state.legal, `${game} ${start} ${line}: ${state.detail}`);
    return state;
}

/** The moves with which the side to move wins at once. */
async function winning(place, ...more) {
    const { legal, turn } = await at(place, ...more);
    const ends = await Promise.all(legal.map((move) => at(place, ...more, move)));
    return legal.filter((_, i) => ends[i].over?.winner === turn);
}

/** The moves that fit, each asked of the program. */
async function those(moves, fits) {
    const found = await Promise.all(moves.map(fits));
    return [...new Set(moves.filter((_, i) => found[i]).map(plain))];
}

/** How many ways lead on from a point of morris: the moves of a man alone on the board that may only slide. */
async function waysFrom(point, { points }) {
    const cells = points.map((_, i) => (points[i].name === point ? "W" : "."));
    const rings = [0, 8, 16].map((first) => cells.slice(first, first + 8).join(""));
    const { touched } = await at({ game: "morris:lasker", start: `${rings.join("/")} W 9 9`, moves: [] });
    return touched.filter(({ from }) => from !== null).length;
}

/** The moves that reach a goal, without the men they take. */
const REACH = {
    "place": async (place) => {
        const { legal, shape } = await at(place);
        if (shape.kind === "grid") return [String((shape.width + 1) / 2)];
        const ways = await Promise.all(legal.map((point) => waysFrom(point, shape)));
        return legal.filter((_, i) => ways[i] === Math.max(...ways));
    },
    "four": (place) => winning(place),
    "win": async (place) => [...new Set((await winning(place)).map(plain))],
    "any": async (place) => (await at(place)).legal,
    "mill": async (place) => [...new Set((await at(place)).legal.filter((move) => move.includes("x")).map(plain))],
    "block": async (place) => those((await at(place)).legal, async (move) => (await winning(place, move)).length === 0),
    "no-gift": (place) => REACH.block(place),
    "draw": async (place) =>
        those((await at(place)).legal, async (move) => (await at(place, move)).over?.winner === null),
    // Whatever Yellow does, Red wins with its next man.
    "two-threats": async (place) =>
        those((await at(place)).legal, async (move) => {
            const { legal } = await at(place, move);
            const isLost = await Promise.all(legal.map(async (answer) => (await winning(place, move, answer)).length));
            return isLost.every((count) => count > 0);
        }),
    // The man comes out of a mill and back into it, whatever Black does.
    "open": async (place) =>
        those((await at(place)).legal, async (move) => {
            const [from, to] = move.split("-");
            const { legal } = await at(place, move);
            const returns = await Promise.all(
                legal.map(async (answer) =>
                    (await at(place, move, answer)).legal.some((one) => one.startsWith(`${to}-${from}x`)),
                ),
            );
            return returns.every(Boolean);
        }),
};

/** Every way through a step: its tasks with the places they are done at. */
async function* waysThrough(step, task = 0, before = null) {
    const { game, right, reply = [] } = step.tasks[task];
    const place = game === undefined ? before : placeOf(step.tasks[task]);
    yield { ...step.tasks[task], place };
    if (task + 1 === step.tasks.length) return;
    const { legal } = await at(place);
    for (const move of legal.filter((one) => right.includes(plain(one)))) {
        const answers = (await at(place, move)).legal;
        const answer = reply.filter((one) => answers.includes(one)).slice(0, 1);
        yield* waysThrough(step, task + 1, { ...place, moves: [...place.moves, move, ...answer] });
    }
}

for (const [game, steps] of Object.entries(STEPS)) {
    for (const step of steps) {
        test(`${game}, ${step.id}: the moves accepted are those that reach the goal`, async () => {
            const unused = new Set(step.tasks.flatMap(({ right }, task) => right.map((move) => `${task} ${move}`)));
            for await (const { goal, right, place, why = {}, refute, reply } of waysThrough(step)) {
                const state = await at(place);
                assert.equal(state.over, null);
                assert.equal(state.turn, "first", "the person plays the first side");
                const told = JSON.stringify(place);
                // With a sentence of its own, a move that reaches the goal may be refused: it is not what the step teaches.
                const legal = new Set(state.legal.map(plain));
                const accepted = [...right, ...Object.keys(why)].filter((move) => legal.has(move));
                assert.deepEqual(accepted.toSorted(), (await REACH[goal](place)).toSorted(), `${goal} at ${told}`);
                for (const task of step.tasks.keys()) for (const move of accepted) unused.delete(`${task} ${move}`);
                for (const move of state.legal) {
                    const next = await at(place, move);
                    const isRight = right.includes(plain(move));
                    if (isRight && reply)
                        assert.ok(
                            reply.some((one) => next.legal.includes(one)),
                            `${move} at ${told}`,
                        );
                    if (isRight || !refute) continue;
                    const answer = refute[move] ?? refute.else;
                    assert.equal((await at(place, move, answer)).over?.winner, "second", `${move}, then ${answer}`);
                }
            }
            assert.deepEqual([...unused], [], "every move accepted is possible");
        });
    }
}

const [drawn] = STEPS["connect-four"].find(({ id }) => id === "full-board").tasks;

test("the draw of Connect Four is one, and that of morris is the third time", async () => {
    const full = await at(placeOf(drawn), drawn.right[0], drawn.reply[0]);
    assert.deepEqual([full.over.winner, full.over.reason], [null, "board-full"]);
    const [task] = STEPS.morris.find(({ id }) => id === "repeat").tasks;
    const third = await at(placeOf(task), task.right[0]);
    assert.equal(third.over.reason, "repetition");
    assert.equal(third.draws, "repetition 50");
});

test("who has two men, or cannot move, has lost", async () => {
    for (const [id, reason] of [
        ["two", "too-few-men"],
        ["blocked", "no-move"],
    ]) {
        const [task] = STEPS.morris.find((step) => step.id === id).tasks;
        const { legal } = await at(placeOf(task));
        const move = legal.find((one) => task.right.includes(plain(one)));
        const { over } = await at(placeOf(task), move);
        assert.deepEqual([over.winner, over.reason], ["first", reason]);
    }
});

test("men in mills may be taken only if all stand in mills", async () => {
    // White closes the top line. Black has a mill, and in the second position another man.
    const taken = async (start) => {
        const { legal } = await at({ game: "morris", start, moves: [] });
        return legal.filter((move) => move.includes("x")).map((move) => move.split("x")[1]);
    };
    assert.deepEqual((await taken("WW6/8/B5BB W 5 5")).toSorted(), ["c3", "c4", "c5"]);
    assert.deepEqual(await taken("WW6/8/B3B1BB W 5 5"), ["e3"]);
});

test("with three men one jumps, unless the rules say otherwise", async () => {
    const start = "1B6/1W1BB2B/W1W1B3 W 0 0";
    const far = (state) => state.legal.some((move) => move.startsWith("d6-g1"));
    assert.ok(far(await at({ game: "morris", start, moves: [] })));
    assert.ok(!far(await at({ game: "morris:no-flying", start, moves: [] })));
});
