// The tutorial of Connect Four. The person plays Red.

const GAME = "connect-four";

/** @type {import("./steps.js").Step[]} */
export const CONNECT_FOUR = [
    { id: "drop", tasks: [{ game: GAME, goal: "place", right: ["4"], reply: ["4"] }] },
    { id: "row", tasks: [{ game: GAME, moves: "2 1 3 2 4 3", goal: "four", right: ["5"] }] },
    { id: "column", tasks: [{ game: GAME, moves: "6 5 6 5 6 2", goal: "four", right: ["6"] }] },
    {
        id: "diagonal",
        tasks: [{ game: GAME, start: "7/7/7/2XO3/1XOX3/XOXO1O1 X", goal: "four", right: ["4"] }],
    },
    {
        id: "block",
        tasks: [{ game: GAME, moves: "3 4 4 5 5 6", goal: "block", right: ["7"], refute: { else: "7" } }],
    },
    {
        id: "first",
        tasks: [{ game: GAME, moves: "2 4 2 5 2 6", goal: "four", right: ["2"], refute: { 7: "3", else: "7" } }],
    },
    {
        id: "full",
        tasks: [
            { game: GAME, moves: "4 4 4 4 4 4", goal: "any", right: ["1", "2", "3", "5", "6", "7"], reply: ["3", "5"] },
        ],
    },
    {
        id: "double",
        tasks: [
            { game: GAME, moves: "4 4 3 1", goal: "two-threats", right: ["5"], reply: ["6"] },
            { goal: "four", right: ["2"] },
        ],
    },
    {
        id: "above",
        tasks: [
            {
                game: GAME,
                start: "7/7/7/7/XOOO3/XXOX3 X",
                goal: "no-gift",
                right: ["1", "2", "3", "4", "6", "7"],
                reply: ["6", "7"],
                refute: { else: "5" },
            },
        ],
    },
    {
        id: "full-board",
        tasks: [
            {
                game: GAME,
                start: "XX1O1OO/XOXOOXX/XXOXXOO/OXOXOXX/XOOOXXO/OOXOOXX X",
                goal: "block",
                right: ["5"],
                reply: ["3"],
                refute: { else: "5" },
            },
        ],
    },
    {
        id: "sizes",
        tasks: [
            { game: "connect-four:5x4", moves: "2 2 3 3", goal: "two-threats", right: ["4"], reply: ["5"] },
            { goal: "four", right: ["1"] },
        ],
    },
];
