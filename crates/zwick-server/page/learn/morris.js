// The tutorial of Nine Men's Morris. The person plays White.

const GAME = "morris";

/** @type {import("./steps.js").Step[]} */
export const MORRIS = [
    {
        id: "place",
        tasks: [{ game: GAME, goal: "place", right: ["d6", "f4", "d2", "b4"], reply: ["d2", "d6"] }],
    },
    {
        id: "mill",
        tasks: [{ game: GAME, start: "WW6/3B2B1/8 W 7 7", goal: "mill", right: ["g7"] }],
    },
    {
        id: "take",
        tasks: [{ game: GAME, start: "2W1B3/1B3WW1/B2W2BB W 4 4", goal: "mill", right: ["f2"] }],
    },
    {
        id: "move",
        tasks: [{ game: GAME, start: "3W1WW1/1BW1B2B/W3B1B1 W 0 0", goal: "mill", right: ["g4-g1"] }],
    },
    {
        id: "again-and-again",
        tasks: [
            {
                game: GAME,
                start: "WWW1B3/3BW1W1/4B1BB W 0 0",
                goal: "open",
                right: ["d7-d6", "a7-a4", "g7-g4"],
                reply: ["e3-e4"],
            },
            { goal: "mill", right: ["d6-d7", "a4-a7", "g4-g7"] },
        ],
    },
    {
        id: "zwick",
        tasks: [
            {
                game: GAME,
                start: "WWW1B3/W1W3B1/4B1BB W 0 0",
                goal: "mill",
                right: ["d7-d6"],
                reply: ["g1-d1", "e3-e4"],
            },
            { goal: "mill", right: ["d6-d7"] },
        ],
    },
    {
        id: "jump",
        tasks: [{ game: GAME, start: "1B2W3/3BB2B/W1W1B3 W 0 0", goal: "mill", right: ["g1-d5"] }],
    },
    {
        id: "two",
        tasks: [{ game: GAME, start: "2B1W2W/W2B2W1/1B6 W 0 0", goal: "win", right: ["a4-b4"] }],
    },
    {
        id: "blocked",
        tasks: [{ game: GAME, start: "BBW3WB/WW4WB/6W1 W 0 0", goal: "win", right: ["c3-c4"] }],
    },
    {
        id: "repeat",
        tasks: [
            {
                game: GAME,
                start: "3W2W1/2BB1B2/W1W1B1B1 W 0 0",
                moves: "a1-a4 e3-e4 a4-a7 e4-e3 a7-a4 e3-e4 a4-a7 e4-e3",
                goal: "draw",
                right: ["a7-a4"],
            },
        ],
    },
    {
        id: "rules",
        tasks: [
            { game: "morris:morabaraba", start: "W2B4/W4B2/8 W 10 10", goal: "mill", right: ["c5"] },
            {
                game: "morris:lasker",
                start: "WW1W4/4B1B1/4B3 W 7 7",
                goal: "mill",
                right: ["g4-g7"],
                why: { g7: "hand" },
            },
            { game: "morris:no-flying", start: "1B6/1W1BB2B/W1W1B3 W 0 0", goal: "mill", right: ["d6-d5"] },
        ],
    },
];
