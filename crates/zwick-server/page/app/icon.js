// The icon of the tab and of the installed page: marked while it is one's turn.

const MARKED = `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1b5c89"/>' +
        '<circle cx="16" cy="16" r="9" fill="#f3b72f" stroke="#fff" stroke-width="3"/></svg>',
)}`;
const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
const plain = icon.href;

/** @param {boolean} isTurn */
export function markIcon(isTurn) {
    const wanted = isTurn ? MARKED : plain;
    if (icon.href === wanted) return;
    icon.href = wanted;
    // Only where the page is installed, and not everywhere.
    const badge = isTurn ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
    badge?.catch(() => {});
}
