// A game's changes as they happen. A lost connection is taken up again; the server then sends the whole game, so nothing is missed.

import { api } from "./api.js";

/** @typedef {import("./api.js").Game} Game */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5000;

/**
 * Follows a game until the returned function is called.
 * @param {number} id
 * @param {(game: Game) => void} onGame
 * @param {(isConnected: boolean) => void} onConnection
 * @returns {() => void}
 */
export function follow(id, onGame, onConnection) {
    /** @type {EventSource} */
    let source;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let pause = FIRST_PAUSE;

    const connect = () => {
        source = api.events(id);
        source.addEventListener("open", () => {
            pause = FIRST_PAUSE;
            onConnection(true);
        });
        source.addEventListener("change", (event) => onGame(JSON.parse(event.data)));
        source.addEventListener("error", () => {
            onConnection(false);
            // The browser tries again by itself unless the server answered with an error.
            if (source.readyState !== EventSource.CLOSED) return;
            timer = setTimeout(connect, pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        });
    };
    connect();
    return () => {
        clearTimeout(timer);
        source.close();
    };
}
