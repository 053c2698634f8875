// What comes first: the texts in the language of the document, then the page, which the document has asked for already.

import { speak } from "./text.js";

/** @typedef {import("./text.js").Language} Language */

speak(/** @type {Language} */ (document.documentElement.lang))
    .then(() => import("./main.js"))
    .catch((error) => {
        document.getElementById("unloaded")?.removeAttribute("hidden");
        throw error;
    });
