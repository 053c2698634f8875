// Small sounds, made by the page itself: off until they are wanted, short and quiet.

import { recall, remember } from "./memory.js";

/** @typedef {"drop" | "place" | "slide" | "mill" | "take" | "win" | "loss" | "draw" | "turn"} Sound */
/** One tone: its pitch in hertz, when it begins and how long it lasts in seconds, and its wave. */
/** @typedef {{ pitch: number, at?: number, length?: number, wave?: OscillatorType }} Tone */

/** -18 dB. */
const LOUDNESS = 0.126;

/** @type {Record<Sound, Tone[]>} */
const SOUNDS = {
    drop: [{ pitch: 210, length: 0.07, wave: "triangle" }],
    place: [{ pitch: 330, length: 0.06, wave: "triangle" }],
    slide: [{ pitch: 260, length: 0.09, wave: "sine" }],
    mill: [{ pitch: 523 }, { pitch: 784, at: 0.1 }],
    take: [{ pitch: 130, length: 0.12, wave: "sine" }],
    win: [{ pitch: 523 }, { pitch: 659, at: 0.11 }, { pitch: 784, at: 0.22 }],
    loss: [
        { pitch: 330, wave: "sine" },
        { pitch: 247, at: 0.12, wave: "sine" },
    ],
    draw: [{ pitch: 392, wave: "sine" }],
    turn: [{ pitch: 880, length: 0.12, wave: "sine" }],
};

let isOn = recall("sound", false) === true;
/** @type {AudioContext | null} */
let context = null;

export const hasSound = () => isOn;

/** @param {boolean} wanted */
export function setSound(wanted) {
    isOn = wanted;
    remember("sound", wanted);
    if (wanted) playSound("turn");
}

/** @param {Sound} sound @param {number} [row] from the bottom: the higher a man lies, the higher it sounds */
export function playSound(sound, row = 0) {
    if (!isOn) return;
    context ??= new AudioContext();
    for (const { pitch, at = 0, length = 0.1, wave = "triangle" } of SOUNDS[sound]) {
        const begin = context.currentTime + at;
        const tone = context.createOscillator();
        const volume = context.createGain();
        tone.type = wave;
        tone.frequency.value = pitch * 2 ** (row / 12);
        volume.gain.setValueAtTime(LOUDNESS, begin);
        volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
        tone.connect(volume).connect(context.destination);
        tone.start(begin);
        tone.stop(begin + length);
    }
}
