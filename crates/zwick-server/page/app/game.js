// The game on the page: its moves, the ply shown, its players, and the changes sent to the server.
//
// A game is a draft until its first change; then the server saves it. Another move at an earlier ply starts a new game
// from there, so no game is ever overwritten.

import { addressOf, liveAddress, readAddress } from "./address.js";
import { api } from "./api.js";
import { follow } from "./live.js";
import { forgetGame, keepGuest, keepSeat, keepTokens, recall, remember, tokensOf } from "./memory.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Players} Players */
/** @typedef {import("./api.js").Side} Side */
/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Tokens} Tokens */
/** @typedef {import("./address.js").Place} Place */
/**
 * @typedef {{ ply: number, player: string | null, move: string, milliseconds: number }} Thought a move found by the
 *     computer after so many moves: by a player, or as the best of all
 */

export const PERSON = "person";
/** Milliseconds to search for the best move. */
const FOR_BEST = 2500;

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "first" ? "second" : "first");

/** @param {Players} players @returns {Players} */
export const swapped = ({ first, second }) => ({ first: second, second: first });

/**
 * Dispatches `change` for every change, `problem` for refusals, and `gone` when the game was deleted elsewhere.
 */
export class GameOnPage extends EventTarget {
    game = "connect-four";
    /** @type {string | null} the first position, if it is not the usual one */
    start = null;
    /** @type {string[]} */
    moves = [];
    /** @type {string[]} moves taken back, the next to redo first */
    undone = [];
    /** @type {Players} */
    players = recall("players", { first: PERSON, second: "level 5" });
    /** @type {string | null} its id on the server; none for a draft */
    id = null;
    /** @type {Tokens} */
    tokens = {};
    /** Whether it is a game of two people by link. */
    isShared = false;
    isConnected = true;
    /** @type {Side | null} who asks to take a move back */
    undoAsked = null;
    /** @type {Side | null} who asks to delete the game */
    deleteAsked = null;
    /** Whether everyone may find the game in lists. */
    isListed = false;
    /** @type {Side | null} who wants that, and waits for the other side */
    listingAsked = null;
    /** Whether another game follows this one. */
    hasNext = false;
    /** How many moves are shown. */
    view = 0;
    /** @type {null | "person" | "computer"} who is waited for */
    busy = null;
    /** Whether the computer is paused. */
    isPaused = false;
    /** @type {Thought | null} the last change, if the computer found it */
    #thought = null;

    /** @type {Map<number, State>} by the number of moves played */
    #states = new Map();
    /** The number of the last known change. */
    #event = 0;
    /** @type {AbortController | null} */
    #thinking = null;
    /** @type {{ players: Players, before: Players } | null} who was last wished for */
    #wish = null;
    /** Requests are sent to the server one after another. */
    #told = Promise.resolve();
    /** Resolves once the server has answered the last request to delete a game. */
    #removal = Promise.resolve();
    #leave = () => {};
    #stateOf;

    /** @param {(place: Place) => Promise<State>} stateOf where positions come from */
    constructor(stateOf) {
        super();
        this.#stateOf = stateOf;
    }

    /** The position shown; null before the first answer of the server. */
    get state() {
        return this.#states.get(this.view);
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
        return { game: this.game, start: this.start, moves: this.moves.slice(0, ply) };
    }

    /** The side to move after this many moves. @param {number} ply @returns {Side} */
    turnAt(ply) {
        const [known, state] = this.#states.entries().next().value ?? [0, undefined];
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

    /** Whether a move can be made on the board now. */
    get canMove() {
        const state = this.state;
        if (!state || state.over || this.busy) return false;
        if (!this.isAtEnd) return !this.isShared;
        return this.holds(state.turn) && (this.players[state.turn] === PERSON || this.isPaused);
    }

    /** How the computer found the move that led to the position shown, if it did. */
    get thought() {
        return this.isAtEnd && this.#thought?.ply === this.view ? this.#thought : null;
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

    // ---- opening ----

    /** Opens what an address names. @param {string} hash */
    async open(hash) {
        const wanted = readAddress(hash);
        if ("id" in wanted) return this.#openLive(wanted);
        const current = recall("current", null);
        if (current && wanted.moves.length > 0) {
            const kept = await api.game(current).catch(() => null);
            if (
                kept &&
                !kept.shared &&
                addressOf({ game: kept.game, start: kept.start, moves: kept.moves }) === addressOf(wanted)
            ) {
                return this.#attach(kept, tokensOf(kept.id));
            }
        }
        // A position opened by address should be shown, not answered by the computer immediately.
        const isPlain = wanted.moves.length === 0 && !wanted.start;
        return this.begin(wanted, isPlain ? this.players : { first: PERSON, second: PERSON });
    }

    /** @param {{ id: string, seat: { side: Side, token: string } | null }} wanted */
    async #openLive({ id, seat }) {
        if (seat) {
            keepTokens(id, { [seat.side]: seat.token });
            keepSeat(id, seat.side);
        }
        await this.#attempt(async () => this.#attach(await api.game(id), tokensOf(id)));
    }

    /**
     * A new draft.
     * @param {Place} place
     * @param {Players} players
     */
    async begin(place, players) {
        this.stop();
        await this.#attempt(async () => {
            const state = await api.position(place.game, place.start, place.moves);
            this.#leave();
            this.#leave = () => {};
            Object.assign(this, {
                ...place,
                players,
                undone: [],
                id: null,
                tokens: {},
                isShared: false,
                isConnected: true,
            });
            this.#thought = null;
            Object.assign(this, { isListed: false, listingAsked: null, deleteAsked: null });
            Object.assign(this, { undoAsked: null, hasNext: false, view: place.moves.length, isPaused: false });
            this.#states = new Map([[this.view, state]]);
            this.#writeAddress();
        });
        this.#changed();
        await this.#letComputerMove();
    }

    /**
     * @param {Game} game
     * @param {Tokens} tokens
     */
    #attach(game, tokens) {
        this.#leave();
        this.#leave = () => {};
        this.id = game.id;
        this.tokens = tokens;
        this.isPaused = false;
        this.#thought = null;
        this.#states = new Map();
        this.moves = [];
        this.#adopt(game);
        remember("current", game.id);
        if (game.shared || this.isWatching) {
            this.#leave = follow(
                game.id,
                (changed) => this.#hear(changed),
                (isConnected) => {
                    this.isConnected = isConnected;
                    this.#changed();
                },
                () => this.#hearEnd(game.id),
            );
        }
        this.#changed();
    }

    /** A change sent by the server, which may arrive after the answer to a newer one. @param {Game} game */
    #hear(game) {
        if (game.id !== this.id || game.event < this.#event) return;
        this.#adopt(game);
        this.#changed();
        if (this.hasNext && this.ownSide !== null) this.#takeNextSeat();
    }

    /** The game was deleted: the board stays as a draft. @param {string} id */
    async #hearEnd(id) {
        // This may arrive before the answer to this page's own request, which clears the board.
        await this.#removal;
        if (id !== this.id) return;
        forgetGame(id);
        this.dispatchEvent(new Event("gone"));
        await this.begin(this.placeAt(this.moves.length), { first: PERSON, second: PERSON });
    }

    /** @param {Game} game */
    #adopt(game) {
        const wasAtEnd = this.isAtEnd;
        const before = this.moves;
        const common = before.findIndex((move, ply) => move !== game.moves[ply]);
        const kept = common < 0 ? Math.min(before.length, game.moves.length) : common;
        for (const ply of this.#states.keys()) if (ply > kept) this.#states.delete(ply);
        this.#states.set(game.moves.length, game.state);
        this.#event = game.event;
        this.game = game.game;
        this.start = game.start;
        this.moves = game.moves;
        this.undone = game.undone;
        this.players = game.players;
        this.isShared = game.shared ?? false;
        this.undoAsked = game.undo_asked ?? null;
        this.deleteAsked = game.delete_asked ?? null;
        this.isListed = game.listed ?? false;
        this.listingAsked = game.listing_asked ?? null;
        this.hasNext = Boolean(game.rematch);
        if (wasAtEnd || this.view > game.moves.length) this.view = game.moves.length;
        this.#writeAddress();
    }

    #writeAddress() {
        const isLive = this.id !== null && (this.isShared || this.isWatching);
        const address = isLive ? liveAddress(/** @type {string} */ (this.id)) : addressOf(this.place);
        if (location.hash !== address) history.replaceState(null, "", address);
    }

    // ---- looking ----

    /** Shows the game after this many moves. @param {number} ply */
    async goTo(ply) {
        const wanted = Math.max(0, Math.min(ply, this.moves.length));
        if (wanted === this.view) return;
        if (!this.#states.has(wanted)) {
            const { game, start, moves } = this.placeAt(wanted);
            await this.#attempt(async () => {
                const state = await this.#stateOf({ game, start, moves });
                if (this.game === game && this.moves.slice(0, wanted).join() === moves.join())
                    this.#states.set(wanted, state);
            });
        }
        if (!this.#states.has(wanted)) return;
        this.view = wanted;
        this.#writeAddress();
        this.#changed();
    }

    // ---- changing ----

    /** @param {string} move */
    async play(move) {
        if (!this.canMove) return;
        await this.#act("person", (id, turn) => api.change(id, "moves", this.tokens[turn], { move }));
    }

    /** The best known move, proven or not, for either side. */
    async playBest() {
        if (!this.#mayMove) return;
        await this.#moveByComputer(async ({ game, start, moves }, _, signal) => {
            const { moves: rated, milliseconds } = await api.analysis(game, start, moves, FOR_BEST, signal);
            return { player: null, move: rated[0].move, milliseconds };
        });
    }

    async playRandom() {
        if (this.#mayMove) await this.#think("random");
    }

    /** Whether this page may play a move for the side to move. */
    get #mayMove() {
        const state = this.state;
        return Boolean(state && !state.over && (!this.isShared || this.isAtEnd) && this.holds(state.turn));
    }

    /** Undoes moves up to the person's own last move. */
    async undo() {
        await this.#toEnd();
        if (this.moves.length === 0) return;
        const end = this.moves.length;
        let plies = 1;
        while (plies < end && !this.#isPersons(this.turnAt(end - plies))) plies += 1;
        this.isPaused = !this.#isPersons(this.turnAt(end - plies));
        await this.#change("undo", plies);
    }

    /** Allows the undo that the other side asked for. */
    async allowUndo() {
        await this.#change("undo", undefined);
    }

    async redo() {
        await this.#toEnd();
        if (this.undone.length === 0) return;
        const end = this.moves.length;
        let plies = 1;
        while (plies < this.undone.length && !this.#isPersons(this.turnAt(end + plies))) plies += 1;
        await this.#change("redo", plies);
    }

    /**
     * @param {"undo" | "redo"} what
     * @param {number | undefined} plies
     */
    async #change(what, plies) {
        this.#abort();
        await this.#act("person", (id) => api.change(id, what, this.#anyToken, { plies }));
    }

    /** @param {Side} side */
    #isPersons(side) {
        return this.players[side] === PERSON && (this.ownSide === null || this.ownSide === side);
    }

    async #toEnd() {
        if (!this.isAtEnd) await this.goTo(this.moves.length);
    }

    /** @param {Players} players */
    async setPlayers(players) {
        this.#abort();
        this.isPaused = false;
        if (!this.isShared) remember("players", players);
        const wish = { players, before: this.players };
        this.#wish = wish;
        this.players = players;
        this.#changed();
        this.#told = this.#told.then(() => this.#tellPlayers(wish));
        await this.#told;
        if (this.#wish === wish) await this.#letComputerMove();
    }

    /**
     * Sends the players to the server, unless they have been changed again. The page already shows them.
     * @param {{ players: Players, before: Players }} wish
     */
    async #tellPlayers(wish) {
        const { id } = this;
        if (id === null || this.#wish !== wish) return;
        const isDone = await this.#attempt(async () => {
            const game = await api.setPlayers(id, this.tokens.first ?? this.tokens.second, wish.players);
            if (this.id === id && this.#wish === wish) this.#adopt(game);
        });
        if (!isDone && this.#wish === wish) this.players = wish.before;
        this.#changed();
    }

    /** Restarts the game, with these players or the same. @param {Players} [players] */
    async again(players = this.players) {
        await this.begin({ game: this.game, start: this.start, moves: [] }, players);
    }

    /** A retry from an earlier ply, as a new game. @param {number} ply */
    async tryAgain(ply) {
        await this.begin(this.placeAt(ply), this.isShared ? { first: PERSON, second: PERSON } : this.players);
    }

    /** @param {string} text a game as text */
    async importText(text) {
        const made = await api.create({ import: text, players: { first: PERSON, second: PERSON } });
        keepTokens(made.id, made.tokens);
        this.stop();
        this.#attach(made, made.tokens);
    }

    /** The id of this game on the server, which saves it from now on. */
    async saved() {
        if (this.id === null) await this.#save();
        return /** @type {string} */ (this.id);
    }

    /** The token for what concerns the whole game. */
    get #anyToken() {
        return this.tokens[this.ownSide ?? "first"] ?? this.tokens.second;
    }

    /** Whether others may find the game in lists; in a game of two both must want it. @param {boolean} isListed */
    async setListed(isListed) {
        const { id } = this;
        if (id === null) return;
        this.#told = this.#told.then(async () => {
            await this.#attempt(async () => {
                const game = await api.setListed(id, this.#anyToken, isListed);
                if (this.id === id) this.#adopt(game);
            });
            this.#changed();
        });
        await this.#told;
    }

    /** Deletes the game, or asks the other side for it; then the board is reset. */
    async remove() {
        const { id } = this;
        if (id === null) return;
        this.#abort();
        this.#removal = this.#remove(id);
        await this.#removal;
        this.#changed();
    }

    /** @param {string} id */
    async #remove(id) {
        await this.#attempt(async () => {
            const asked = await api.remove(id, this.#anyToken);
            if (this.id !== id) return;
            if (asked) return this.#adopt(asked);
            this.#leave();
            this.#leave = () => {};
            forgetGame(id);
            await this.again(this.isShared ? { first: PERSON, second: PERSON } : this.players);
        });
    }

    // ---- two people ----

    /** Turns this into a game of two; returns the token of the other seat. @param {Side} ownSide */
    async share(ownSide) {
        this.#abort();
        if (this.isShared) return;
        const players = { first: PERSON, second: PERSON };
        await this.#attempt(async () => {
            await this.#save();
            const { id, tokens } = this;
            if (id === null) return;
            await api.setPlayers(id, tokens[ownSide], players);
            const game = await api.change(id, "share", tokens[ownSide]);
            const guest = other(ownSide);
            keepGuest(id, { side: guest, token: /** @type {string} */ (tokens[guest]) });
            keepSeat(id, ownSide);
            this.#attach(game, tokensOf(id));
        });
    }

    async rematch() {
        if (!this.isShared) return this.again(swapped(this.players));
        const id = /** @type {string} */ (this.id);
        await this.#attempt(async () => {
            const seat = await api.rematch(id, this.tokens[this.ownSide ?? "first"]);
            if (this.id === id) await this.#openLive({ id: seat.id, seat });
        });
    }

    async #takeNextSeat() {
        const id = /** @type {string} */ (this.id);
        const seat = await api.nextSeat(id, this.tokens[this.ownSide ?? "first"]);
        if (this.id === id) await this.#openLive({ id: seat.id, seat });
    }

    // ---- thinking ----

    /** Stops the computation; the computer is then paused. */
    stop() {
        if (!this.#thinking) return;
        this.#abort();
        this.isPaused = true;
        this.#changed();
    }

    #abort() {
        this.#thinking?.abort();
        this.#thinking = null;
        if (this.busy === "computer") this.busy = null;
    }

    async goOn() {
        this.isPaused = false;
        await this.#letComputerMove();
    }

    async #letComputerMove() {
        if (!this.isComputersTurn || this.isPaused || this.busy) return;
        await this.#think(undefined);
    }

    /** @param {string | undefined} player who chooses the move; the one whose turn it is by default */
    async #think(player) {
        await this.#moveByComputer(async (place, turn, signal) => {
            const chosen = player ?? this.players[turn];
            const { move, report } = await api.choose(place, chosen, signal);
            return { player: chosen, move, milliseconds: report.milliseconds };
        });
    }

    /** @param {(place: Place, turn: Side, signal: AbortSignal) => Promise<Omit<Thought, "ply">>} find */
    async #moveByComputer(find) {
        if (this.busy) return;
        const controller = new AbortController();
        this.#thinking = controller;
        const { signal } = controller;
        const play = async (/** @type {string} */ id, /** @type {Side} */ turn) => {
            const found = await find(this.place, turn, signal);
            // Refused if the game has changed in the meantime.
            const body = { move: found.move, event: this.#event };
            const game = await api.change(id, "moves", this.tokens[turn], body, signal);
            this.#thought = { ...found, ply: game.moves.length };
            return game;
        };
        await this.#act("computer", play, signal);
        if (this.#thinking === controller) this.#thinking = null;
    }

    /** Saves the draft, or the shown part of a longer game, as a new game. */
    async #save() {
        if (this.id !== null && this.isAtEnd) return;
        const { view, players } = this;
        const start = this.start ? `[Start "${this.start}"]\n` : "";
        const text = `[Game "${this.game}"]\n${start}\n${this.moves.slice(0, view).join(" ")}\n`;
        const isBoard = this.view === 0;
        const wish = isBoard
            ? { game: this.game, ...(this.start ? { start: this.start } : {}), players }
            : { import: text, players };
        const made = await api.create(wish);
        keepTokens(made.id, made.tokens);
        this.#attach(made, made.tokens);
    }

    /**
     * One change at a time: saves the draft, runs the change, and lets the computer reply.
     * @param {"person" | "computer"} who
     * @param {(id: string, turn: Side) => Promise<Game>} run
     * @param {AbortSignal} [signal]
     */
    async #act(who, run, signal) {
        if (this.busy) return;
        this.busy = who;
        this.#thought = null;
        this.#changed();
        const isDone = await this.#attempt(async () => {
            await this.#save();
            const game = await run(/** @type {string} */ (this.id), this.turnAt(this.view));
            if (!signal?.aborted && game.id === this.id) this.#adopt(game);
        }, signal);
        if (signal?.aborted) return;
        this.busy = null;
        if (!isDone && who === "computer") this.isPaused = true;
        this.#changed();
        if (isDone) await this.#letComputerMove();
    }

    /**
     * Runs something; reports a refusal, but not an abort.
     * @param {() => Promise<void>} run
     * @param {AbortSignal} [signal]
     */
    async #attempt(run, signal) {
        try {
            await run();
            return true;
        } catch (error) {
            if (!signal?.aborted) this.dispatchEvent(new CustomEvent("problem", { detail: error }));
            return false;
        }
    }

    #changed() {
        this.dispatchEvent(new Event("change"));
    }
}
