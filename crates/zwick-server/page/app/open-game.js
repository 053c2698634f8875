// Opening games on the page and looking at them: drafts, games kept in this browser, games on the server and their changes.

import { addressOf } from "./address.js";
import { api, Refusal } from "./api.js";
import { unlessUsual } from "./draws.js";
import { dropDeleted, keptGame, newKey } from "./kept.js";
import { follow } from "./live.js";
import { forgetGame, keepSeat, keepTokens, tokensOf } from "./memory.js";
import { begins, ShownGame, TWO_PEOPLE, usualPlayers } from "./shown-game.js";
import { thoughtOf } from "./thought.js";
import { MoveTree, readTree } from "./tree.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Players} Players */
/** @typedef {import("./api.js").Side} Side */
/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Tokens} Tokens */
/** @typedef {import("./address.js").Place} Place */
/** @typedef {import("./address.js").Wanted} Wanted */
/** @typedef {import("./kept.js").Kept} Kept */

/** Milliseconds between two attempts to reach a server that did not answer. */
const RETRY = 1500;

/** What a side asks the other for. @param {Game} game */
function wishOf(game) {
    const { undo_asked: undo, draw_offered: draw, lesson_asked: lesson, rematch_asked: rematch } = game;
    const asked = /** @type {[import("./shown-game.js").Wish, Side | null][]} */ (
        Object.entries({ draw, undo, lesson, rematch })
    ).find(([, side]) => side);
    return asked ? { what: asked[0], side: /** @type {Side} */ (asked[1]) } : null;
}

/**
 * Dispatches `change` for every change, `problem` for refusals, `next` when both want a rematch, and `gone` when the game
 * was deleted elsewhere.
 */
export class OpenGame extends ShownGame {
    /** The number of the last known change. */
    event = 0;
    /** @type {AbortController | null} */
    thinking = null;
    /** Resolves once the server has answered the last request to delete a game. */
    removal = Promise.resolve();
    #leave = () => {};
    /** @type {number | null} the ply on its way to the screen */
    #heading = null;
    /** Counts the drafts that were asked for. */
    #wanted = 0;
    #stateOf;

    /** @param {(place: Place) => Promise<State>} stateOf where positions come from */
    constructor(stateOf) {
        super();
        this.#stateOf = stateOf;
    }

    /** Lets the computer move if it is its turn. */
    async letComputerMove() {}

    /** Tells the name of the person at this page. */
    async introduce() {}

    // ---- opening ----

    /**
     * Opens what an address names: in the game on the page, in one kept in this browser, or as a new draft.
     * @param {Wanted} wanted
     * @param {string | null} key the game kept in this browser that it belongs to
     */
    async open(wanted, key) {
        if ("id" in wanted) return this.openLive(wanted);
        const isOf = (/** @type {Place} */ one) =>
            one.game === wanted.game && one.start === wanted.start && (one.draws ?? null) === (wanted.draws ?? null);
        const { moves, ply = moves.length } = wanted;
        if (key !== null && key === this.key && isOf(this) && !this.isShared) return this.showLine(moves, ply);
        const kept = keptGame(key);
        if (kept && isOf({ ...kept, moves }) && !kept.isShared) return this.resume(kept, moves, ply);
        // A position opened by address should be shown, not answered by the computer immediately.
        const isPlain = moves.length === 0 && !wanted.start;
        await this.begin(wanted, isPlain ? usualPlayers() : TWO_PEOPLE, { ply });
    }

    /**
     * A game kept in this browser resumes where it was left.
     * @param {Kept} kept
     * @param {string[]} [moves] one of its lines
     * @param {number} [ply] how many of them are shown
     */
    async resume(kept, moves = kept.line, ply = moves.length) {
        const { key, id, players } = kept;
        if (kept.isShared && id) return this.openLive({ id, seat: null });
        const tree = readTree(kept.tree) ?? new MoveTree();
        const saved = id && begins(moves, kept.line) && begins(kept.line, moves) ? await this.savedGame(id) : null;
        if (!saved || !begins(moves, saved.moves)) {
            await this.begin({ ...kept, moves }, players, { key, tree, ply });
            return;
        }
        this.abort();
        this.visit += 1;
        Object.assign(this, { key, tree });
        this.attach(saved, tokensOf(saved.id));
        await this.goTo(ply);
        await this.letComputerMove();
    }

    /** A game of one's own on the server, if it is still there. @param {string} id */
    async savedGame(id) {
        const game = await api.game(id).catch(() => null);
        return game?.shared ? null : game;
    }

    /** @param {{ id: string, seat: { side: Side, token: string } | null }} wanted */
    async openLive({ id, seat }) {
        if (seat) {
            keepTokens(id, { [seat.side]: seat.token });
            keepSeat(id, seat.side);
        }
        if (id === this.id) return;
        await this.attempt(async () => {
            const game = await api.game(id);
            this.abort();
            this.visit += 1;
            Object.assign(this, { key: id, tree: new MoveTree() });
            this.attach(game, tokensOf(id));
            await this.introduce();
        });
    }

    /**
     * A new draft, or one that is resumed.
     * @param {Place} place
     * @param {Players} players
     * @param {{ key?: string, tree?: MoveTree, ply?: number, isPaused?: boolean }} [how]
     */
    async begin(place, players, { key = newKey(), tree = new MoveTree(), ply, isPaused = false } = {}) {
        this.stop();
        this.#wanted += 1;
        const wanted = this.#wanted;
        const isDone = await this.attempt(async () => {
            const { game, start, moves, draws } = place;
            const view = Math.min(ply ?? moves.length, moves.length);
            const end = await api.position({ game, start, moves, draws });
            const state = view === moves.length ? end : await api.position({ ...place, moves: moves.slice(0, view) });
            // Of two that were asked for, the later one is wanted.
            if (wanted !== this.#wanted) return;
            this.unfollow();
            tree.add(moves);
            Object.assign(this, { key, tree, game, start, moves, draws: unlessUsual(end.draws), players, view });
            Object.assign(this, { undone: [], id: null, tokens: {}, isShared: false, isConnected: true, isPaused });
            Object.assign(this, { isListed: false, listingAsked: null, deleteAsked: null });
            Object.assign(this, { wish: null, refused: null, isLesson: false, names: { first: null, second: null } });
            Object.assign(this, { present: null, said: null, clock: null, next: null, lastThought: null });
            this.lastFound = null;
            this.event = 0;
            this.states = new Map([
                [moves.length, end],
                [view, state],
            ]);
            this.visit += 1;
        });
        this.changed();
        if (isDone) await this.letComputerMove();
        return isDone;
    }

    unfollow() {
        this.#leave();
        this.#leave = () => {};
    }

    /**
     * @param {Game} game
     * @param {Tokens} tokens
     */
    attach(game, tokens) {
        this.unfollow();
        this.id = game.id;
        this.tokens = tokens;
        this.isPaused = false;
        this.lastFound = null;
        this.lastThought = null;
        this.states = new Map();
        this.moves = [];
        this.view = 0;
        Object.assign(this, { present: null, said: null });
        this.adopt(game);
        this.keep();
        if (game.shared || this.isWatching) this.#leave = this.#follow(game.id);
        this.changed();
    }

    /** @param {string} id */
    #follow(id) {
        const set = (/** @type {Partial<OpenGame>} */ heard) => {
            Object.assign(this, heard);
            this.changed();
        };
        return follow(id, this.tokens[this.ownSide ?? "first"] ?? this.tokens.second, {
            change: (game) => this.hear(game),
            present: (present) => set({ present }),
            said: (said) => set({ said: { ...said, at: Date.now() } }),
            gone: () => this.hearEnd(id),
            connection: (isConnected) => set({ isConnected }),
        });
    }

    /** This line is now a game on the server. @param {Game} game @param {Tokens} tokens */
    attachHere(game, tokens) {
        this.unfollow();
        Object.assign(this, { id: game.id, tokens, isShared: false });
        this.event = game.event;
    }

    /** A change sent by the server, which may arrive after the answer to a newer one. @param {Game} game */
    hear(game) {
        if (game.id !== this.id || game.event < this.event) return;
        const hadNext = this.next !== null;
        this.adopt(game);
        if (this.isShared) this.keep();
        this.changed();
        if (this.next && !hadNext) this.dispatchEvent(new Event("next"));
    }

    /** Another tab of this browser has changed its list of games. */
    async hearOtherTab() {
        const kept = keptGame(this.key);
        const tree = kept && readTree(kept.tree);
        if (!kept || !tree || this.isShared || this.isSending) return;
        if (!begins(this.moves, kept.line)) tree.add(this.moves);
        this.tree = tree;
        const isFollowed = kept.id !== null && (kept.id === this.id || (this.id === null && this.isAtEnd));
        const game = isFollowed ? await this.savedGame(/** @type {string} */ (kept.id)) : null;
        if (game && kept.key === this.key && !this.isSending) {
            // That tab lets the computer answer.
            this.abort();
            if (this.id === null && begins(this.moves, game.moves)) this.attachHere(game, tokensOf(game.id));
            this.hear(game);
        }
        this.changed();
    }

    /** The game was deleted: the board stays as a draft. @param {string} id */
    async hearEnd(id) {
        // This may arrive before the answer to this page's own request, which clears the board.
        await this.removal;
        if (id !== this.id) return;
        forgetGame(id);
        dropDeleted(id);
        this.dispatchEvent(new Event("gone"));
        await this.begin(this.placeAt(this.moves.length), TWO_PEOPLE);
    }

    /** @param {Game} game */
    adopt(game) {
        const wasAtEnd = this.isAtEnd;
        const before = this.moves;
        const common = before.findIndex((move, ply) => move !== game.moves[ply]);
        const kept = common < 0 ? Math.min(before.length, game.moves.length) : common;
        for (const ply of this.states.keys()) if (ply > kept) this.states.delete(ply);
        this.states.set(game.moves.length, game.state);
        this.event = game.event;
        // For the server the best move is a move like any other: only this page knows how it was found.
        const best = this.lastFound?.player === null ? this.lastFound : null;
        const isBest = best?.ply === game.moves.length && best.move === game.moves.at(-1);
        if (!isBest) this.lastFound = thoughtOf(game);
        this.lastThought = this.lastFound ?? this.lastThought;
        this.game = game.game;
        this.start = game.start;
        this.draws = unlessUsual(game.state.draws);
        this.moves = game.moves;
        this.tree.add([...game.moves, ...game.undone]);
        this.undone = game.undone;
        this.players = game.players;
        this.isShared = game.shared ?? false;
        this.wish = wishOf(game);
        this.refused = game.refused ?? null;
        this.isLesson = game.lesson ?? false;
        this.names = game.names ?? { first: null, second: null };
        this.deleteAsked = game.delete_asked ?? null;
        this.isListed = game.listed ?? false;
        this.listingAsked = game.listing_asked ?? null;
        this.clock = game.clock && { ...game.clock, at: Date.now() };
        this.next = game.rematch ?? null;
        if (wasAtEnd || this.view > game.moves.length) this.view = game.moves.length;
    }

    // ---- looking ----

    /** Shows the game after this many moves. @param {number} ply */
    async goTo(ply) {
        const wanted = Math.max(0, Math.min(ply, this.moves.length));
        this.#heading = wanted;
        if (!this.states.has(wanted)) {
            const place = this.placeAt(wanted);
            await this.attempt(async () => {
                const state = await this.#stateOf(place);
                if (addressOf(this.placeAt(wanted)) === addressOf(place)) this.states.set(wanted, state);
            });
        }
        // Somebody may have gone on in the meantime.
        if (this.#heading !== wanted) return;
        this.#heading = null;
        if (wanted === this.view || !this.states.has(wanted)) return;
        this.view = wanted;
        this.changed();
    }

    /** This many moves forward or back; each of several quick steps counts. @param {number} plies */
    async step(plies) {
        await this.goTo((this.#heading ?? this.view) + plies);
    }

    /** Shows a position of the tree, with the moves that follow it. @param {string[]} moves */
    async show(moves) {
        if (begins(moves, this.moves)) return this.goTo(moves.length);
        await this.showLine(this.tree.through(moves), moves.length);
    }

    /** Shows a line from the first position on. @param {string[]} line @param {number} ply */
    async showLine(line, ply) {
        if (begins(line, this.moves) && begins(this.moves, line)) return this.goTo(ply);
        if (this.isShared) return;
        this.abort();
        const { game, start, draws, key, tree, players } = this;
        const isEnd = ply === line.length;
        await this.begin({ game, start, draws, moves: line }, players, { key, tree, ply, isPaused: isEnd });
    }

    /** Makes the variation shown the main line. */
    promote() {
        this.tree.promote(this.placeAt(this.view).moves);
        this.keep();
        this.changed();
    }

    /** Deletes the move shown with everything after it, and shows the position before. */
    async cut() {
        const { moves } = this.place;
        if (moves.length === 0 || this.isShared) return;
        const before = moves.slice(0, -1);
        this.tree.remove(moves);
        await this.showLine(this.tree.through(before), before.length);
        this.keep();
        this.changed();
    }

    /** @param {string} comment on the position shown */
    comment(comment) {
        this.tree.say(this.place.moves, comment);
        this.keep();
        this.changed();
    }

    /** Goes on to the game that follows: a player to the other side's seat, a watcher to watch it. */
    async goToNext() {
        const { id, next, ownSide } = this;
        if (id === null || !next) return;
        await this.attempt(async () => {
            const seat = ownSide && (await api.nextSeat(id, this.tokens[ownSide]));
            const following = seat?.id ?? next.id;
            if (this.id === id && following) await this.openLive({ id: following, seat });
        });
    }

    /** Waits until the server answers again; then the game resumes. A game by link has a stream that does the same. */
    async #reconnect() {
        if (!this.isConnected || this.isShared) return;
        this.isConnected = false;
        this.changed();
        while (!(await api.isThere())) await new Promise((resolve) => setTimeout(resolve, RETRY));
        this.isConnected = true;
        this.isPaused = false;
        this.changed();
        await this.catchUp();
        await this.letComputerMove();
    }

    /** Stops the computation; the computer is then paused. */
    stop() {
        if (!this.thinking) return;
        this.abort();
        this.isPaused = true;
        this.changed();
        this.catchUp();
    }

    /** Shows the move that the server may have saved just before it was stopped. */
    async catchUp() {
        const { id } = this;
        if (id === null) return;
        const game = await api.game(id).catch(() => null);
        if (!game || this.id !== id || this.busy || game.event <= this.event) return;
        this.adopt(game);
        this.changed();
    }

    abort() {
        this.thinking?.abort();
        this.thinking = null;
        if (this.busy === "computer") this.busy = null;
    }

    /**
     * Runs something; reports a refusal, but not an abort.
     * @param {() => Promise<void>} run
     * @param {AbortSignal} [signal]
     */
    async attempt(run, signal) {
        try {
            await run();
            return true;
        } catch (error) {
            if (signal?.aborted) return false;
            this.dispatchEvent(new CustomEvent("problem", { detail: error }));
            if (error instanceof Refusal && error.status === 0) this.#reconnect();
            return false;
        }
    }

    changed() {
        this.dispatchEvent(new Event("change"));
    }
}
