// The game on the page and its changes, which are sent to the server.
//
// A game is a draft until its first change; then the server saves the line that is played. Another move at an earlier ply is
// a variation: a line of its own for the server, beside the other one in the tree, so nothing is ever overwritten.

import { api, Refusal } from "./api.js";
import { stateAfter } from "./at-once.js";
import { dropDeleted, newKey } from "./kept.js";
import { forgetGame, keepGuest, keepSeat, keepTokens, recall, remember, tokensOf } from "./memory.js";
import { OpenGame } from "./open-game.js";
import { begins, other, PERSON, TWO_PEOPLE } from "./shown-game.js";
import { thoughtOfBest } from "./thought.js";
import { MoveTree } from "./tree.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Players} Players */
/** @typedef {import("./api.js").Side} Side */
/** @typedef {import("./api.js").Tokens} Tokens */
/** @typedef {import("./api.js").ClockSettings} ClockSettings */
/** @typedef {import("./shown-game.js").Wish} Wish */

/** Milliseconds to search for the best move. */
const FOR_BEST = 2500;
/** Milliseconds that a man takes to its place; the computer's answer waits for it. */
const LANDING = 320;

export { other, PERSON, TWO_PEOPLE };

/** @param {Players} players @returns {Players} */
export const swapped = ({ first, second }) => ({ first: second, second: first });

export class GameOnPage extends OpenGame {
    /** @type {{ players: Players, before: Players } | null} who was last wished for */
    #wish = null;
    /** Requests are sent to the server one after another. */
    #told = Promise.resolve();
    /** When the man let go last has come to rest, in milliseconds since 1970. */
    #landed = 0;

    // ---- changing ----

    /** Plays a move; the board shows it at once. @param {string} move */
    async play(move) {
        const { state } = this;
        if (!this.canMove || !state?.legal.includes(move)) return;
        if (this.players[state.turn] === PERSON) this.isPaused = false;
        const [line, view] = [this.moves, this.view];
        await this.#act("person", (id, turn) => this.#send(id, turn, move), undefined, {
            show: () => {
                if (view < line.length) this.visit += 1;
                this.moves = [...line.slice(0, view), move];
                this.view = view + 1;
                for (const ply of this.states.keys()) if (ply > view) this.states.delete(ply);
                this.states.set(this.view, stateAfter(state, move));
                this.#landed = Date.now() + LANDING;
            },
            takeBack: () => {
                this.states.delete(view + 1);
                this.moves = line;
                this.view = view;
            },
        });
    }

    /**
     * Sends a move. If the other side has only said or asked something in the meantime, it is sent again.
     * @param {string} id
     * @param {Side} turn
     * @param {string} move
     */
    async #send(id, turn, move) {
        const send = (/** @type {number} */ event) => api.change(id, "moves", this.tokens[turn], { move, event });
        const [line, known] = [this.moves.slice(0, -1), this.event];
        try {
            return await send(known);
        } catch (error) {
            if (!(error instanceof Refusal && error.status === 409 && this.isShared)) throw error;
            const game = await api.game(id);
            const isSame = begins(game.moves, line) && begins(line, game.moves);
            if (!isSame || game.state.over || game.event === known) throw error;
            return send(game.event);
        }
    }

    /** The best known move, proven or not, for either side. */
    async playBest() {
        if (!this.#mayMove) return;
        await this.#moveByComputer(async (id, turn, signal) => {
            const analysis = await api.analysis(this.place, FOR_BEST, signal);
            const { move } = analysis.moves[0];
            const played = await api.change(id, "moves", this.tokens[turn], { move, event: this.event }, signal);
            this.lastFound = thoughtOfBest(analysis, played.moves.length);
            return played;
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

    /** Asks the other side for something, or agrees to what it asks for. @param {Wish} what */
    async ask(what) {
        if (what === "rematch") return this.rematch();
        await this.#change(what, undefined);
    }

    /** Refuses what the other side asks for. */
    async refuse() {
        await this.#change("refuse", undefined);
    }

    /** Gives the game up. */
    async resign() {
        await this.#change("resign", undefined);
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
     * @param {Exclude<Wish, "rematch"> | "redo" | "refuse" | "resign"} what
     * @param {number | undefined} plies
     */
    async #change(what, plies) {
        this.abort();
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
        this.abort();
        this.isPaused = false;
        if (!this.isShared) remember("players", players);
        const wish = { players, before: this.players };
        this.#wish = wish;
        this.players = players;
        this.changed();
        this.#told = this.#told.then(() => this.#tellPlayers(wish));
        await this.#told;
        if (this.#wish === wish) await this.letComputerMove();
    }

    /**
     * Sends the players to the server, unless they have been changed again. The page already shows them.
     * @param {{ players: Players, before: Players }} wish
     */
    async #tellPlayers(wish) {
        const { id } = this;
        if (id === null || this.#wish !== wish) return;
        const isDone = await this.attempt(async () => {
            const game = await api.setPlayers(id, this.tokens.first ?? this.tokens.second, wish.players);
            if (this.id !== id || this.#wish !== wish || game.event < this.event) return;
            // A move that waits for this is on the board already.
            if (this.busy) Object.assign(this, { event: game.event, players: game.players });
            else this.adopt(game);
            this.keep();
        });
        if (!isDone && this.#wish === wish) this.players = wish.before;
        this.changed();
    }

    /** Restarts the game, with these players or the same. @param {Players} [players] */
    async again(players = this.players) {
        await this.begin(this.placeAt(0), players);
    }

    /** A retry from an earlier ply, beside what was played. @param {number} ply */
    async tryAgain(ply) {
        const place = this.placeAt(ply);
        if (this.isShared) await this.begin(place, TWO_PEOPLE);
        else await this.begin(place, this.players, { key: this.key, tree: this.tree });
    }

    /**
     * @param {string} text a game as text, with the main line only
     * @param {MoveTree} [tree] with its variations and comments
     */
    async importText(text, tree = new MoveTree()) {
        const made = await api.create({ import: text, players: TWO_PEOPLE });
        keepTokens(made.id, made.tokens);
        this.stop();
        this.visit += 1;
        Object.assign(this, { key: newKey(), tree });
        this.attach(made, made.tokens);
    }

    /** The id of this game on the server, which saves it from now on. */
    async saved() {
        if (this.id === null) await this.#save(this.moves);
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
            await this.attempt(async () => {
                const game = await api.setListed(id, this.#anyToken, isListed);
                if (this.id === id && game.event >= this.event) this.adopt(game);
            });
            this.changed();
        });
        await this.#told;
    }

    /** Deletes the game, or asks the other side for it; then the board is reset. */
    async remove() {
        const { id } = this;
        if (id === null) return;
        this.abort();
        this.removal = this.#remove(id);
        await this.removal;
        this.changed();
    }

    /** @param {string} id */
    async #remove(id) {
        await this.attempt(async () => {
            const asked = await api.remove(id, this.#anyToken);
            if (this.id !== id) return;
            if (asked) return this.adopt(asked);
            this.unfollow();
            forgetGame(id);
            dropDeleted(id);
            await this.again(this.isShared ? TWO_PEOPLE : this.players);
        });
    }

    // ---- two people ----

    /**
     * Turns this into a game of two, or what is shown of it into a new one with a clock.
     * @param {Side} ownSide
     * @param {ClockSettings | null} [clock]
     */
    async share(ownSide, clock = null) {
        this.abort();
        if (this.isShared) return;
        const players = TWO_PEOPLE;
        await this.attempt(async () => {
            if (this.id === null || !this.isAtEnd || clock) await this.#save(this.moves.slice(0, this.view), clock);
            const { id, tokens } = this;
            if (id === null) return;
            await api.setPlayers(id, tokens[ownSide], players);
            const game = await api.change(id, "share", tokens[ownSide]);
            const guest = other(ownSide);
            keepGuest(id, { side: guest, token: /** @type {string} */ (tokens[guest]) });
            keepSeat(id, ownSide);
            this.visit += 1;
            this.attach(game, tokensOf(id));
            await this.introduce();
        });
    }

    /** Another game with sides changed; in a game of two both must want it. */
    async rematch() {
        if (!this.isShared) return this.again(swapped(this.players));
        const id = /** @type {string} */ (this.id);
        await this.attempt(async () => {
            const answer = await api.rematch(id, this.tokens[this.ownSide ?? "first"]);
            if (this.id !== id) return;
            if ("token" in answer) await this.openLive({ id: answer.id, seat: answer });
            else this.hear(answer);
        });
    }

    /** The name under which the person at this page plays by link. @param {string} name */
    async setName(name) {
        remember("name", name);
        await this.introduce();
    }

    async introduce() {
        const { id, ownSide } = this;
        const name = recall("name", "");
        if (id === null || ownSide === null || (this.names[ownSide] ?? "") === name) return;
        await this.attempt(async () => this.hear(await api.setName(id, this.tokens[ownSide], name)));
    }

    /** @param {import("./api.js").Phrase} phrase */
    async say(phrase) {
        const { id, ownSide } = this;
        if (id === null || ownSide === null) return;
        await this.attempt(async () => void (await api.say(id, this.tokens[ownSide], phrase)));
    }

    // ---- thinking ----

    async goOn() {
        this.isPaused = false;
        await this.letComputerMove();
    }

    async letComputerMove() {
        if (!this.isComputersTurn || this.isPaused || this.busy) return;
        await this.#think(undefined);
    }

    /** @param {string | undefined} player who chooses the move; the one whose turn it is by default */
    async #think(player) {
        await this.#moveByComputer((id, turn, signal) => {
            const body = { player, event: this.event };
            return api.change(id, "computer", this.tokens[turn], body, signal);
        });
    }

    /**
     * Moves are refused if the game has changed in the meantime.
     * @param {(id: string, turn: Side, signal: AbortSignal) => Promise<Game>} play
     */
    async #moveByComputer(play) {
        if (this.busy) return;
        const controller = new AbortController();
        this.thinking = controller;
        const { signal } = controller;
        await this.#act("computer", (id, turn) => play(id, turn, signal), signal);
        if (this.thinking === controller) this.thinking = null;
    }

    /**
     * Saves this line as a game of its own.
     * @param {string[]} line
     * @param {ClockSettings | null} [clock]
     */
    async #save(line, clock = null) {
        const { game, start, draws, players } = this;
        const tags = [`[Game "${game}"]`, start && `[Start "${start}"]`, draws && `[DrawRules "${draws}"]`];
        const text = `${tags.filter(Boolean).join("\n")}\n\n${line.join(" ")}\n`;
        const what =
            line.length === 0 ? { game, start: start ?? undefined, draws: draws ?? undefined } : { import: text };
        const made = await api.create({ ...what, players, clock: clock ?? undefined });
        keepTokens(made.id, made.tokens);
        this.attachHere(made, made.tokens);
    }

    /**
     * One change at a time: saves the draft, runs the change, and lets the computer reply.
     * @param {"person" | "computer"} who
     * @param {(id: string, turn: Side) => Promise<Game>} run
     * @param {AbortSignal} [signal]
     * @param {{ show: () => void, takeBack: () => void }} [atOnce] what is shown before the server answers
     */
    async #act(who, run, signal, atOnce) {
        if (this.busy) return;
        const line = this.moves.slice(0, this.view);
        const turn = this.turnAt(this.view);
        const wasLonger = this.id !== null && !this.isAtEnd;
        this.busy = who;
        this.lastFound = null;
        atOnce?.show();
        this.changed();
        const isDone = await this.attempt(async () => {
            // Moves are refused if the game has changed in the meantime, and new players are a change.
            await this.#told;
            if (this.id === null || wasLonger) await this.#save(line);
            const game = await run(/** @type {string} */ (this.id), turn);
            if (who === "computer") await this.#rest();
            if (signal?.aborted || game.id !== this.id) return;
            if (game.event >= this.event) this.adopt(game);
            this.keep();
        }, signal);
        if (signal?.aborted) return;
        if (!isDone) atOnce?.takeBack();
        this.busy = null;
        if (!isDone && who === "computer") this.isPaused = true;
        this.changed();
        if (!isDone) await this.catchUp();
        if (isDone) await this.letComputerMove();
    }

    /** Waits until the man that was let go last has come to rest. */
    #rest() {
        const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : this.#landed - Date.now();
        return pause > 0 ? new Promise((resolve) => setTimeout(resolve, pause)) : undefined;
    }
}
