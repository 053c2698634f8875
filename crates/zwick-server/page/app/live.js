// Live changes of a game. After a lost connection the stream resumes; the server then sends the whole game, so nothing
// is missed.

import { api, Refusal } from "./api.js";

/** @typedef {import("./api.js").Game} Game */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5000;

/**
 * Follows a game until the returned function is called.
 * @param {string} id
 * @param {(game: Game) => void} onGame
 * @param {(isConnected: boolean) => void} onConnection
 * @param {() => void} onGone the game was deleted
 * @returns {() => void}
 */
export function follow(id, onGame, onConnection, onGone) {
    /** @type {EventSource} */
    let source;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let pause = FIRST_PAUSE;
    let isLeft = false;

    const connect = () => {
        source = api.events(id);
        source.addEventListener("open", () => {
            pause = FIRST_PAUSE;
            onConnection(true);
        });
        source.addEventListener("change", (event) => onGame(JSON.parse(event.data)));
        source.addEventListener("gone", () => {
            source.close();
            onGone();
        });
        source.addEventListener("error", async () => {
            onConnection(false);
            // The browser retries by itself unless the server answered with an error.
            if (source.readyState !== EventSource.CLOSED) return;
            const gone = await isGone(id);
            if (isLeft) return;
            if (gone) return onGone();
            timer = setTimeout(connect, pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        });
    };
    connect();
    return () => {
        isLeft = true;
        clearTimeout(timer);
        source.close();
    };
}

/** Whether the server says that the game does not exist. @param {string} id */
const isGone = (id) =>
    api.game(id).then(
        () => false,
        (error) => error instanceof Refusal && error.status === 404,
    );
