// Elements without a framework: create them, and replace them without losing the focus.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} properties
 */
function set(element, properties) {
    for (const [name, value] of Object.entries(properties)) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
}

/**
 * An HTML element: attributes by name, listeners as `onclick` and the like.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    set(element, properties);
    element.append(...present(children));
    return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, properties = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    set(element, properties);
    element.append(...present(children));
    return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
    return /** @type {(Node | string)[]} */ (
        children.filter((child) => child !== null && child !== undefined && child !== false)
    );
}

/**
 * Replaces what has changed in an element; clicks and open menus on unchanged parts are not disturbed. Focus in an
 * element with a `data-key` moves to its successor.
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
    const wanted = present(children).map((child) =>
        typeof child === "string" ? document.createTextNode(child) : child,
    );
    const active = document.activeElement;
    const key = active && parent.contains(active) ? active.getAttribute("data-key") : null;
    const old = [...parent.childNodes];
    if (old.length !== wanted.length) parent.replaceChildren(...wanted);
    else {
        for (const [i, child] of old.entries()) {
            if (child !== wanted[i] && !child.isEqualNode(wanted[i])) child.replaceWith(wanted[i]);
        }
    }
    if (key === null || active?.isConnected) return;
    const successor = parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (successor instanceof HTMLElement) successor.focus({ preventScroll: true });
}

/**
 * Makes the children of a parent look like these, and keeps the existing ones with their listeners, so a click that
 * starts on one also ends on it.
 * @param {Element} parent
 * @param {Element[]} wanted
 */
export function morph(parent, wanted) {
    const old = [...parent.children];
    if (old.length !== wanted.length) return parent.replaceChildren(...wanted);
    wanted.forEach((element, i) => {
        const kept = old[i];
        for (const { name } of [...kept.attributes]) if (!element.hasAttribute(name)) kept.removeAttribute(name);
        for (const { name, value } of element.attributes)
            if (name !== "style" && kept.getAttribute(name) !== value) kept.setAttribute(name, value);
        fill(kept, ...element.childNodes);
    });
}

/**
 * The element of the page with this id.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no #${id}`);
    return /** @type {T} */ (element);
}
