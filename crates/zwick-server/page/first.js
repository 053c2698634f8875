// Before anything is drawn: the colours, the language and the board that this browser had last, so that nothing flashes.
// No module, because the first picture waits for it.

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
    root.lang = recall("language") ?? (navigator.language.startsWith("de") ? "de" : "en");
    const { hash } = location;
    const words = new URLSearchParams(hash.split("?")[1] ?? "");
    const named = /^#\/(morris|connect-four)/.exec(hash)?.[1];
    const usual = words.has("moves") || words.has("start") ? "study" : "play";
    root.dataset.area = ["learn", "lab", "databases"].find((area) => words.has(area)) ?? words.get("area") ?? usual;
    const last = (recall("games") ?? []).find((/** @type {{ over: unknown }} */ game) => !game.over)?.game ?? "";
    root.dataset.first = (named ?? last).startsWith("morris") ? "points" : "grid";
}
