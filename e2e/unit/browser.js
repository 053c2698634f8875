// What little the page asks of a browser before it draws anything. Import it before the page.

Object.defineProperty(globalThis, "navigator", { value: { language: "en-GB" }, configurable: true });
