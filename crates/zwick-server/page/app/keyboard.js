// Keyboard shortcuts, as on other boards. They are off while the user types or a dialog is open.

/** @typedef {Record<string, () => void>} Keys by `event.key`, letters in lower case */

/**
 * @param {() => Keys} keysNow what keys do in the area that is open
 * @param {(column: string) => void} onDigit
 */
export function listen(keysNow, onDigit) {
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        const keys = keysNow();
        if (/^[1-9]$/.test(key)) onDigit(key);
        else if (keys[key]) keys[key]();
        else return;
        event.preventDefault();
    });
    // A button clicked with the mouse would capture the space bar.
    document.addEventListener("click", (event) => {
        const button = event.target instanceof Element && event.target.closest("button");
        if (button && event.detail > 0) button.blur();
    });
}

/** Whether the focused element needs this key. @param {KeyboardEvent} event */
function isTaken(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (document.querySelector("dialog[open]")) return true;
    if (target.closest("textarea, select, input")) return true;
    // Tabs and scrollable tables use them.
    if (target.closest("[role=tab], [role=region]") && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key))
        return true;
    return event.key === " " && target.closest("button, a, summary") !== null;
}
