// Everything the page says in English.

import { analyse } from "./analyse.js";
import { app } from "./app.js";
import { boards } from "./boards.js";
import { databases } from "./databases.js";
import { explain } from "./explain.js";
import { lab } from "./lab.js";
import { learn } from "./learn.js";
import { play } from "./play.js";

export default {
    name: "English",
    texts: { ...app, ...boards, ...play, ...learn, ...analyse, ...lab, ...databases },
    explain,
};
