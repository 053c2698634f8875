// What is on the page of a game: its moves as a tree, the line and the ply shown, its players and seats, and what follows from that.

import { keep, keptGame, newKey } from "./kept.js";
import { recall } from "./memory.js";
import { MoveTree } from "./tree.js";

/** @typedef {import("./api.js").Players} Players */
/** @typedef {import("./api.js").Side} Side */
/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Tokens} Tokens */
/** @typedef {import("./address.js").Place} Place */
/** @typedef {import("../boards/clock.js").Clock} Clock */
/** @typedef {import("./thought.js").Thought} Thought */
/** What one side may ask the other for. @typedef {"undo" | "draw" | "lesson" | "rematch"} Wish */

export const PERSON = "person";

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "first" ? "second" : "first");

/** @type {Players} */
export const TWO_PEOPLE = { first: PERSON, second: PERSON };

/** The person at this page first, against the computer met last. @returns {Players} */
export function usualPlayers() {
    const { first, second } = recall("players", { first: PERSON, second: "level 5" });
    return { first: PERSON, second: [second, first].find((player) => player !== PERSON) ?? "level 5" };
}

/** Whether a line begins with these moves. @param {string[]} moves @param {string[]} line */
export const begins = (moves, line) => moves.length <= line.length && moves.every((move, ply) => move === line[ply]);

export class ShownGame extends EventTarget {
    game = "connect-four";
    /** Names it in this browser's list of games. */
    key = newKey();
    /** All moves played or read, also beside the line that is shown. */
    tree = new MoveTree();
    /** Counts games and lines opened, so that the browser's Back returns to the one before. */
    visit = 0;
    /** @type {string | null} the first position, if it is not the usual one */
    start = null;
    /** @type {string | null} when it is drawn without an end on the board, if not as usual */
    draws = null;
    /** @type {string[]} the line that is played, or shown */
    moves = [];
    /** @type {string[]} moves taken back, the next to redo first */
    undone = [];
    /** @type {Players} */
    players = usualPlayers();
    /** @type {string | null} its id on the server; none for a draft */
    id = null;
    /** @type {Tokens} */
    tokens = {};
    /** Whether it is a game of two people by link. */
    isShared = false;
    isConnected = true;
    /** @type {{ what: Wish, side: Side } | null} what a side asks the other for */
    wish = null;
    /** @type {Side | null} whose wish was refused since the last move */
    refused = null;
    /** Whether both have agreed to hints. */
    isLesson = false;
    /** @type {import("./api.js").Names} what the sides are called */
    names = { first: null, second: null };
    /** @type {import("./api.js").Present | null} who is here; null if that is not known */
    present = null;
    /** @type {(import("./api.js").Said & { at: number }) | null} what was said last, and when */
    said = null;
    /** @type {Side | null} who asks to delete the game */
    deleteAsked = null;
    /** Whether everyone may find the game in lists. */
    isListed = false;
    /** @type {Side | null} who wants that, and waits for the other side */
    listingAsked = null;
    /** @type {Clock | null} */
    clock = null;
    /** @type {{ id: string | null } | null} the game that follows this one */
    next = null;
    /** How many moves are shown. */
    view = 0;
    /** @type {null | "person" | "computer"} who is waited for */
    busy = null;
    /** Whether a change of the person at this page is on its way to the server. */
    get isSending() {
        return this.busy === "person";
    }

    /** Whether the computer is paused. */
    isPaused = false;
    /** @type {Thought | null} how the computer found the last move, if it did */
    lastFound = null;
    /** @type {Thought | null} the last move the computer found in this game */
    lastThought = null;

    /** @type {Map<number, State>} by the number of moves played */
    states = new Map();

    /** The position shown; null before the first answer of the server. */
    get state() {
        return this.states.get(this.view);
    }

    get isAtEnd() {
        return this.view === this.moves.length;
    }

    /** The place in the game shown. @returns {Place} */
    get place() {
        return this.placeAt(this.view);
    }

    /** @param {number} ply @returns {Place} */
    placeAt(ply) {
        return { game: this.game, start: this.start, moves: this.moves.slice(0, ply), draws: this.draws };
    }

    /** The side to move after this many moves. @param {number} ply @returns {Side} */
    turnAt(ply) {
        const [known, state] = this.states.entries().next().value ?? [0, undefined];
        const turn = state?.turn ?? "first";
        return (ply - known) % 2 === 0 ? turn : other(turn);
    }

    /** Which sides this page may move for. @param {Side} side */
    holds(side) {
        return this.id === null || this.tokens[side] !== undefined;
    }

    get isWatching() {
        return this.id !== null && !this.holds("first") && !this.holds("second");
    }

    /** This page's side in a game of two; null if both are played here. @returns {Side | null} */
    get ownSide() {
        if (!this.isShared || this.isWatching || (this.holds("first") && this.holds("second"))) return null;
        return this.holds("first") ? "first" : "second";
    }

    /** Whether the game has ended, whatever place of it is shown. */
    get isOver() {
        return Boolean(this.#end?.over);
    }

    /** Whether two people play who may not be helped. */
    get isWithoutHelp() {
        return this.isShared && !this.isLesson && !this.isOver;
    }

    /** Whether a move can be made on the board now. */
    get canMove() {
        const state = this.state;
        if (!state || state.over || this.busy) return false;
        if (!this.isAtEnd) return !this.isShared;
        return this.holds(state.turn) && (this.players[state.turn] === PERSON || this.isPaused);
    }

    /** How the computer found the move that led to the position shown, if it did. */
    get thought() {
        return this.isAtEnd && this.lastFound?.ply === this.view ? this.lastFound : null;
    }

    get isComputersTurn() {
        const state = this.state;
        return (
            state !== undefined &&
            !state.over &&
            this.isAtEnd &&
            this.players[state.turn] !== PERSON &&
            this.holds(state.turn)
        );
    }

    /** Whether nothing has been played yet. */
    get isFresh() {
        return this.id === null && this.start === null && this.tree.isEmpty;
    }

    /** Whether somebody would miss it: it was begun here and has no end. */
    get isUnfinished() {
        return this.moves.length > 0 && !this.isWatching && keptGame(this.key) !== null && !this.#end?.over;
    }

    /** The position after the last move, if it is known. */
    get #end() {
        return this.states.get(this.moves.length);
    }

    /** Keeps the game in this browser's list, unless one only watches. */
    keep() {
        if (this.isWatching) return;
        const { key, game, start, draws, players, tree, moves: line, id, isShared, ownSide: side } = this;
        const end = this.#end?.over;
        const over = end ? { winner: end.winner } : null;
        const updated = Date.now();
        keep({ key, game, start, draws, players, tree: tree.text, line, id, isShared, side, over, updated });
    }
}
