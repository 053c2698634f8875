// Before anything is drawn: the colours and the board that this browser had last, so that nothing flashes, and the file of
// the area that is open. No module, because the first picture waits for it.

{
    /** @param {string} name */
    const recall = (name) => {
        try {
            return JSON.parse(localStorage.getItem(`zwick.${name}`) ?? "null");
        } catch {
            return null;
        }
    };
    const root = document.documentElement;
    root.dataset.theme = recall("theme") ?? "auto";
    const { hash } = location;
    const words = new URLSearchParams(hash.split("?")[1] ?? "");
    const named = /^#\/(morris|connect-four)/.exec(hash)?.[1];
    const usual = words.has("moves") || words.has("start") ? "study" : "play";
    root.dataset.area = ["learn", "lab", "databases"].find((area) => words.has(area)) ?? words.get("area") ?? usual;
    const files = {
        learn: "learn/learn.js",
        study: "analyse/analyse.js",
        lab: "lab/lab.js",
        databases: "databases/databases.js",
    };
    const file = files[/** @type {keyof typeof files} */ (root.dataset.area)];
    const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
    if (file)
        document.head.append(
            Object.assign(document.createElement("link"), { rel: "modulepreload", href: new URL(file, here).href }),
        );
    const last = (recall("games") ?? []).find((/** @type {{ over: unknown }} */ game) => !game.over)?.game ?? "";
    root.dataset.first = (named ?? last).startsWith("morris") ? "points" : "grid";
}
