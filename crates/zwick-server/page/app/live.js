// What happens in a game while one looks: its changes, who is here, and what is said. After a lost connection the stream is
// opened again; the server then sends the whole game, so nothing is missed.

import { api } from "./api.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Present} Present */
/** @typedef {import("./api.js").Said} Said */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5000;
/** The server sends something every 15 seconds; a connection that is silent for longer than this is lost. */
const LONGEST_SILENCE = 40_000;

/**
 * What one who follows a game hears.
 * @typedef {object} Listener
 * @property {(game: Game) => void} change
 * @property {(present: Present) => void} present
 * @property {(said: Said) => void} said
 * @property {() => void} gone the game was deleted
 * @property {(isConnected: boolean) => void} connection
 */

/**
 * Follows a game until the returned function is called: for a side, whose player is here then, or as a watcher.
 * @param {string} id
 * @param {string | undefined} token
 * @param {Listener} listener
 * @returns {() => void}
 */
export function follow(id, token, listener) {
    let pause = FIRST_PAUSE;
    let isLeft = false;
    let isListening = false;
    let connection = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;

    /** Listens until the connection is lost; whether there is nothing more to hear. */
    const listen = async () => {
        const response = await api.events(id, token, connection.signal);
        if (response.status === 404) return hearEnd();
        // Somebody else has the seat now: one may still watch.
        if (response.status === 401) token = undefined;
        if (!response.ok || !response.body) return false;
        pause = FIRST_PAUSE;
        listener.connection(true);
        for await (const { name, data } of eventsOf(response.body, connection)) {
            if (isLeft) return true;
            if (name === "gone") return hearEnd();
            if (name === "change" || name === "present" || name === "said") listener[name](JSON.parse(data));
        }
        return false;
    };
    const hearEnd = () => {
        if (!isLeft) listener.gone();
        return true;
    };
    const connect = async () => {
        clearTimeout(timer);
        connection = new AbortController();
        isListening = true;
        const isDone = await listen().catch(() => false);
        isListening = false;
        if (isLeft || isDone) return;
        listener.connection(false);
        timer = setTimeout(connect, pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
    };
    // The system says so at once; otherwise only silence would tell.
    const cut = () => connection.abort();
    const connectAgain = () => {
        clearTimeout(timer);
        if (!isListening) connect();
    };
    addEventListener("offline", cut);
    addEventListener("online", connectAgain);
    connect();
    return () => {
        isLeft = true;
        clearTimeout(timer);
        removeEventListener("offline", cut);
        removeEventListener("online", connectAgain);
        connection.abort();
    };
}

/**
 * Server-sent events as they come. A connection that falls silent is ended.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {AbortController} connection
 */
async function* eventsOf(body, connection) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
        const silence = setTimeout(() => connection.abort(), LONGEST_SILENCE);
        const { value, done } = await reader.read().finally(() => clearTimeout(silence));
        if (done) return;
        const events = (text + value).split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) {
            const field = (/** @type {string} */ name) =>
                event
                    .split("\n")
                    .find((line) => line.startsWith(`${name}:`))
                    ?.slice(name.length + 1)
                    .trim();
            const [name, data] = [field("event"), field("data")];
            if (name && data) yield { name, data };
        }
    }
}
