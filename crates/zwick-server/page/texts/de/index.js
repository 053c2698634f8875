// Was die Seite auf Deutsch sagt, bevor ein Bereich mit eigenen Texten geöffnet wird.

import { analyse } from "./analyse.js";
import { app } from "./app.js";
import { boards } from "./boards.js";
import { explain } from "./explain.js";
import { play } from "./play.js";

/** @type {typeof import("../en/index.js").texts} */
export const texts = { ...app, ...boards, ...play, ...analyse };
export { explain };
