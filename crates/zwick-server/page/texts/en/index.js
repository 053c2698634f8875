// What the page says in English before an area is opened that has texts of its own.

import { analyse } from "./analyse.js";
import { app } from "./app.js";
import { boards } from "./boards.js";
import { explain } from "./explain.js";
import { play } from "./play.js";

export const texts = { ...app, ...boards, ...play, ...analyse };
export { explain };
